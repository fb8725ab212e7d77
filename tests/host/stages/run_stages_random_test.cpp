// Lists of stages in random programs: results, copies and refusals of one stage after another.
// SPDX-License-Identifier: Apache-2.0
#include "host/stages/ahead/run_stages.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/published/published.hpp"
#include "tests/host/stages/ahead_world.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

struct Outcome {
  std::vector<double> log;
  std::vector<std::vector<double>> host;
  std::set<std::string> account;
  std::string validity;
  std::string refusal;
  std::int64_t transfers = 0;
  std::int64_t ahead = 0;  // commands with copies beside them
};

Outcome outcome_of(std::uint64_t seed, bool as_list) {
  Random random(seed);
  World world(static_cast<Happens>(random(0, 5)), seed);
  std::vector<Stage*> program;
  for (std::int64_t n = random(2, 7); n > 0; --n) {
    std::vector<Access> accesses;
    for (std::int64_t k = random(1, 3); k > 0; --k) {
      const std::int64_t first = random(0, 2) == 0 ? random(0, rows - 1) : 0;
      const std::int64_t last = first == 0 && random(0, 2) != 0 ? rows : random(first, rows);
      accesses.push_back({&world[static_cast<int>(random(0, 4))],
                          static_cast<Access::Kind>(random(0, random(0, 2) == 0 ? 4 : 2)),
                          {first, last}});
    }
    world.add(random(0, 3) == 0 ? Side::host : Side::device, accesses);
  }
  for (std::int64_t n = random(4, 14); n > 0; --n) {
    program.push_back(
        world.stages[static_cast<std::size_t>(random(0, static_cast<std::int64_t>(world.stages.size()) - 1))].get());
  }
  Outcome outcome;
  try {
    if (as_list) {
      runStages(program, &world.ledger);
    } else {
      for (Stage* stage : program) runStage(*stage, &world.ledger);
    }
  } catch (const ArgumentError& error) {
    outcome.refusal = error.what();
  }
  outcome.validity = world.validity();
  outcome.account = world.account();
  world.flush_all();
  outcome.log = world.log;
  outcome.host = world.host;
  outcome.transfers = world.device.traffic().transfers;
  const std::vector<std::string>& calls = world.device.calls;
  for (std::size_t i = 0; i + 1 < calls.size(); ++i) {
    if (calls[i].substr(0, 5) == "start" && calls[i + 1] != "wait") ++outcome.ahead;
  }
  return outcome;
}

TEST(RunStages, EqualOneAfterAnotherInRandomPrograms) {
  const std::uint64_t seed = test::test_seed();
  std::int64_t refused = 0, ahead = 0;
  for (std::uint64_t k = 0; k < 4000; ++k) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed + k);
    const Outcome one_by_one = outcome_of(seed + k, false);
    const Outcome list = outcome_of(seed + k, true);
    EXPECT_EQ(list.log, one_by_one.log);
    EXPECT_EQ(list.host, one_by_one.host);
    EXPECT_EQ(list.refusal, one_by_one.refusal);
    EXPECT_EQ(list.validity, one_by_one.validity);
    EXPECT_EQ(list.account, one_by_one.account);
    EXPECT_EQ(list.transfers, one_by_one.transfers);
    EXPECT_EQ(one_by_one.ahead, 0);
    refused += list.refusal.empty() ? 0 : 1;
    ahead += list.ahead;
    if (HasFailure()) return;
  }
  EXPECT_GT(refused, 200);
  EXPECT_GT(ahead, 1000);
}

}  // namespace
}  // namespace stencil
