// Whose fault a wrong value is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// unknown: what was seen decides for none.
enum class WrongSide { device, platform, reference, host, input, unknown };

// "device", ..., "not known".
inline const char* name_of(WrongSide side) {
  constexpr const char* names[] = {"device", "platform", "reference", "host", "input", "not known"};
  return names[static_cast<int>(side)];
}

}  // namespace stencil
