// Keeps exceptions inside: every extern "C" function runs its body through c_border.
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

// What the exception being handled becomes: ArgumentError fatal status 2; DeviceError and everything else, status 3.
std::unique_ptr<Failure> failure_of_current_exception();

[[noreturn]] void fatal_failure(const char* function, std::unique_ptr<Failure> failure);

// Returns what `body` returns, or ends fatally with what it throws. `function` is the published name the user called.
// Costs nothing where nothing is thrown.
template <typename Body>
auto c_border(const char* function, Body&& body) -> decltype(body()) {
  Failure* failure;
  try {
    const PublishedCall here;
    return body();
  } catch (...) {
    failure = failure_of_current_exception().release();
  }
  // Outside the handler: a replaced fatal handler may throw, and the caught exception must be gone by then.
  fatal_failure(function, std::unique_ptr<Failure>(failure));
}

}  // namespace stencil
