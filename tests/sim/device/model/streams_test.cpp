// Whole bursts as one stretch of clocks: what waits for them goes in the cycle in which it goes when clocks are ticked.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "sim/device/model/device_timing.hpp"
#include "tests/sim/device/model/cases.hpp"

namespace stencil {
namespace {

struct Seen {
  std::int64_t now, beats, load_busy, store_busy;
  bool operator==(const Seen& other) const {
    return now == other.now && beats == other.beats && load_busy == other.load_busy && store_busy == other.store_busy;
  }
};

// Bursts of `words` each: the second waits for the first, the third for the second; each in the other direction.
Seen one_after_another(bool to_device, std::int64_t words, bool every_cycle) {
  DeviceTiming device(capabilities_of(find_configuration("plain")));
  if (every_cycle) device.tick_every_cycle();
  std::vector<double> host(static_cast<std::size_t>(words));
  Burst burst;
  burst.host = reinterpret_cast<unsigned char*>(host.data());
  burst.length_words = words;
  for (int number = 0; number < 3; ++number) {
    burst.to_device = to_device == (number % 2 == 0);
    device.post(burst);
    ++(burst.to_device ? burst.after.loads : burst.after.stores);
  }
  WaitFor wait;
  wait.bursts = true;
  device.run(wait);
  const DeviceCounts& counts = device.counts();
  return {device.now(), counts.beats_loaded + counts.beats_stored, device.dma().load_busy, device.dma().store_busy};
}

TEST(Streams, EndInTheCycleOfTheirLastBeat) {
  for (const bool to_device : {true, false}) {
    for (const std::int64_t words : {1, 2, 3, 4, 5, 12, 13, 100, 256}) {
      SCOPED_TRACE(::testing::Message() << words << " words, first " << (to_device ? "loaded" : "stored"));
      const Seen ticked = one_after_another(to_device, words, true);
      EXPECT_EQ(ticked.beats, 3 * words);
      EXPECT_TRUE(one_after_another(to_device, words, false) == ticked);
    }
  }
}

// The last beat of a burst beyond the buffer raises the interrupt.
TEST(Streams, RaiseTheInterruptWithTheirLastBeat) {
  const Capabilities capabilities = capabilities_of(find_configuration("plain"));
  std::vector<std::int64_t> ends;
  for (const bool every_cycle : {true, false}) {
    DeviceTiming device(capabilities);
    if (every_cycle) device.tick_every_cycle();
    device.post_register_write(contract::REG_MODE, contract::mode_interrupt, {});
    device.run({});
    std::vector<double> host(100);
    Burst burst;
    burst.address = static_cast<std::uint64_t>(8 * (capabilities.memory_words - 50));
    burst.host = reinterpret_cast<unsigned char*>(host.data());
    burst.length_words = 100;
    device.post(burst);
    WaitFor wait;
    wait.interrupt = true;
    device.run(wait);  // ends before the answer, at which it would throw
    ends.push_back(device.now());
  }
  EXPECT_EQ(ends[0], ends[1]);
}

}  // namespace
}  // namespace stencil
