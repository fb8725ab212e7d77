// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/checks/paranoid.hpp"

#include "host/base/from_environment.hpp"

namespace stencil {

bool is_paranoid() {
  static const bool is = from_environment("STENCIL_PARANOID", "0", {"0", "1"}) == "1";
  return is;
}

std::int64_t paranoid_seconds() {
  static const std::int64_t seconds = number_from_environment("STENCIL_PARANOID_SECONDS", 60, 1, 86400);
  return seconds;
}

}  // namespace stencil
