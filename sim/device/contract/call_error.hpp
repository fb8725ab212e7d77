// A failure of the device or its platform at one call of the host.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "host/base/errors.hpp"

namespace stencil {

class CallError : public DeviceError {
 public:
  // command: that the call belongs to, among those posted since the last wait, from 0. The text names the call.
  CallError(const std::string& text, std::int64_t of) : DeviceError(text), command(of) {}

  const std::int64_t command;
};

// STATUS has failed: the device has refused a command. It does not report which.
class RefusedCommand : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

}  // namespace stencil
