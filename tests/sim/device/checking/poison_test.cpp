// Poison names its place, fills as many words as asked for, and leaves devices as they were but for local memory.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/checking/poison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "models/values/canonical_nan.hpp"
#include "sim/device/model/model_device.hpp"
#include "sim/device/platform/bus_master.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {
namespace {

TEST(Poison, IsAQuietNanThatNamesItsPlace) {
  const std::uint64_t bits = poison_at(static_cast<std::uint32_t>(address_of({Bank::r, 1, 12, 1})));
  EXPECT_EQ(bits, 0x7ff8deada0000060u);
  EXPECT_TRUE(std::isnan(from_bits(bits)));
  EXPECT_NE(bits, bits_of(canonical_nan(from_bits(bits))));
  EXPECT_EQ(poison_text(bits), "word 12 of r buffer 1 before the first load");
  EXPECT_EQ(poison_text(poison_at(0)), "word 0 of f buffer 0 before the first load");
  for (const std::uint64_t other :
       {bits + 1, bits ^ std::uint64_t{1} << 63, std::uint64_t{0x7ff8000000000000}, bits_of(1.0)})
    EXPECT_EQ(poison_text(other), std::nullopt);
}

std::vector<std::uint64_t> words_of(Device& device, const Place& place) {
  std::vector<std::uint64_t> words(static_cast<std::size_t>(place.length_words));
  Burst burst;
  burst.to_device = false;
  burst.address = address_of(place);
  burst.host = reinterpret_cast<unsigned char*>(words.data());
  burst.length_words = place.length_words;
  device.post(burst);
  WaitFor done;
  done.bursts = true;
  device.run(done);
  return words;
}

TEST(Poison, FillsEachBufferOfAModelAndCostsNoCycleAfterwards) {
  for (const char* name : {"small", "wide-bus"}) {
    const Capabilities shape = capabilities_of(find_configuration(name));
    ModelDevice device(shape);
    poison(device, shape, 1000);
    EXPECT_EQ(device.now(), 0);
    EXPECT_EQ(device.counts().ticked_cycles() + device.counts().beats_loaded, 0);
    ModelDevice fresh(shape);
    for (const Bank bank : {Bank::f, Bank::r}) {
      for (int buffer = 0; buffer < (bank == Bank::f ? shape.f_buffers : shape.r_buffers); ++buffer) {
        const Place place{bank, buffer, 900, 101};
        const std::vector<std::uint64_t> words = words_of(device, place);
        for (std::size_t i = 0; i < 100; ++i)
          ASSERT_EQ(words[i], poison_at(static_cast<std::uint32_t>(address_of(place) + 8 * i)));
        EXPECT_EQ(words[100], 0u);
        words_of(fresh, place);
        EXPECT_EQ(device.now(), fresh.now());
      }
    }
  }
}

TEST(Poison, OfMoreWordsThanThereAreFillsAll) {
  Capabilities shape;
  shape.memory_words = 5;
  shape.f_buffers = shape.r_buffers = 1;
  LocalMemory memory(5, 1, 1);
  poison(memory, shape, 99);
  double last = 0.0;
  memory.store(LocalMemory::Array::r, 0, 4, &last, 1);
  EXPECT_EQ(bits_of(last), poison_at(0x80000020));
}

}  // namespace
}  // namespace stencil
