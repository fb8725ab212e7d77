// A call to an accelerator that its limits do not allow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "host/base/errors.hpp"

namespace stencil {

// Nothing was posted: the device never saw the call. Of the library alone; programs catch ArgumentError.
class RefusedCall : public ArgumentError {
 public:
  // commands: posted before it that no wait has waited for.
  RefusedCall(const std::string& text, std::int64_t commands) : ArgumentError(text), commands_before(commands) {}

  const std::int64_t commands_before;
};

}  // namespace stencil
