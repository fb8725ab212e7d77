// Words that a store had brought when the device failed.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/words_read.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "tests/sim/app/capsule/sample.hpp"
#include "tests/support/test_devices.hpp"

namespace stencil::words_read_tests {
namespace {

// Brings that many words of each store, from word `from` on those `by` places later. Then fails.
class BrokenReads final : public testing_support::WrappedDevice {
 public:
  BrokenReads(std::unique_ptr<Accelerator> inner, std::size_t words, std::size_t from, int by)
      : WrappedDevice(std::move(inner)), words_(words), from_(from), by_(by) {}

 private:
  void do_store(Ticket, const Place& place, double* target, const After& after) override {
    std::vector<double> right(static_cast<std::size_t>(place.length_words));
    inner_->post_store(place, right.data(), after);
    inner_->wait();
    for (std::size_t word = 0; word < std::min(words_, right.size()); ++word)
      target[word] = right.at(static_cast<std::size_t>(static_cast<int>(word) + (word < from_ ? 0 : by_)));
    failing_ = true;
  }
  std::vector<CycleCounts> do_wait() override {
    if (failing_) throw DeviceError("protocol error on s_axi R, of this test");
    return WrappedDevice::do_wait();
  }

  std::size_t words_;
  std::size_t from_;
  int by_;
  bool failing_ = false;
};

std::string text_of(const Capsule& calls, std::size_t words, std::size_t from, int by) {
  AcceleratorOptions machine;
  machine.accel = "software";
  machine.config = "small";
  machine.formula = capsule_tests::formula_sample().device.formula;
  return words_read_text(calls, machine, [=](const AcceleratorOptions& options) {
    return std::make_unique<BrokenReads>(make_accelerator(options), words, from, by);
  });
}

std::string text(std::size_t words, std::size_t from = 0, int by = 0) {
  return text_of(capsule_tests::formula_sample(), words, from, by);
}

TEST(WordsRead, RightOnesUntilTheEndAreCounted) {
  EXPECT_EQ(text(12),
            "words that were read: the first 12 of the store of f buffer 0 from word 0 on are right, and no more came");
}

TEST(WordsRead, LostOnesAreTheDistanceOfTheWordsBehindThem) {
  EXPECT_EQ(
      text(12, 5, 1),
      "words that were read: 12 came of the store of f buffer 0 from word 0 on, word 5 is the first that is wrong; "
      "as if 1 word had been lost before it");
  EXPECT_NE(text(14, 6, 4).find("as if 4 words had been lost before it"), std::string::npos);
}

TEST(WordsRead, RepeatedOnesAreToldFromLostOnes) {
  const std::string twice = text(16, 7, -2);
  EXPECT_NE(twice.find("word 7 is the first that is wrong; as if the 2 words before it had come twice"),
            std::string::npos)
      << twice;
}

TEST(WordsRead, AWordOfOnePlaceSaysWhereItComesFrom) {
  const std::string few = text(8, 6, 1);
  EXPECT_NE(few.find("word 6 is the first that is wrong; as if 1 word had been lost before it"), std::string::npos)
      << few;
}

// Three values in turn.
TEST(WordsRead, AWordOrTwoThatLieInManyPlacesDoNot) {
  Capsule calls = capsule_tests::formula_sample();
  calls.contents.clear();
  CapsuleCall load;
  load.kind = CapsuleCall::Kind::load;
  load.place = {Bank::f, 0, 0, 30};
  for (int word = 0; word < 30; ++word) load.data.push_back(1.0 + word % 3);
  CapsuleCall store;
  store.kind = CapsuleCall::Kind::store;
  store.place = load.place;
  store.data.resize(30);
  store.after = {0};
  calls.calls = {load, store};
  const std::string few = text_of(calls, 8, 6, 1);
  EXPECT_NE(few.find("word 6 is the first that is wrong"), std::string::npos) << few;
  EXPECT_EQ(few.find("as if"), std::string::npos) << few;
  EXPECT_NE(text_of(calls, 12, 6, 1).find("as if 1 word had been lost before it"), std::string::npos);
}

TEST(WordsRead, NothingReadIsNotReported) {
  EXPECT_EQ(text(0), "");
}

}  // namespace
}  // namespace stencil::words_read_tests
