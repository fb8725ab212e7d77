// The inputs of each digest of handshakes, and that it is the SHA-256 described in its header.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/pins/handshake_digest.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "sim/device/contract/contract.hpp"

namespace stencil {
namespace {

using Words = std::vector<std::uint64_t>;

Handshake address(Channel channel, std::uint64_t at, std::int64_t cycle = 0) {
  return {channel, cycle, at};
}
Handshake data(Channel channel, const Words& words, bool last = true, std::int64_t cycle = 0) {
  return {channel, cycle, 0, 0, last, 0, words.data(), words.size()};
}

HandshakeDigests digests_of(const std::function<void(HandshakeDigest&)>& say) {
  HandshakeDigest digest;
  say(digest);
  return digest.digests();
}

TEST(HandshakeDigest, IsTheSha256ThatItsHeaderTells) {
  // Expected values from Python's hashlib, over the words described in the header.
  const HandshakeDigests found = digests_of([](HandshakeDigest& digest) {
    const Words words{0x1122334455667788, 5};
    digest.seen({Channel::write_address, 7, 0x20000008, 1});
    digest.seen({Channel::write_data, 9, 0, 0xff, true, 0, words.data(), words.size()});
    digest.seen({Channel::write_response, 12, 0, 0, false, 2});
  });
  EXPECT_EQ(found.with_cycles, "2b79fd68e2075bcb98577c9cf7ed36610e88215538712dda05aec5b71ab98d9b");
  EXPECT_EQ(found.without_cycles, "2e47a00e53012cde6591c66fb78720ab2aadcd4e3a42775af2abc516e5c8674f");
  EXPECT_EQ(found.bursts, "0f278d7779dae359105bd798258c3c622197625079ee3e90538a70bd4fe6f100");
}

TEST(HandshakeDigest, NothingSeenIsADigestToo) {
  const HandshakeDigests found = HandshakeDigest().digests();
  EXPECT_EQ(found.with_cycles, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(found.bursts, std::string(64, '0'));
}

TEST(HandshakeDigest, EveryFieldCounts) {
  const Words words{1, 2}, others{1, 3}, fewer{1};
  const Handshake first{Channel::read_data, 5, 6, 7, false, 1, words.data(), words.size()};
  const auto all = [](const Handshake& handshake) {
    return digests_of([&](HandshakeDigest& digest) { digest.seen(handshake); });
  };
  const HandshakeDigests base = all(first);
  std::vector<Handshake> changed(8, first);
  changed[0].channel = Channel::register_read_data;
  changed[1].address = 14;
  changed[2].control = 8;
  changed[3].last = true;
  changed[4].response = 2;
  changed[5].words = others.data();
  changed[6].words = fewer.data();
  changed[6].word_count = 1;
  changed[7].cycle = 6;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    EXPECT_NE(all(changed[i]).with_cycles, base.with_cycles) << i;
    EXPECT_EQ(all(changed[i]).without_cycles == base.without_cycles, i == 7) << i;
  }
}

TEST(HandshakeDigest, OrderCountsWithinAChannelAndBetweenThemOnlyWithCycles) {
  const auto pair = [](const Handshake& a, const Handshake& b) {
    return digests_of([&](HandshakeDigest& digest) {
      digest.seen(a);
      digest.seen(b);
    });
  };
  const Handshake read = address(Channel::read_address, 8), write = address(Channel::write_address, 8);
  const Handshake later = address(Channel::read_address, 16);
  EXPECT_NE(pair(read, write).with_cycles, pair(write, read).with_cycles);
  EXPECT_EQ(pair(read, write).without_cycles, pair(write, read).without_cycles);
  EXPECT_NE(pair(read, later).without_cycles, pair(later, read).without_cycles);
}

struct OneBurst {
  bool to_device;
  std::uint64_t at;
  Words words;
};

std::string bursts(const std::vector<OneBurst>& all) {
  return digests_of([&](HandshakeDigest& digest) {
           for (const OneBurst& burst : all) {
             digest.seen(address(burst.to_device ? Channel::write_address : Channel::read_address, burst.at));
             const Channel channel = burst.to_device ? Channel::write_data : Channel::read_data;
             for (std::size_t i = 0; i < burst.words.size(); ++i)
               digest.seen(data(channel, {burst.words[i]}, i + 1 == burst.words.size()));
           }
         })
      .bursts;
}

TEST(HandshakeDigest, BurstsCountByWhatTheyMoveAndWhere) {
  const std::uint64_t r = contract::max_buffers * contract::buffer_stride;
  const OneBurst a{true, 0, {1, 2, 3}}, b{false, 64, {4}}, c{true, r + 8, {5, 6}};
  EXPECT_EQ(bursts({a, b, c}), bursts({c, a, b}));
  EXPECT_NE(bursts({a, b, c}), bursts({a, b}));
  EXPECT_NE(bursts({a, b, c}), bursts({a, b, b, c}));
  EXPECT_NE(bursts({a, b, b}), bursts({a})) << "twice is not never";
  EXPECT_EQ(bursts({a}), bursts({{true, contract::buffer_stride, {1, 2, 3}}})) << "another buffer of f";
  EXPECT_NE(bursts({a}), bursts({{true, r, {1, 2, 3}}})) << "r";
  EXPECT_NE(bursts({a}), bursts({{true, 8, {1, 2, 3}}}));
  EXPECT_NE(bursts({a}), bursts({{false, 0, {1, 2, 3}}}));
  EXPECT_NE(bursts({a}), bursts({{true, 0, {1, 3, 2}}}));
  EXPECT_NE(bursts({a}), bursts({{true, 0, {1, 2}}}));
}

TEST(HandshakeDigest, DataMayComeBeforeItsAddressAndAddressesRunAhead) {
  const std::string in_turn = bursts({{true, 0, {1}}, {true, 8, {2}}});
  const HandshakeDigests data_first = digests_of([](HandshakeDigest& digest) {
    digest.seen(data(Channel::write_data, {1}));
    digest.seen(data(Channel::write_data, {2}));
    digest.seen(address(Channel::write_address, 0));
    digest.seen(address(Channel::write_address, 8));
  });
  const HandshakeDigests addresses_first = digests_of([](HandshakeDigest& digest) {
    digest.seen(address(Channel::write_address, 0));
    digest.seen(address(Channel::write_address, 8));
    digest.seen(data(Channel::write_data, {1}));
    digest.seen(data(Channel::write_data, {2}));
  });
  EXPECT_EQ(data_first.bursts, in_turn);
  EXPECT_EQ(addresses_first.bursts, in_turn);
}

TEST(HandshakeDigest, AskingEndsNothing) {
  HandshakeDigest digest;
  digest.seen(address(Channel::read_address, 8));
  const std::string before = digest.digests().with_cycles;
  EXPECT_EQ(digest.digests().with_cycles, before);
  digest.seen(address(Channel::read_address, 16));
  EXPECT_NE(digest.digests().with_cycles, before);
}

}  // namespace
}  // namespace stencil
