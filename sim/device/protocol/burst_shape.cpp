// SPDX-License-Identifier: Apache-2.0
#include "sim/device/protocol/burst_shape.hpp"

#include <string>

#include "sim/device/protocol/held_channel.hpp"

namespace stencil {
namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr unsigned fixed = 0;
constexpr unsigned wrap = 2;
constexpr std::int64_t most_beats_at_one_place = 16;  // of FIXED and WRAP bursts

std::uint64_t beat_bytes(const AddressPins& burst) {
  return std::uint64_t{1} << burst.size;
}

bool wraps_well(const AddressPins& burst) {
  const std::int64_t beats = beats_of(burst);
  return beats >= 2 && beats <= most_beats_at_one_place && (beats & (beats - 1)) == 0 &&
         burst.address % beat_bytes(burst) == 0;
}

// A second opinion of an INCR burst, beat by beat.
bool leaves_its_page(const AddressPins& burst) {
  const std::uint64_t bytes = beat_bytes(burst);
  std::uint64_t beat = burst.address & ~(bytes - 1);
  for (std::int64_t left = beats_of(burst); left > 0; --left, beat += bytes) {
    if ((beat ^ burst.address) >= page_bytes) return true;
  }
  return false;
}

}  // namespace

void check_burst(const AddressPins& burst, unsigned bus_bytes, Channel channel, std::int64_t cycle) {
  const auto demand = [&](bool kept, BusRule rule) {
    if (!kept) break_rule(rule, channel, cycle, information(channel, burst), burst.address);
  };
  demand(burst.burst <= wrap, BusRule::burst_type);
  demand(beat_bytes(burst) <= bus_bytes, BusRule::burst_size);
  if (burst.burst == fixed) demand(beats_of(burst) <= most_beats_at_one_place, BusRule::burst_fixed);
  if (burst.burst == wrap) demand(wraps_well(burst), BusRule::burst_wrap);
  if (burst.burst != 1) return;
  const std::uint64_t first = burst.address - burst.address % beat_bytes(burst);
  const std::uint64_t last = first + static_cast<std::uint64_t>(beats_of(burst)) * beat_bytes(burst) - 1;
  const bool in_one_page = burst.address / page_bytes == last / page_bytes;
  if (!in_one_page && !leaves_its_page(burst)) {
    throw DeviceError("platform, monitor of the bus (sim/device/protocol/burst_shape.cpp): it takes a burst on " +
                      std::string(channel_names[static_cast<std::size_t>(channel)]) +
                      " for one that crosses a 4 KiB "
                      "boundary, whose beats, one by one, do not: " +
                      information(channel, burst));
  }
  demand(in_one_page, BusRule::burst_page);
}

std::uint64_t byte_lanes_of(const AddressPins& burst, std::int64_t beat, unsigned bus_bytes) {
  const std::uint64_t bytes = beat_bytes(burst);
  const std::uint64_t aligned = burst.address - burst.address % bytes;
  std::uint64_t address = burst.address;
  if (beat > 0 && burst.burst != fixed) address = aligned + static_cast<std::uint64_t>(beat) * bytes;
  if (beat > 0 && burst.burst == wrap) {
    const std::uint64_t whole = bytes * static_cast<std::uint64_t>(beats_of(burst));
    address = aligned - aligned % whole + address % whole;
  }
  const std::uint64_t first = address % bus_bytes;
  const std::uint64_t count = bytes - address % bytes;
  const std::uint64_t ones = count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  return ones << first;
}

}  // namespace stencil
