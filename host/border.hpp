// Keeps exceptions inside: every extern "C" function runs its body through c_border.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

#include "host/errors.hpp"
#include "host/fatal.hpp"

namespace stencil {

// Returns what `body` returns. ArgumentError becomes fatal status 2; DeviceError and everything else, status 3.
// `function` is the published name the user called.
template <typename Body>
auto c_border(const char* function, Body&& body) -> decltype(body()) {
  int status = exit_device;
  std::string text;
  try {
    return body();
  } catch (const ArgumentError& error) {
    status = exit_usage;
    text = error.what();
  } catch (const std::exception& error) {
    text = error.what();
  } catch (...) {
    text = "an exception that is not a std::exception";
  }
  // Outside the handlers: a replaced fatal handler may throw, and the caught exception must be gone by then.
  fatal(function, status, text);
}

}  // namespace stencil
