// Keeps exceptions out of C: every extern "C" function runs its body through c_border.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "host/base/errors.hpp"
#include "host/mpi/errors.hpp"
#include "host/mpi/fatal.hpp"

namespace stencil {

struct Failure {
  int status;
  std::string text;
};

// The failure that the exception being handled stands for: status 2 for ArgumentError, 3 for all others.
std::unique_ptr<Failure> failure_of_current_exception();

[[noreturn]] void fatal_failure(const char* function, std::unique_ptr<Failure> failure);

// Returns the result of `body`, or ends fatally with the error it throws. `function` is the published name that the
// caller used. Costs nothing where nothing is thrown.
template <typename Body>
auto c_border(const char* function, Body&& body) -> decltype(body()) {
  Failure* failure;
  try {
    const PublishedCall here;
    return body();
  } catch (...) {
    failure = failure_of_current_exception().release();
  }
  // Outside the catch block: a replaced fatal handler may throw, and the caught exception must be destroyed before
  // that.
  fatal_failure(function, std::unique_ptr<Failure>(failure));
}

}  // namespace stencil
