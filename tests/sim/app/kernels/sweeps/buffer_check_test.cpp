// Buffers that keep rows over steps are compared with the golden field when a command begins. The calls are made by
// hand.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/input_check/buffer_check.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/jacobi.hpp"
#include "models/problem.hpp"

namespace stencil::buffer_check_test {
namespace {

constexpr std::int64_t rows = 20, cols = 6, block_rows = 10, niter = 2;

RunOptions options_of_field() {
  RunOptions options;
  options.rows = rows;
  options.cols = cols;
  return options;
}

// Two steps of two sweeps; a command of step k sweeps the first ten rows, or, as block 1, rows 8 to 17.
class BufferChecks : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const ProblemArray array : {ProblemArray::f, ProblemArray::r}) {
      std::vector<double> words(static_cast<std::size_t>(rows * cols));
      source_.read_rows(array, 0, rows, words.data());
      (array == ProblemArray::f ? first_ : r_) = std::move(words);
    }
    second_ = first_;
    golden_sweeps(rows, cols, second_.data(), r_.data(), weights_, niter);
  }

  // Rows [row, row + count) of a field into the rows from `at` on of buffer 0.
  void load(Bank bank, const std::vector<double>& field, std::int64_t row, std::int64_t count, std::int64_t at,
            int buffer = 0) {
    CapsuleCall call;
    call.kind = CapsuleCall::Kind::load;
    call.place = {bank, buffer, at * cols, count * cols};
    call.data.assign(field.begin() + row * cols, field.begin() + (row + count) * cols);
    calls_.calls.push_back(call);
  }
  void sweep(std::int64_t step, std::int64_t block, bool below = false) {
    SweepCommand command;
    command.rows = block_rows;
    command.cols = cols;
    command.niter = niter;
    command.weights = weights_;
    command.below = below;
    command.f_buffer = static_cast<int>(block);
    CapsuleCall call;
    call.kind = CapsuleCall::Kind::command;
    call.command = command;
    calls_.calls.push_back(call);
    CapsulePlace place{0, block, block * (block_rows - niter), 0};
    place.step = step;
    places_.push_back(place);
  }
  std::optional<WrongRow> found() {
    BufferCheck check(source_, weights_, steps_, strips_);
    return check(calls_, [this](std::int64_t, std::int64_t block) {
      return std::optional(places_[static_cast<std::size_t>(block)]);
    });
  }

  const ProblemSource source_{options_of_field()};
  const SweepWeights weights_ = grid_numbers(rows, cols).weights;
  const Steps steps_{2 * niter, niter};
  const Strips strips_ = Strips::blocked({rows}, niter);
  std::vector<double> first_, second_, r_;
  Capsule calls_;
  std::vector<CapsulePlace> places_;
};

TEST_F(BufferChecks, RowsThatStayAndRowsThatAreLoadedAreRight) {
  load(Bank::r, r_, 0, block_rows, 0);
  load(Bank::f, first_, 0, block_rows, 0);
  sweep(0, 0);
  load(Bank::f, second_, 8, 2, 8);
  sweep(1, 0);
  const auto wrong = found();
  EXPECT_FALSE(wrong) << wrong->whose << wrong->detail;
}

TEST_F(BufferChecks, RowsThatACommandLeavesUndefinedMustBeLoaded) {
  load(Bank::r, r_, 0, block_rows, 0);
  load(Bank::f, first_, 0, block_rows, 0);
  sweep(0, 0);
  sweep(1, 0);
  const auto wrong = found();
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->row, block_rows - niter);
  EXPECT_EQ(wrong->step, 1);
  EXPECT_NE(wrong->whose.find("(call 3) reads row 8, which no call has loaded"), std::string::npos) << wrong->whose;
}

TEST_F(BufferChecks, ARowOfTheStepBeforeWasLoadedTooEarly) {
  load(Bank::r, r_, 0, block_rows, 0);
  load(Bank::f, first_, 0, block_rows, 0);
  sweep(0, 0);
  load(Bank::f, first_, 8, 2, 8);
  sweep(1, 0);
  const auto wrong = found();
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->row, 8);
  EXPECT_NE(wrong->whose.find("as call 3 has loaded it for the command (call 4)"), std::string::npos) << wrong->whose;
  EXPECT_NE(wrong->detail.find("1 step too old"), std::string::npos) << wrong->detail;
}

// A link of a chain leaves r undefined: nothing is known of it until it is loaded.
TEST_F(BufferChecks, RAfterALinkOfAChainIsNotJudged) {
  load(Bank::r, r_, 0, block_rows, 0);
  load(Bank::f, first_, 0, block_rows, 0);
  sweep(0, 0, true);
  load(Bank::f, first_, 8, block_rows, 0, 1);
  sweep(0, 1);
  EXPECT_FALSE(found());
  places_.clear();
  calls_.calls.clear();
  load(Bank::r, r_, 0, block_rows, 0);
  load(Bank::f, first_, 0, block_rows, 0);
  sweep(0, 0);
  load(Bank::f, first_, 8, block_rows, 0, 1);
  sweep(0, 1);
  const auto wrong = found();
  ASSERT_TRUE(wrong) << "without a chain it stays, and is that of other rows";
  EXPECT_EQ(wrong->bank, Bank::r);
}

}  // namespace
}  // namespace stencil::buffer_check_test
