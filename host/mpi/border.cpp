// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/border.hpp"

#include <exception>

namespace stencil {

std::unique_ptr<Failure> failure_of_current_exception() {
  try {
    throw;
  } catch (const ArgumentError& error) {
    return std::make_unique<Failure>(Failure{exit_usage, error.what()});
  } catch (const std::exception& error) {
    return std::make_unique<Failure>(Failure{exit_device, error.what()});
  } catch (...) {
    return std::make_unique<Failure>(Failure{exit_device, "an exception that is not a std::exception"});
  }
}

void fatal_failure(const char* function, std::unique_ptr<Failure> failure) {
  fatal(function, failure->status, failure->text);
}

}  // namespace stencil
