// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/kernels.hpp"

#include <algorithm>
#include <memory>

#include "sim/app/cli/choices.hpp"
#include "sim/app/kernels/five_point/five_point_kernel.hpp"
#include "sim/app/kernels/from_file/file_kernel.hpp"
#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"
#include "sim/app/kernels/jacobi/jacobi_kernel.hpp"

namespace stencil {

const std::vector<KernelChoice>& kernels() {
  static const std::vector<KernelChoice> all{
      KernelChoice(std::make_unique<JacobiKernel>()),
      KernelChoice(std::make_unique<FivePointKernel>()),
      KernelChoice(std::make_unique<GaussSeidelKernel>()),
  };
  return all;
}

const std::vector<const SweepKernel*>& sweep_kernels() {
  static const std::vector<const SweepKernel*> all = [] {
    std::vector<const SweepKernel*> found;
    for (const KernelChoice& kernel : kernels()) {
      if (const auto* sweep = dynamic_cast<const SweepKernel*>(&*kernel)) found.push_back(sweep);
    }
    return found;
  }();
  return all;
}

const KernelChoice& kernel_named(const std::string& option, const std::string& name) {
  return named_choice(option, kernels(), name);
}

const SweepKernel& sweep_kernel_named(const std::string& option, const std::string& name) {
  return *named_choice(option, sweep_kernels(), name);
}

bool names_kernel_file(const std::string& text) {
  const bool named = std::any_of(kernels().begin(), kernels().end(),
                                 [&](const KernelChoice& kernel) { return text == kernel->name(); });
  return !named && text.find_first_of("./") != std::string::npos;
}

RunOptions default_run_options() {
  RunOptions run;
  run.kernel = kernels().front();
  return run;
}

RunOptions default_run_options(const std::string& kernel) {
  RunOptions run;
  run.kernel = kernel_named("--kernel", kernel);
  return run;
}

RunOptions file_run_options() {
  RunOptions run;
  run.kernel = KernelChoice(std::make_unique<FileKernel>());
  return run;
}

}  // namespace stencil
