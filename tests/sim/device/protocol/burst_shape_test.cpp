// The bytes that each beat of a burst carries, against a walk over all of them; bursts at the limits of what AXI4 has.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/protocol/burst_shape.hpp"

#include <gtest/gtest.h>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

constexpr Channel channel = Channel::write_address;

AddressPins burst(unsigned type, std::uint64_t address, unsigned beats, unsigned size) {
  return {true, true, 0, address, beats - 1, size, type};
}

TEST(BurstShape, LanesOfIncrementingBursts) {
  for (const unsigned bus_bytes : {8u, 16u, 32u, 64u}) {
    for (unsigned size = 0; 1u << size <= bus_bytes; ++size) {
      for (std::uint64_t address = 0; address < 128; ++address) {
        std::uint64_t next = address;  // first byte of the next beat
        for (std::int64_t beat = 0; beat < 5; ++beat) {
          std::uint64_t lanes = 0;
          do {
            lanes |= std::uint64_t{1} << next % bus_bytes;
          } while (++next % (1u << size) != 0);
          ASSERT_EQ(byte_lanes_of(burst(1, address, 5, size), beat, bus_bytes), lanes)
              << bus_bytes << ' ' << size << ' ' << address << ' ' << beat;
        }
      }
    }
  }
}

TEST(BurstShape, LanesOfOtherBursts) {
  for (std::int64_t beat = 0; beat < 4; ++beat) {
    EXPECT_EQ(byte_lanes_of(burst(0, 5, 4, 2), beat, 8), 0xe0u) << "FIXED stays where it is, beat " << beat;
  }
  const AddressPins wrap = burst(2, 0x38, 4, 3);  // 0x38, 0x20, 0x28, 0x30
  for (const auto& [beat, lanes] : {std::pair{0, 0xff00u}, {1, 0xffu}, {2, 0xff00u}, {3, 0xffu}})
    EXPECT_EQ(byte_lanes_of(wrap, beat, 16), lanes) << beat;
}

TEST(BurstShape, LimitsOfBursts) {
  const auto legal = [](const AddressPins& pins) { EXPECT_NO_THROW(check_burst(pins, 16, channel, 0)); };
  const auto illegal = [](const AddressPins& pins) { EXPECT_THROW(check_burst(pins, 16, channel, 0), DeviceError); };
  legal(burst(1, 0, 256, 4));
  illegal(burst(1, 16, 256, 4));
  legal(burst(1, 8, 256, 4));  // ends with the page all the same
  legal(burst(1, 0xff8, 1, 4));
  illegal(burst(1, 0xff8, 2, 4));
  illegal(burst(1, 0, 1, 5));
  legal(burst(0, 0xff8, 16, 3));
  illegal(burst(0, 0, 17, 3));
  for (const unsigned beats : {2u, 4u, 8u, 16u}) legal(burst(2, 0xff8, beats, 3));
  for (const unsigned beats : {1u, 3u, 12u, 32u}) illegal(burst(2, 0xff8, beats, 3));
  illegal(burst(2, 0xffc, 2, 3));
  illegal(burst(3, 0, 1, 3));
}

}  // namespace
}  // namespace stencil
