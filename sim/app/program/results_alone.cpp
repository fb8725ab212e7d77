// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/results_alone.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "host/base/errors.hpp"
#include "host/io/output_file.hpp"
#include "sim/app/cli/standard_output.hpp"

namespace stencil {

// The descriptor itself is turned, so that libraries and child processes print to standard error too.
ResultsAlone::ResultsAlone() {
  flush_out();
  results_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (results_ < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    throw DeviceError(fmt::format("standard output: cannot be set aside: {}", std::strerror(errno)));
  before_ = set_dash_descriptor(results_);
}

ResultsAlone::~ResultsAlone() {
  flush_out();
  set_dash_descriptor(before_);
  ::dup2(results_, STDOUT_FILENO);
  ::close(results_);
}

}  // namespace stencil
