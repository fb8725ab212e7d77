// SPDX-License-Identifier: Apache-2.0
#include "sim/device/backends/platform_backends.hpp"

#include "sim/device/accelerator/decode_capabilities.hpp"
#include "sim/device/accelerator/platform_accelerator.hpp"
#include "sim/device/checking/poison.hpp"
#include "sim/device/mixed/mixed_device.hpp"
#include "sim/device/model/model_device.hpp"
#include "sim/device/protocol/port_monitor.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {

namespace {

// What a device tells before it is poisoned, the only use of its memory before the host's: by then the caller has
// refused one that does not serve.
void poison_if_asked(Device& device, const char* accel, const std::string& config, const AcceleratorOptions& options) {
  if (options.checking.poison_words <= 0) return;
  Capabilities capabilities = decode_capabilities(
      [&](contract::Register address) {
        std::uint64_t value = 0;
        device.post_register_read(address, &value);
        device.run({});
        return value;
      },
      device.data_bits());
  capabilities.accel = accel;
  capabilities.config = config;
  if (options.making.check) options.making.check(capabilities);
  poison(device, capabilities, options.checking.poison_words, options.making.poisoned);
}

// The one that a device of this configuration has, if it is the caller's with the caller's text.
const FormulaWeights& formula_of(const Configuration& configuration, const AcceleratorOptions& options) {
  const bool other = configuration.formula.digest != 0 && configuration.formula.digest != options.formula.digest;
  return other ? configuration.formula : options.formula;
}

std::unique_ptr<Accelerator> with_options(std::unique_ptr<PlatformAccelerator> accelerator,
                                          const AcceleratorOptions& options) {
  if (options.transfers != nullptr) accelerator->observe_transfers(options.transfers);
  accelerator->allow_times(options.hang_bound_times);
  return accelerator;
}

}  // namespace

std::unique_ptr<Accelerator> make_rtl_accelerator(const Configuration& configuration,
                                                  const AcceleratorOptions& options) {
  const std::vector<std::string> plusargs = plusargs_from_environment();
  std::string name = configuration.name;
  for (const std::string& plusarg : plusargs) name += " " + plusarg;
  std::unique_ptr<Device> device = make_verilated_device(configuration, plusargs, options.module);
  if (options.checking.protocol) {
    device->watch(std::make_unique<PortMonitor>(static_cast<unsigned>(device->data_bits() / 8)));
    device->reset();  // seen by the monitor
  }
  poison_if_asked(*device, "rtl", name, options);
  if (options.inspection != nullptr) {
    if (!options.inspection->waves.empty() || options.inspection->operators != nullptr)
      device->inspect(*options.inspection);
    if (options.inspection->handshakes != nullptr) device->observe(options.inspection->handshakes);
    if (options.inspection->activity != nullptr) device->observe_activity(options.inspection->activity);
  }
  if (options.between != nullptr) {
    const Capabilities shape = capabilities_of(configuration);
    auto model = std::make_unique<ModelDevice>(shape);
    poison_if_asked(*model, "model", configuration.name, options);
    device = std::make_unique<MixedDevice>(std::move(device), std::move(model), shape, *options.between);
  }
  std::unique_ptr<HandshakeDigest> digest;
  if (options.digest) {
    digest = std::make_unique<HandshakeDigest>();
    device->observe(digest.get());
  } else if (options.transfers != nullptr) {
    device->observe(options.transfers);
  }
  auto accelerator =
      std::make_unique<PlatformAccelerator>(options.between != nullptr ? "mixed" : "rtl", name, std::move(device),
                                            options.link, std::move(digest), formula_of(configuration, options));
  accelerator->name_arithmetic(configuration.arithmetic);
  return with_options(std::move(accelerator), options);
}

std::unique_ptr<Accelerator> make_model_accelerator(const Configuration& configuration,
                                                    const AcceleratorOptions& options) {
  auto device = std::make_unique<ModelDevice>(capabilities_of(configuration));
  poison_if_asked(*device, "model", configuration.name, options);
  return with_options(std::make_unique<PlatformAccelerator>("model", configuration.name, std::move(device),
                                                            options.link, nullptr, formula_of(configuration, options)),
                      options);
}

std::unique_ptr<Accelerator> make_dry_accelerator(const AcceleratorOptions& options) {
  const Configuration& configuration = find_configuration(options.config);
  const bool with = options.formula.digest != 0;
  return make_dry_accelerator(capabilities_of(with ? with_formula(configuration, options.formula) : configuration),
                              options.link);
}

std::unique_ptr<Accelerator> make_dry_accelerator(const Capabilities& device, const LinkOptions& link) {
  check_link(link);
  return std::make_unique<PlatformAccelerator>("dry", device.config, std::make_unique<DeviceTiming>(device), link,
                                               nullptr, device.formula);
}

}  // namespace stencil
