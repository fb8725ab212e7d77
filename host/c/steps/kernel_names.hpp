// The kernels that C programs choose by name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "host/device/values/tiles_name.hpp"

namespace stencil {

inline const std::vector<std::string>& kernel_names() {
  static const std::vector<std::string> all{"jacobi", "five-point", tiles_kernel};
  return all;
}

inline bool is_kernel_name(const std::string& text) {
  return std::find(kernel_names().begin(), kernel_names().end(), text) != kernel_names().end();
}

}  // namespace stencil
