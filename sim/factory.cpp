// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/accelerator.hpp"
#include "host/errors.hpp"
#include "sim/software/software_accelerator.hpp"

namespace stencil {
namespace {

const std::vector<Capabilities>& configurations() {
  static const std::vector<Capabilities> all = [] {
    Capabilities standard;
    standard.config = "default";
    standard.pes = 4;
    standard.lanes = 1;
    standard.memory_words = 1000000;
    standard.max_cols = 10000;
    standard.axi_data_bits = 64;
    return std::vector<Capabilities>{standard};
  }();
  return all;
}

const Capabilities& find_configuration(const std::string& name) {
  for (const Capabilities& configuration : configurations()) {
    if (configuration.config == name) return configuration;
  }
  throw ArgumentError(
      fmt::format("configuration '{}' is not known, must be one of: {}", name, fmt::join(accelerator_configs(), ", ")));
}

}  // namespace

std::vector<std::string> accelerator_configs() {
  std::vector<std::string> names;
  for (const Capabilities& configuration : configurations()) names.push_back(configuration.config);
  return names;
}

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions& options) {
  if (options.accel == "model" || options.accel == "rtl") {
    throw ArgumentError(
        fmt::format("accelerator '{}' is not in this build yet, must be one of: software", options.accel));
  }
  if (options.accel != "software") {
    throw ArgumentError(fmt::format("accelerator '{}' is not known, must be one of: software", options.accel));
  }
  return std::make_unique<SoftwareAccelerator>(find_configuration(options.config));
}

}  // namespace stencil
