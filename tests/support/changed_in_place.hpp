// A file that is written anew in place and gets back its time of modification, as rsync --inplace -t does it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

namespace stencil::testing_support {

// The file begins with `text` afterwards; its size must be at least that.
inline void change_in_place(const std::string& path, const std::string& text) {
  struct stat before {};
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  const bool done = descriptor >= 0 && ::fstat(descriptor, &before) == 0 &&
                    ::pwrite(descriptor, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  const timespec times[2]{before.st_atim, before.st_mtim};
  const bool put_back = done && ::futimens(descriptor, times) == 0;
  if (descriptor >= 0) ::close(descriptor);
  if (!put_back) throw std::runtime_error("cannot change " + path);
}

}  // namespace stencil::testing_support
