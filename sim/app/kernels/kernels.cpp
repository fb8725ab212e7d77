// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/kernels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"
#include "host/io/kernel_file_name.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/kernels/five_point/five_point_kernel.hpp"
#include "sim/app/kernels/from_file/file_kernel.hpp"
#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"
#include "sim/app/kernels/jacobi/jacobi_kernel.hpp"

namespace stencil {
namespace {

// The one of these kernels that has the name.
template <class Kernels>
const auto& kernel_of(const std::string& option, const Kernels& all, const std::string& name) {
  for (const auto& kernel : all) {
    if (name == kernel->name()) return kernel;
  }
  const std::vector<std::string> names = names_of(all);
  throw ArgumentError(fmt::format("{} is '{}', must be one of: {}, {}{}{}", option, name, joined(names),
                                  about_kernel_files, did_you_mean(name, names), hint_at_file(name)));
}

}  // namespace

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
  return kernel_of(option, kernels(), name);
}

const SweepKernel& sweep_kernel_named(const std::string& option, const std::string& name) {
  return *kernel_of(option, sweep_kernels(), name);
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
