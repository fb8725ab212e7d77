// The length that goes with an address, against the words of its burst.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/pins/offered_length.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "sim/device/pins/burst_queue.hpp"

namespace stencil::offered_length_tests {
namespace {

template <std::int64_t beat_words>
void accepts_what_the_queue_counts() {
  const BurstQueue queue(true, beat_words);
  for (std::int64_t first = 0; first < 2 * beat_words; ++first) {
    for (std::int64_t words = 1; words <= 3 * beat_words; ++words) {
      Burst burst;
      burst.address = 8 * static_cast<std::uint64_t>(first);
      burst.length_words = words;
      const std::int64_t length = queue.beats(burst) - 1;
      EXPECT_NO_THROW(check_offered_length<beat_words>("AWLEN", length, burst, Channel::write_address));
      EXPECT_THROW(check_offered_length<beat_words>("AWLEN", length + 1, burst, Channel::write_address), ChannelError);
      EXPECT_THROW(check_offered_length<beat_words>("AWLEN", length - 1, burst, Channel::write_address), ChannelError);
    }
  }
}

TEST(OfferedLength, IsThatOfTheWordsFromTheirLaneOn) {
  accepts_what_the_queue_counts<1>();
  accepts_what_the_queue_counts<2>();
  accepts_what_the_queue_counts<4>();
  accepts_what_the_queue_counts<8>();
}

TEST(OfferedLength, NamesThePinAndThePlatform) {
  Burst burst;
  burst.address = 7192;
  burst.length_words = 62;
  try {
    check_offered_length<4>("AWLEN", 15, burst, Channel::write_address);
    FAIL() << "accepted";
  } catch (const ChannelError& error) {
    EXPECT_EQ(std::string(error.what()),
              "platform, pin driver: AWLEN is 15, must be 16, in the burst at address 7192 of 62 words; side: platform "
              "(sim/device/pins)");
    EXPECT_EQ(error.address, 7192);
    EXPECT_EQ(error.channel, Channel::write_address);
  }
}

}  // namespace
}  // namespace stencil::offered_length_tests
