// Kernel files for the host, which knows no evaluator of them.
// SPDX-License-Identifier: Apache-2.0
#include "host/base/errors.hpp"
#include "host/device/options.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "sim/device/backends/registry.hpp"

namespace stencil {

FormulaWeights read_formula_weights(const std::string& path) {
  check_instructions();
  try {
    return formula_weights(read_formula_file(path));
  } catch (const FormulaError& error) {
    throw ArgumentError(error.what());
  }
}

}  // namespace stencil
