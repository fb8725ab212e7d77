// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/hang_bound.hpp"

#include <algorithm>
#include <limits>

namespace stencil {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::int64_t grace_cycles = 100000;           // for handshakes before and after commands
constexpr std::int64_t least_warning_cycles = 5000000;  // about ten seconds of simulation

std::int64_t product(std::int64_t a, std::int64_t b) {
  return a != 0 && b > most / a ? most : a * b;
}

}  // namespace

HangBound::HangBound(const Capabilities& device, const LinkOptions& link)
    : settle_cycles_(device.settle_cycles), progress_cycles_(device.progress_cycles) {
  // A link narrower than the port takes several cycles to collect a beat; the device waits for it.
  const std::int64_t beat_bytes = device.axi_data_bits / 8;
  link_cycles_ = link.latency_cycles + (link.bytes_per_cycle > 0 ? beat_bytes / link.bytes_per_cycle : 0) + 1;
}

void HangBound::command(std::int64_t sweeps, std::int64_t cycles) {
  sweeps_ = std::min(most, sweeps_ + std::min(most, sweeps));
  expected_cycles_ = std::min(most, expected_cycles_ + std::min(most, cycles));
}

void HangBound::idle() {
  sweeps_ = expected_cycles_ = 0;
}

std::int64_t HangBound::limit_cycles() const {
  if (progress_cycles_ == 0) return grace_cycles + link_cycles_ + product(1000, expected_cycles_);
  return settle_cycles_ + link_cycles_ + product(progress_cycles_, sweeps_);
}

std::int64_t HangBound::warning_cycles() const {
  return std::max(least_warning_cycles, link_cycles_ + product(10, expected_cycles_));
}

}  // namespace stencil
