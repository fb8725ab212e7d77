// Reports of a Verilated device about its pins: every word of every burst once, every register access, no extra clock.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/device/contract/handshakes.hpp"
#include "sim/device/model/model_device.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

struct Seen {
  Handshake handshake;
  std::vector<std::uint64_t> words;
};

class Recorder final : public HandshakeObserver {
 public:
  void seen(const Handshake& handshake) override {
    all.push_back({handshake, {handshake.words, handshake.words + handshake.word_count}});
  }
  std::vector<Seen> of(Channel channel) const {
    std::vector<Seen> found;
    for (const Seen& one : all) {
      if (one.handshake.channel == channel) found.push_back(one);
    }
    return found;
  }
  std::vector<std::uint64_t> words_of(Channel channel) const {
    std::vector<std::uint64_t> words;
    for (const Seen& one : of(channel)) words.insert(words.end(), one.words.begin(), one.words.end());
    return words;
  }
  std::vector<Seen> all;
};

class Handshakes : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    device = make_verilated_device(find_configuration(GetParam()));
    device->observe(&recorder);
    device->reset();
  }
  // Loads the words from `first_word` of f on, and stores them.
  std::vector<std::uint64_t> move(std::uint64_t first_word, std::vector<std::uint64_t> words) {
    std::vector<std::uint64_t> back(words.size());
    for (const bool to_device : {true, false}) {
      Burst burst;
      burst.to_device = to_device;
      burst.address = 8 * first_word;
      burst.host = reinterpret_cast<unsigned char*>(to_device ? words.data() : back.data());
      burst.length_words = static_cast<std::int64_t>(words.size());
      device->post(burst);
      WaitFor what;
      what.bursts = true;
      device->run(what);
    }
    return back;
  }

  Recorder recorder;
  std::unique_ptr<Device> device;
};

std::vector<std::uint64_t> numbers(std::size_t count) {
  std::vector<std::uint64_t> words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = 0x0101010101010101 * (i + 1);
  return words;
}

TEST_P(Handshakes, WordsOfBurstsAreToldWhereverTheyBeginAndEnd) {
  move(0, numbers(64));  // words in other lanes must not be reported
  for (std::uint64_t first = 0; first < 9; ++first) {
    for (const std::size_t count : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 15u}) {
      recorder.all.clear();
      const std::vector<std::uint64_t> words = numbers(count);
      EXPECT_EQ(move(first, words), words);
      EXPECT_EQ(recorder.words_of(Channel::write_data), words) << first << ' ' << count;
      EXPECT_EQ(recorder.words_of(Channel::read_data), words) << first << ' ' << count;
      for (const Channel channel : {Channel::write_address, Channel::read_address}) {
        ASSERT_EQ(recorder.of(channel).size(), 1u);
        EXPECT_EQ(recorder.of(channel).front().handshake.address, 8 * first);
        const Channel beats = channel == Channel::write_address ? Channel::write_data : Channel::read_data;
        const std::vector<Seen> told = recorder.of(beats);
        EXPECT_EQ(recorder.of(channel).front().handshake.control, told.size() - 1);
        for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i].handshake.last, i + 1 == told.size());
      }
      EXPECT_EQ(recorder.of(Channel::write_response).size(), 1u);
    }
  }
}

TEST_P(Handshakes, AsManyBeatsAsTheDeviceCounts) {
  move(3, numbers(200));
  EXPECT_EQ(static_cast<std::int64_t>(recorder.of(Channel::write_data).size()), device->counts().beats_loaded);
  EXPECT_EQ(static_cast<std::int64_t>(recorder.of(Channel::read_data).size()), device->counts().beats_stored);
  for (std::size_t i = 1; i < recorder.all.size(); ++i)
    EXPECT_LE(recorder.all[i - 1].handshake.cycle, recorder.all[i].handshake.cycle);
  EXPECT_LT(recorder.all.back().handshake.cycle, device->now());
}

TEST_P(Handshakes, AreToldHoweverTheClockIsTicked) {
  std::vector<std::uint64_t> words = numbers(5);
  Burst burst;
  burst.host = reinterpret_cast<unsigned char*>(words.data());
  burst.length_words = 5;
  device->post(burst);
  device->tick_cycles(50);
  EXPECT_EQ(recorder.words_of(Channel::write_data), words);
}

TEST_P(Handshakes, RegisterAccesses) {
  const std::uint64_t rdx2 = 0x3fd0000000000000;
  std::uint64_t back = 0;
  device->post_register_write(contract::REG_RDX2, rdx2);
  device->post_register_read(contract::REG_RDX2, &back);
  device->run({});
  EXPECT_EQ(back, rdx2);
  const std::array<Channel, 5> channels{Channel::register_write_address, Channel::register_write_data,
                                        Channel::register_write_response, Channel::register_read_address,
                                        Channel::register_read_data};
  for (const Channel channel : channels) ASSERT_EQ(recorder.of(channel).size(), 1u);
  EXPECT_EQ(recorder.of(Channel::register_write_address).front().handshake.address, contract::REG_RDX2);
  EXPECT_EQ(recorder.of(Channel::register_read_address).front().handshake.address, contract::REG_RDX2);
  EXPECT_EQ(recorder.words_of(Channel::register_write_data), std::vector<std::uint64_t>{rdx2});
  EXPECT_EQ(recorder.words_of(Channel::register_read_data), std::vector<std::uint64_t>{rdx2});
  EXPECT_EQ(recorder.all.size(), channels.size());
}

TEST_P(Handshakes, LookingCostsNoCycle) {
  move(0, numbers(100));
  const std::int64_t looked_at = device->now();
  const auto told = recorder.all.size();
  EXPECT_GT(told, 0u);
  device->observe(nullptr);
  device->reset();
  move(0, numbers(100));
  EXPECT_EQ(device->now(), looked_at);
  EXPECT_EQ(recorder.all.size(), told);
}

INSTANTIATE_TEST_SUITE_P(Widths, Handshakes, ::testing::Values("small", "wide-bus"),
                         [](const auto& test) { return std::string(test.param) == "small" ? "OneWord" : "FourWords"; });

TEST(ModelDevice, HasNoPins) {
  ModelDevice device(capabilities_of(find_configuration("small")));
  Recorder recorder;
  EXPECT_THROW(device.observe(&recorder), ArgumentError);
}

}  // namespace
}  // namespace stencil
