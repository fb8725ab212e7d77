// The names that a refused kernel is answered with: of all that there are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/kernels/kernels.hpp"

namespace stencil::test {

// "must be one of: jacobi, five-point, FILE: a kernel file, ..."
template <class Kernels>
std::string one_of_kernels(const Kernels& kernels) {
  std::string text;
  for (const auto& kernel : kernels) text += (text.empty() ? "must be one of: " : ", ") + std::string(kernel->name());
  return text + ", " + about_kernel_files;
}
inline std::string one_of_all_kernels() {
  return one_of_kernels(kernels());
}
inline std::string one_of_sweep_kernels() {
  return one_of_kernels(sweep_kernels());
}

}  // namespace stencil::test
