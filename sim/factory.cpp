// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/accelerator.hpp"
#include "host/errors.hpp"
#include "sim/platform/rtl_accelerator.hpp"
#include "sim/rtl/configurations.hpp"
#include "sim/software/software_accelerator.hpp"

namespace stencil {

std::vector<std::string> accelerator_configs() {
  std::vector<std::string> names;
  for (const Configuration& configuration : configurations()) names.push_back(configuration.name);
  return names;
}

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions& options) {
  check_link(options.link);
  const Configuration& configuration = find_configuration(options.config);
  if (options.accel == "rtl")
    return std::make_unique<RtlAccelerator>(options.config, make_verilated_device(options.config), options.link);
  if (options.accel == "software") {
    Capabilities sizes;
    sizes.config = configuration.name;
    sizes.pes = configuration.pes;
    sizes.lanes = configuration.lanes;
    sizes.memory_words = configuration.memory_words;
    sizes.max_cols = configuration.max_cols;
    sizes.axi_data_bits = configuration.axi_data_bits;
    sizes.f_buffers = 2;
    sizes.r_buffers = 2;
    sizes.line_beats = (configuration.max_cols + configuration.lanes - 1) / configuration.lanes;
    return std::make_unique<SoftwareAccelerator>(sizes);
  }
  if (options.accel == "model")
    throw ArgumentError("accelerator 'model' is not in this build yet, must be one of: software, rtl");
  throw ArgumentError(fmt::format("accelerator '{}' is not known, must be one of: software, rtl", options.accel));
}

}  // namespace stencil
