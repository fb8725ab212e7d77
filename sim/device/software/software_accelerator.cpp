// SPDX-License-Identifier: Apache-2.0
#include "sim/device/software/software_accelerator.hpp"

#include "sim/device/checking/poison.hpp"
#include "sim/device/kernels/kernels.hpp"

namespace stencil {
namespace {

LocalMemory::Array array_of(Bank bank) {
  return bank == Bank::f ? LocalMemory::Array::f : LocalMemory::Array::r;
}

Capabilities untimed(Capabilities capabilities) {
  capabilities.accel = "software";
  capabilities.contract_version = 0;
  capabilities.pe_latency = capabilities.tile_latency = 0;
  capabilities.link_bytes_per_cycle = 0.0;
  capabilities.timed = false;
  return capabilities;
}

}  // namespace

SoftwareAccelerator::SoftwareAccelerator(const Capabilities& configuration, bool by_formula)
    : capabilities_(untimed(configuration)),
      memory_(configuration.memory_words, configuration.f_buffers, configuration.r_buffers) {
  if (by_formula) formula_.emplace();
}

std::unique_ptr<Accelerator> make_software_accelerator(const Configuration& configuration,
                                                       const AcceleratorOptions& options) {
  auto device = std::make_unique<SoftwareAccelerator>(capabilities_of(configuration));
  if (options.making.check) options.making.check(device->capabilities());
  device->poison(options.checking.poison_words, options.making.poisoned);
  return device;
}

void SoftwareAccelerator::poison(std::int64_t words, const Poisoned& poisoned) {
  stencil::poison(memory_, capabilities_, words, poisoned);
}

void SoftwareAccelerator::do_load(Ticket, const Place& place, const double* source, const After&) {
  memory_.load(array_of(place.bank), place.buffer, place.offset_words, source, place.length_words);
}

void SoftwareAccelerator::do_store(Ticket, const Place& place, double* target, const After&) {
  memory_.store(array_of(place.bank), place.buffer, place.offset_words, target, place.length_words);
}

void SoftwareAccelerator::do_command(Ticket, const DeviceCommand& command, const After&) {
  if (formula_)
    formula_->run(memory_, command);
  else
    run_golden(memory_, command);
}

}  // namespace stencil
