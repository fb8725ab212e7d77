// The switch of a mixed device: what the device that leaves hands to the one that enters.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "host/base/errors.hpp"
#include "sim/device/mixed/mixed_device.hpp"
#include "sim/device/mixed/sum_counts.hpp"
#include "sim/device/platform/bursts.hpp"

namespace stencil {

using namespace contract;

namespace {

constexpr std::int64_t most_beats = 256;

std::int64_t cycles_between(const DeviceCounts& first, const DeviceCounts& last) {
  const DeviceCounts more = last - first;
  return more.ticked_cycles() + more.skipped_cycles;
}

}  // namespace

void MixedDevice::write(Side& side, std::uint32_t address, std::uint64_t value) {
  ++side.posted.registers;
  side.device->post_register_write(address, value, {});
  side.device->run({});
}

std::uint64_t MixedDevice::read(Side& side, std::uint32_t address) {
  std::uint64_t value = 0;
  ++side.posted.registers;
  side.device->post_register_read(address, &value, {});
  side.device->run({});
  return value;
}

void MixedDevice::switch_to(bool rtl) {
  Side& next = rtl ? rtl_ : model_;
  if (&next == now_) return;
  Side& last = *now_;
  SwitchCost& cost = by_.costs();
  const auto cycles_of = [&](const Side& side) -> std::int64_t& {
    return &side == &rtl_ ? cost.rtl_cycles : cost.model_cycles;
  };
  counts_before_ = together(last.device->counts());
  const std::int64_t shown = now();
  clock_.is_shown = false;
  leave(last, cycles_of(last));
  enter(next, cycles_of(next));
  now_ = &next;
  posted_before_ = posted_;
  clock_ = {true, shown - next.device->now()};
  if (activity_) activity_->idle_from(shown);
  ++cost.switches;
}

void MixedDevice::leave(Side& side, std::int64_t& cycles) {
  const DeviceCounts first = side.device->counts();
  WaitFor drained;
  drained.bursts = true;
  drained.interrupt = side.posted.commands > side.began.commands;
  side.device->run(drained);
  if (const std::size_t ended = side.device->take_sweep_ends().size(); ended > 0)
    throw DeviceError(fmt::format("mixed device: {} commands of the {} have ended in a switch", ended, name(side)));
  audit(side);
  if (shape_.measures_change) change_bits_ = std::max(change_bits_, read(side, REG_CHANGE));
  words_.clear();
  for (const auto& [address, count] : extents_) words_[address].resize(static_cast<std::size_t>(count));
  move(side, false, words_);
  cycles += cycles_between(first, side.device->counts());
}

void MixedDevice::enter(Side& side, std::int64_t& cycles) {
  const DeviceCounts first = side.device->counts();
  for (const auto& [address, value] : registers_) write(side, address, value);
  move(side, true, words_);
  compare(side);
  if (shape_.measures_change) write(side, REG_CHANGE, 0);
  side.cleared.before = side.device->counts();
  write(side, REG_CONTROL, control_clear_counters);
  side.cleared.after = side.counted = side.device->counts();
  side.began = side.posted;
  cycles += cycles_between(first, side.counted);
}

// The registers of the segment against the counts at the pins.
void MixedDevice::audit(Side& side) {
  const DmaCycles busy = audit_counters([&](Register address) { return read(side, address); },
                                        [&]() -> const DeviceCounts& { return side.device->counts(); }, side.cleared,
                                        side.posted.commands - side.began.commands, shape_.contract_version);
  add_fields(dma_, busy, dma_fields);
}

std::optional<DmaCycles> MixedDevice::audit_own() {
  audit(*now_);
  return dma_;
}

void MixedDevice::move(Side& side, bool to_device, Words& words) {
  for (auto& [first, values] : words) {
    auto* const host = reinterpret_cast<unsigned char*>(values.data());
    const auto bytes = static_cast<std::int64_t>(8 * values.size());
    for (std::int64_t done = 0; done < bytes;) {
      Burst burst;
      burst.to_device = to_device;
      burst.address = first + static_cast<std::uint64_t>(done);
      burst.host = host + done;
      const std::int64_t length = burst_bytes(burst.address, bytes - done, side.device->data_bits() / 8, most_beats);
      burst.length_words = length / 8;
      ++(to_device ? side.posted.loads : side.posted.stores);
      side.device->post(burst);
      done += length;
    }
  }
  WaitFor moved;
  moved.bursts = true;
  side.device->run(moved);
}

void MixedDevice::compare(Side& side) {
  Words held = words_;
  for (auto& [address, values] : held) std::fill(values.begin(), values.end(), 0);
  move(side, false, held);
  for (const auto& [address, values] : words_) {
    const auto [wrong, got] = std::mismatch(values.begin(), values.end(), held.at(address).begin());
    by_.costs().words += static_cast<std::int64_t>(values.size());
    if (wrong == values.end()) continue;
    const bool is_r = address >= base_r;
    throw DeviceError(fmt::format("handover to the {}: word {} of {} buffer {} is 0x{:016x}, must be 0x{:016x}",
                                  name(side), wrong - values.begin(), is_r ? 'r' : 'f',
                                  (is_r ? address - base_r : address) / buffer_stride, *got, *wrong));
  }
}

}  // namespace stencil
