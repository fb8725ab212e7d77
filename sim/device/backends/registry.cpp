// SPDX-License-Identifier: Apache-2.0
#include "sim/device/backends/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"
#include "models/instructions/instructions.hpp"
#include "sim/device/backends/platform_backends.hpp"
#include "sim/device/checking/checked_accelerator.hpp"
#include "sim/device/platform/bursts.hpp"
#include "sim/device/rtl/arithmetic.hpp"
#include "sim/device/rtl/module_loader.hpp"
#include "sim/device/software/shuffled_accelerator.hpp"
#include "sim/device/software/software_accelerator.hpp"

namespace stencil {

const std::vector<Backend>& backends() {
  static const std::vector<Backend> rows{
      {"software", false, false, make_software_accelerator},
      {"shuffled", false, false, make_shuffled_accelerator},
      {"model", true, false, make_model_accelerator},
      {"rtl", true, true, make_rtl_accelerator},
  };
  return rows;
}

std::vector<std::string> accelerator_names(bool timed_only) {
  std::vector<std::string> names;
  for (const Backend& backend : backends()) {
    if (backend.timed || !timed_only) names.emplace_back(backend.name);
  }
  return names;
}

std::vector<std::string> accelerator_configs() {
  check_instructions();  // of the formulas of configurations
  std::vector<std::string> names;
  for (const Configuration& configuration : configurations()) names.push_back(configuration.name);
  return names;
}

void check_instructions() {
  try {
    instructions_in_use();
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(error.what());
  }
}

namespace {

// Throws ArgumentError for options that no device can be made with.
const Backend& checked_backend(const AcceleratorOptions& options, bool is_made) {
  check_instructions();
  check_link(options.link);
  const Configuration configuration = configuration_of(options);
  const auto found = std::find_if(backends().begin(), backends().end(),
                                  [&](const Backend& backend) { return backend.name == options.accel; });
  if (options.digest && (found == backends().end() || !found->has_pins)) {
    std::vector<std::string> with_pins;
    for (const Backend& backend : backends()) {
      if (backend.has_pins) with_pins.emplace_back(backend.name);
    }
    throw ArgumentError(fmt::format("accelerator '{}' has no pins whose handshakes could be digested, must be {}",
                                    options.accel, alternatives(with_pins)));
  }
  if (found == backends().end())
    throw ArgumentError(fmt::format("accelerator '{}' is not known, must be one of: {}{}", options.accel,
                                    fmt::join(accelerator_names(), ", "),
                                    did_you_mean(options.accel, accelerator_names())));
  check_arithmetic(options);
  if (found->has_pins) {
    const bool is_built_later =
        !is_made && options.module.empty() && configuration.arithmetic != find_configuration(options.config).arithmetic;
    if (!is_built_later) check_module(configuration, options.module);
    plusargs_from_environment();
  }
  return *found;
}

}  // namespace

void check_accelerator_options(const AcceleratorOptions& options) {
  checked_backend(options, false);
}

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions& options) {
  const Backend& backend = checked_backend(options, true);
  std::unique_ptr<Accelerator> device = backend.make(configuration_of(options), options);
  if (!options.checking.reads) return device;
  return std::make_unique<CheckedAccelerator>(std::move(device));
}

}  // namespace stencil
