// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/unordered_calls.hpp"

#include <gtest/gtest.h>

#include <array>

namespace stencil {
namespace {

using Kind = TransferFault::Kind;
using Pair = std::optional<std::pair<std::size_t, std::size_t>>;

class UnorderedCalls : public ::testing::Test {
 protected:
  GivenCall transfer(Kind kind, Bank bank, int buffer, std::int64_t host, std::vector<std::size_t> after = {}) {
    GivenCall call;
    call.kind = kind;
    call.place = {bank, buffer, 0, 25};
    call.host = memory_.data() + host;
    call.after = std::move(after);
    return call;
  }
  GivenCall sweep(int buffer, std::vector<std::size_t> after) {
    SweepCommand command;
    command.rows = command.cols = 5;
    command.niter = 1;
    command.f_buffer = command.r_buffer = buffer;
    GivenCall call;
    call.kind = Kind::command;
    call.command = command;
    call.after = std::move(after);
    return call;
  }
  // Two blocks through buffer 0; `last` is what the load of the second one waits for.
  std::vector<GivenCall> two_blocks(std::vector<std::size_t> last, std::vector<std::size_t> first_sweep = {0, 1}) {
    return {transfer(Kind::load, Bank::r, 0, 0), transfer(Kind::load, Bank::f, 0, 100),
            sweep(0, std::move(first_sweep)), transfer(Kind::store, Bank::f, 0, 100, {2}),
            transfer(Kind::load, Bank::f, 0, 200, std::move(last))};
  }
  std::array<double, 400> memory_{};
};

TEST_F(UnorderedCalls, ALoadWaitsForTheStoreBeforeIt) {
  EXPECT_EQ(unordered_calls(two_blocks({3})), Pair());
  EXPECT_EQ(unordered_calls(two_blocks({2})), Pair(std::pair(3, 4)));
  EXPECT_EQ(unordered_calls(two_blocks({})), Pair(std::pair(3, 4)));
}

TEST_F(UnorderedCalls, ACommandWaitsForItsLoads) {
  EXPECT_EQ(unordered_calls(two_blocks({3}, {1})), Pair()) << "loads come one after another";
  EXPECT_EQ(unordered_calls(two_blocks({3}, {0})), Pair(std::pair(1, 2)));
}

TEST_F(UnorderedCalls, HostMemoryCounts) {
  std::vector<GivenCall> calls{transfer(Kind::load, Bank::f, 0, 0), sweep(0, {0}),
                               transfer(Kind::store, Bank::f, 0, 50, {1}), transfer(Kind::load, Bank::f, 1, 60)};
  calls[0].place.bank = Bank::f;
  calls.insert(calls.begin(), transfer(Kind::load, Bank::r, 0, 200));
  for (std::size_t i = 1; i < calls.size(); ++i) {
    for (std::size_t& other : calls[i].after) ++other;
  }
  EXPECT_EQ(unordered_calls(calls), Pair(std::pair(3, 4)));
  calls[4].host = memory_.data() + 75;
  EXPECT_EQ(unordered_calls(calls), Pair());
}

}  // namespace
}  // namespace stencil
