// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/hang_bound.hpp"

#include <algorithm>
#include <limits>

#include "sim/device/contract/contract.hpp"
#include "sim/device/pins/link_pace.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::int64_t grace_cycles = 100000;  // for handshakes before and after commands
constexpr std::int64_t most_more = 2'000'000;  // some seconds of RTL: a long command need not wait many times its bound

std::int64_t product(std::int64_t a, std::int64_t b) {
  return a != 0 && b > most / a ? most : a * b;
}

}  // namespace

HangBound::HangBound(const Capabilities& device, const LinkOptions& link)
    : settle_cycles_(device.settle_cycles),
      progress_cycles_(device.progress_cycles),
      in_turn_(device.contract_version >= contract::version_with_laws) {
  // A link narrower than the port takes several cycles to collect a beat; the device waits for it.
  const std::int64_t beat_bytes = device.axi_data_bits / 8;
  link_cycles_ = link.latency_cycles + (link.bytes_per_cycle > 0 ? beat_bytes / link.bytes_per_cycle : 0) + 1;
  if (link.stalls != 0) link_cycles_ += LinkPace::longest_stall_cycles;
}

void HangBound::command(std::int64_t sweeps, std::int64_t cycles, std::int64_t times) {
  const std::int64_t bound = times > 0              ? product(times, cycles)
                             : progress_cycles_ > 0 ? product(progress_cycles_, sweeps)
                                                    : product(1000, cycles);
  const std::int64_t allowed = product(allowed_times_, bound);
  const bool is_less = allowed > most_more && allowed - most_more > bound;
  commands_.push_back({is_less ? bound + most_more : allowed, cycles, is_less ? 0 : product(allowed_times_, times)});
}

std::int64_t HangBound::idle_cycles() const {
  return (settle_cycles_ > 0 ? settle_cycles_ : grace_cycles) + link_cycles_;
}

std::int64_t HangBound::command_cycles(std::int64_t unfinished, std::int64_t unoffered) const {
  if (unfinished <= 0) return 0;
  const auto all = static_cast<std::int64_t>(commands_.size());
  const auto oldest = commands_.end() - std::min(all, unfinished);
  const auto end = commands_.end() - std::min(all, std::min(unfinished, unoffered));
  if (oldest == end) return 0;
  if (in_turn_) return oldest->bound;
  std::int64_t sum = 0;
  for (auto one = oldest; one != end; ++one) sum = std::min(most, sum + one->bound);
  return sum;
}

const HangBound::Term* HangBound::oldest(const HangState& owed) const {
  const auto all = static_cast<std::int64_t>(commands_.size());
  if (owed.commands <= owed.unoffered || owed.commands > all) return nullptr;
  return &commands_[static_cast<std::size_t>(all - owed.commands)];
}

WaitFor HangBound::terms() const {
  WaitFor wait;
  wait.quiet_limit_cycles = idle_cycles();
  wait.command_limit_cycles = [this](std::int64_t unfinished, std::int64_t unoffered) {
    return command_cycles(unfinished, unoffered);
  };
  return wait;
}

}  // namespace stencil
