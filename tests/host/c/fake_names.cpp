// The functions of the accelerator factory that list names and read them, for tests whose fake device replaces it.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/accelerator.hpp"

namespace stencil {

std::vector<std::string> accelerator_names(bool) {
  return {"software", "model", "rtl"};
}

std::string read_arithmetic(const std::string&, const std::string& text) {
  return text;
}

FormulaWeights read_formula_weights(const std::string&) {
  throw ArgumentError("the fake accelerator has no formula");
}

std::vector<std::string> accelerator_configs() {
  return {"default", "small"};
}

}  // namespace stencil
