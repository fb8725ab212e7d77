// SPDX-License-Identifier: Apache-2.0
#include "sim/device/factory.hpp"

#include <fmt/format.h>

#include "host/base/errors.hpp"
#include "sim/device/model/model_device.hpp"
#include "sim/device/platform/platform_accelerator.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/rtl/module_loader.hpp"
#include "sim/device/software/software_accelerator.hpp"

namespace stencil {

std::vector<std::string> accelerator_configs() {
  std::vector<std::string> names;
  for (const Configuration& configuration : configurations()) names.push_back(configuration.name);
  return names;
}

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions& options) {
  check_link(options.link);
  const Configuration& configuration = find_configuration(options.config);
  if (options.digest && options.accel != "rtl")
    throw ArgumentError(
        fmt::format("accelerator '{}' has no pins whose handshakes could be digested, must be rtl", options.accel));
  if (options.accel == "software") return std::make_unique<SoftwareAccelerator>(capabilities_of(configuration));
  std::unique_ptr<Device> device;
  std::string config = options.config;
  if (options.accel == "rtl") {
    const std::vector<std::string> plusargs = plusargs_from_environment();
    for (const std::string& plusarg : plusargs) config += " " + plusarg;
    device = make_verilated_device(configuration, plusargs);
  } else if (options.accel == "model")
    device = std::make_unique<ModelDevice>(capabilities_of(configuration));
  else
    throw ArgumentError(
        fmt::format("accelerator '{}' is not known, must be one of: software, model, rtl", options.accel));
  std::unique_ptr<HandshakeDigest> digest;
  if (options.digest) {
    digest = std::make_unique<HandshakeDigest>();
    device->observe(digest.get());
  }
  return std::make_unique<PlatformAccelerator>(options.accel, config, std::move(device), options.link,
                                               std::move(digest));
}

std::unique_ptr<Accelerator> make_dry_accelerator(const AcceleratorOptions& options) {
  return make_dry_accelerator(capabilities_of(find_configuration(options.config)), options.link);
}

std::unique_ptr<Accelerator> make_dry_accelerator(const Capabilities& device, const LinkOptions& link) {
  check_link(link);
  return std::make_unique<PlatformAccelerator>("dry", device.config, std::make_unique<DeviceTiming>(device), link);
}

}  // namespace stencil
