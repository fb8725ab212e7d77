// SPDX-License-Identifier: Apache-2.0
#include "host/c/step_weights.hpp"

#include <fmt/core.h>

#include <string>
#include <vector>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/c/steps/kernel_names.hpp"
#include "host/io/kernel_file_name.hpp"

namespace stencil {

bool names_file(const char* kernel) {
  return kernel != nullptr && std::string(kernel).find_first_of("./") != std::string::npos;
}

void check_no_file_of_kernel(const std::string& kernel) {
  refuse_file_of_kernel_name(fmt::format("kernel = \"{}\"", kernel), kernel);
}

void check_no_tiles(const char* kernel) {
  if (kernel == nullptr || std::string(kernel) != tiles_kernel) return;
  throw ArgumentError(fmt::format(
      "kernel = \"{}\", must be jacobi, five-point or a kernel file: stencil_step_begin makes tiles", tiles_kernel));
}

SweepWeights weights_of(const char* kernel, const double* weights) {
  check_pointer("kernel", kernel, "\"jacobi\", \"five-point\", \"gauss-seidel\" or a kernel file");
  const std::string name = kernel;
  if (names_file(kernel)) return process_formula(name, weights);
  if (!is_kernel_name(name)) {
    std::vector<std::string> choices = kernel_names();
    choices.emplace_back("a kernel file, whose name has a '.' or a '/'");
    throw ArgumentError(fmt::format("kernel = \"{}\", must be {}{}{}", name, alternatives(choices),
                                    did_you_mean(name, kernel_names()), hint_at_file(name)));
  }
  check_no_file_of_kernel(name);
  check_pointer("weights", weights, name == "jacobi" ? "an array of 3 doubles" : "an array of 6 doubles");
  const double* const w = weights;
  if (name == "jacobi") return JacobiWeights{w[0], w[1], w[2]};
  return FivePointWeights{w[0], w[1], w[2], w[3], w[4], w[5]};
}

}  // namespace stencil
