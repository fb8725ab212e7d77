// SPDX-License-Identifier: Apache-2.0
#include "sim/device/model/model_device.hpp"

#include "models/values/canonical_nan.hpp"
#include "sim/device/kernels/kernels.hpp"

namespace stencil {

namespace {

constexpr std::uint64_t undefined_bits = 0x7ff4badbadbadbad;  // a signalling NaN: no operation makes it

}  // namespace

ModelDevice::ModelDevice(const Capabilities& device)
    : DeviceTiming(device), memory_(device.memory_words, device.f_buffers, device.r_buffers, Loops::own) {}

void ModelDevice::moved(const Burst& burst) {
  const auto region = static_cast<unsigned>(burst.address / contract::buffer_stride);
  const auto array = region < contract::max_buffers ? LocalMemory::Array::f : LocalMemory::Array::r;
  const auto buffer = static_cast<int>(region % contract::max_buffers);
  const PortLimits limits{device().f_buffers, device().r_buffers, device().memory_words};
  if (limits.load_refused(burst)) return;  // the answer is SLVERR
  auto* words = reinterpret_cast<double*>(burst.host);
  if (burst.to_device)
    memory_.load(array, buffer, word_of(burst), words, burst.length_words);
  else
    memory_.store(array, buffer, word_of(burst), words, burst.length_words);
}

std::uint64_t ModelDevice::swept(const DeviceCommand& command) {
  run_golden(memory_, command);
  for (const Place& place : undefined_behind(command)) spoil(place);
  return bits_of(memory_.change());
}

void ModelDevice::spoil(const Place& place) {
  if (spoiled_.size() < static_cast<std::size_t>(place.length_words))
    spoiled_.resize(static_cast<std::size_t>(place.length_words), from_bits(undefined_bits));
  const auto array = place.bank == Bank::f ? LocalMemory::Array::f : LocalMemory::Array::r;
  memory_.load(array, place.buffer, place.offset_words, spoiled_.data(), place.length_words);
}

double ModelDevice::measure_rate() {
  return golden_rate() / static_cast<double>(device().pes * device().lanes);
}

}  // namespace stencil
