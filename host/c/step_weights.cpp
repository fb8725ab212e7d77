// SPDX-License-Identifier: Apache-2.0
#include "host/c/step_weights.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"
#include "host/c/process_accelerator.hpp"

namespace stencil {

bool names_file(const char* kernel) {
  return kernel != nullptr && std::string(kernel).find_first_of("./") != std::string::npos;
}

SweepWeights weights_of(const char* kernel, const double* weights) {
  static const std::vector<std::string> names{"jacobi", "five-point", tiles_kernel};
  check_pointer("kernel", kernel, "\"jacobi\", \"five-point\" or \"gauss-seidel\"");
  const std::string name = kernel;
  if (names_file(kernel)) return process_formula(name, weights);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw ArgumentError(
        fmt::format("kernel = \"{}\", must be {}{}", name, alternatives(names), did_you_mean(name, names)));
  }
  check_pointer("weights", weights, name == "jacobi" ? "an array of 3 doubles" : "an array of 6 doubles");
  const double* const w = weights;
  if (name == "jacobi") return JacobiWeights{w[0], w[1], w[2]};
  return FivePointWeights{w[0], w[1], w[2], w[3], w[4], w[5]};
}

}  // namespace stencil
