// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/rows/exchange_in_turn.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "host/arrays/exchange/traffic.hpp"
#include "host/arrays/rows/row_distribution.hpp"
#include "tests/support/world.hpp"

namespace stencil {
namespace {

using Part = ExchangeInTurn::Part;

constexpr std::int64_t cols = 3, stw = 2;

// What a rank tells of its messages: "> 1" and "< 1" of bytes to and from rank 1.
class Told final : public HostObserver {
 public:
  void phase_begins(const char* /*phase*/, std::optional<std::int64_t> /*step*/, bool /*runs_device*/) override {}
  void phase_ends() override {}
  void sent(std::int64_t peer, std::int64_t bytes) override { add('>', peer, bytes); }
  void received(std::int64_t peer, std::int64_t bytes) override { add('<', peer, bytes); }
  std::vector<std::string> messages;

 private:
  void add(char way, std::int64_t peer, std::int64_t bytes) {
    EXPECT_EQ(bytes, stw * cols * 8);
    messages.push_back(std::string(1, way) + " " + std::to_string(peer));
  }
};

class InTurn : public ::testing::Test {
 protected:
  InTurn()
      : distribution_(MPI_COMM_WORLD, 5 * test::comm_size() + 1, cols, stw),
        strip_(distribution_.mine().front()),
        exchange_(MPI_COMM_WORLD, distribution_.strips(), distribution_.rank(), cols) {}

  // Of a row of the field, after so many changes.
  static double value(std::int64_t row, std::int64_t col, int change) {
    return static_cast<double>(change * 10000 + row * cols + col);
  }
  void set(int change) {
    memory_.assign(static_cast<std::size_t>(strip_.local_rows() * cols), -1.0);
    for (std::int64_t row = 0; row < strip_.owned; ++row)
      for (std::int64_t col = 0; col < cols; ++col)
        memory_[static_cast<std::size_t>((strip_.before + row) * cols + col)] =
            value(strip_.first_row + row, col, change);
  }
  void expect_rows(std::int64_t first, std::int64_t count, int change, bool set) const {
    for (std::int64_t row = first; row < first + count; ++row)
      for (std::int64_t col = 0; col < cols; ++col)
        ASSERT_EQ(memory_[static_cast<std::size_t>(row * cols + col)],
                  set ? value(strip_.first_local() + row, col, change) : -1.0)
            << row;
  }
  void expect_halo(int change, bool above, bool below) const {
    expect_rows(0, strip_.before, change, above);
    expect_rows(strip_.before, strip_.owned, change, true);
    expect_rows(strip_.before + strip_.owned, strip_.after, change, below);
  }
  bool is_between() const { return strip_.before > 0 && strip_.after > 0; }

  RowDistribution distribution_;
  const Strip strip_;
  ExchangeInTurn exchange_;
  std::vector<double> memory_;
};

TEST_F(InTurn, EachRankAsItLikes) {
  for (int change = 0; change < 32; ++change) {
    set(change);
    if (is_between() && (change >> distribution_.rank() % 5 & 1) != 0) {
      exchange_(Part::first_half, memory_.data(), nullptr);
      expect_halo(change, false, true);
      exchange_(Part::second_half, memory_.data(), nullptr);
    } else {
      exchange_(Part::all, memory_.data(), nullptr);
    }
    expect_halo(change, true, true);
  }
}

TEST_F(InTurn, HalvesAreToldByThemselvesAndCountOnce) {
  Told told;
  set(1);
  const int rank = distribution_.rank();
  const std::string above = std::to_string(rank - 1), below = std::to_string(rank + 1);
  const VsdaTraffic before = vsda_traffic();
  std::vector<std::string> expected;
  if (is_between()) {
    exchange_(Part::first_half, memory_.data(), &told);
    EXPECT_EQ(told.messages, (std::vector<std::string>{"> " + above, "< " + below}));
    exchange_(Part::second_half, memory_.data(), &told);
    expected = {"> " + above, "< " + below, "> " + below, "< " + above};
  } else {
    exchange_(Part::all, memory_.data(), &told);
    for (const char* way : {"> ", "< "}) {
      if (strip_.before > 0) expected.push_back(way + above);
      if (strip_.after > 0) expected.push_back(way + below);
    }
  }
  EXPECT_EQ(told.messages, expected);
  const VsdaTraffic after = vsda_traffic();
  EXPECT_EQ(after.updates - before.updates, 1);
  EXPECT_EQ(after.messages_sent - before.messages_sent, static_cast<std::int64_t>(expected.size() / 2));
}

}  // namespace
}  // namespace stencil
