// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cli/standard_output.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

int first_error = 0;  // errno of the first failure

void keep_error(bool failed) {
  if (failed && first_error == 0) first_error = errno == 0 ? EIO : errno;
}

}  // namespace

void open_missing_descriptors() {
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(standard, F_GETFD) >= 0 || errno != EBADF) continue;
    // In the direction in which nobody uses it. All lower numbers are taken, so it gets this one.
    const int opened = ::open("/dev/null", standard == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != standard) ::close(opened);
  }
}

void print_out(const std::string& text) {
  errno = 0;
  // A line that stays in the buffer because the file is full counts as written.
  keep_error(std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::ferror(stdout) != 0);
}

void flush_out() {
  errno = 0;
  keep_error(std::fflush(stdout) != 0);
}

int status_with_output(const std::string& program, int status) {
  flush_out();
  errno = 0;
  keep_error(std::ferror(stdout) != 0);  // of what others have printed
  // Some file systems report a full disk only where a file is closed.
  const int copy = ::dup(STDOUT_FILENO);
  keep_error(copy >= 0 && ::close(copy) != 0);
  std::clearerr(stdout);
  const int error = std::exchange(first_error, 0);
  if (error == 0) return status;
  fmt::print(stderr, "{}: standard output: cannot write: {}\n", program, std::strerror(error));
  return exit_device;
}

}  // namespace stencil
