// A device of four words a beat whose loads write the lanes behind their last word too.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/guesses/beyond_load.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "sim/device/capsule/replay.hpp"
#include "sim/device/divergence/divergence.hpp"
#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests {
namespace {

constexpr std::int64_t beat_words = 4;

// more: lanes behind the last word of a load of f that it writes; no load begins at `spared`.
class BroadDevice final : public testing_support::WrappedDevice {
 public:
  explicit BroadDevice(std::int64_t more, std::int64_t spared = -1)
      : WrappedDevice(make_accelerator(options("software"))), more_(more), spared_(spared) {}

 private:
  void do_load(Ticket, const Place& place, const double* source, const After&) override {
    std::vector<double> words(source, source + place.length_words);
    Place wide = place;
    const bool is_partial = (place.offset_words + place.length_words) % beat_words != 0;
    if (place.bank == Bank::f && is_partial && place.offset_words != spared_) wide.length_words += more_;
    words.resize(static_cast<std::size_t>(wide.length_words), 0.25);
    inner_->post_load(wide, words.data(), {});
  }
  std::vector<CycleCounts> do_wait() override {
    inner_->wait();
    return std::vector<CycleCounts>(posted_commands());
  }

  std::int64_t more_, spared_;
};

class BeyondLoadCase : public ::testing::Test {
 protected:
  BeyondLoadCase() {
    calls_.device = options("software");
    calls_.capabilities = make_accelerator(options("software"))->capabilities();
    calls_.capabilities.axi_data_bits = 64 * beat_words;
    load(Bank::r, 0, 21);
    load(Bank::f, 0, 21);
    load(Bank::f, 40, 10);
  }
  void load(Bank bank, std::int64_t first, std::int64_t words) {
    CapsuleCall call;
    call.kind = CapsuleCall::Kind::load;
    call.place = {bank, 0, first, words};
    call.data.assign(static_cast<std::size_t>(words), 2.5);
    calls_.calls.push_back(call);
  }
  std::string as_if(std::int64_t word, std::int64_t more, std::int64_t spared = -1) const {
    const CapsulePlayer player = [&](const Capsule& calls) {
      BroadDevice device(more, spared);
      return play(calls, device);
    };
    const auto found = beyond_load(calls_, player, {Bank::f, 0, word, 1});
    return found ? std::to_string(found->words) + ": " + found->explanation.as_if : "";
  }

  Capsule calls_;
};

TEST_F(BeyondLoadCase, LanesThatAreNotStrobedAreNamed) {
  EXPECT_EQ(as_if(22, 3),
            "3: call 1, which loads words 0 to 20 of f buffer 0, had also written words from 21 to 23, lanes of its "
            "first or last beat that are not strobed");
  EXPECT_EQ(as_if(50, 1),
            "1: call 2, which loads words 40 to 49 of f buffer 0, had also written word 50, lanes of its first or last "
            "beat that are not strobed");
}

TEST_F(BeyondLoadCase, WordsOfTheNextBeatAreNoLanesOfTheLast) {
  EXPECT_EQ(as_if(24, 4), "4: call 1, which loads words 0 to 20 of f buffer 0, had also written words from 21 to 24");
}

// A load that begins within the buffer writes its last words, or zeros, to the begin of it.
class WrappingDevice final : public testing_support::WrappedDevice {
 public:
  explicit WrappingDevice(bool zeros) : WrappedDevice(make_accelerator(options("software"))), zeros_(zeros) {}

 private:
  void do_load(Ticket, const Place& place, const double* source, const After&) override {
    const std::int64_t lost = place.offset_words == 0 ? 0 : 3;
    Place kept = place, wrapped = place;
    kept.length_words -= lost;
    wrapped.offset_words = 0;
    wrapped.length_words = lost;
    inner_->post_load(kept, source, {});
    const std::vector<double> none(3);
    if (lost > 0) inner_->post_load(wrapped, zeros_ ? none.data() : source + kept.length_words, {});
  }
  std::vector<CycleCounts> do_wait() override {
    inner_->wait();
    return std::vector<CycleCounts>(posted_commands());
  }

  bool zeros_;
};

TEST_F(BeyondLoadCase, WordsThatGoFarAwayAreNamedWithTheirDistance) {
  for (const bool zeros : {false, true}) {
    const CapsulePlayer player = [zeros](const Capsule& calls) {
      WrappingDevice device(zeros);
      return play(calls, device);
    };
    const auto found = beyond_load(calls_, player, {Bank::f, 0, 1, 1});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->call, 2u);
    EXPECT_EQ(found->explanation.as_if,
              zeros ? "call 2, which loads words 40 to 49 of f buffer 0, had also written words from 0 to 2, and not "
                      "its words from 47 to 49"
                    : "call 2, which loads words 40 to 49 of f buffer 0, had written its words from 47 to 49, 47 words "
                      "(376 bytes) before their places");
  }
}

TEST_F(BeyondLoadCase, ARightDeviceAndWordsElsewhereExplainNothing) {
  EXPECT_EQ(as_if(22, 0), "");
  EXPECT_EQ(as_if(32, 3), "") << "no load comes near";
  EXPECT_EQ(as_if(23, 2), "") << "a load comes near and leaves it as it is";
  EXPECT_EQ(as_if(22, 3, 0), "") << "another load does so";
  EXPECT_EQ(as_if(20, 3), "") << "a word of the load itself";
}

// What the command reads beside the words of its load lay in the buffer before all calls.
TEST(BeyondLoad, IsNamedBeforeTheSweepThatReadsTheWords) {
  Capsule calls;
  calls.device = options("software");
  calls.capabilities = make_accelerator(options("software"))->capabilities();
  calls.capabilities.axi_data_bits = 64 * beat_words;
  std::vector<double> f(64), r(64);
  fill_problem_rows(1, ProblemArray::f, 0, 8, 8, f.data());
  fill_problem_rows(1, ProblemArray::r, 0, 8, 8, r.data());
  calls.contents = {{{Bank::f, 0, 0, 64}, f}, {{Bank::r, 0, 0, 64}, r}};
  CapsuleCall load;
  load.kind = CapsuleCall::Kind::load;
  load.place = {Bank::f, 0, 0, 21};
  load.data.assign(21, 2.5);
  CapsuleCall sweep;
  sweep.kind = CapsuleCall::Kind::command;
  sweep.command = SweepCommand{8, 8, 2, JacobiWeights{1.0, 2.0, 1.0 / 6.0}};
  CapsuleCall store;
  store.kind = CapsuleCall::Kind::store;
  store.place = {Bank::f, 0, 0, 64};
  store.data.resize(64);
  calls.calls = {load, sweep, store};
  expect(calls);
  const CapsulePlayer player = [](const Capsule& played) {
    BroadDevice device(3);
    return play(played, device);
  };
  const auto found = find_divergence(player(calls), player);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->where, Divergence::Where::load);
  EXPECT_EQ(found->call, 0u);
  EXPECT_EQ(found->word.offset_words, 21);
  ASSERT_TRUE(found->explanation);
  EXPECT_NE(found->explanation->as_if.find("had also written words from 21 to 23"), std::string::npos)
      << found->explanation->as_if;
}

}  // namespace
}  // namespace stencil::capsule_tests
