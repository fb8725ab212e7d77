// Checks of the classes in every report.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "sim/app/output/blocks_json.hpp"
#include "sim/app/report/report.hpp"

namespace stencil::testing_support {

// Every block names its place: among those of the rank's step where all strips are one list of calls, elsewhere among
// those of its strip; where data stay in the device over steps, among those of all.
inline void expect_places_hold(const Report& report) {
  const bool joined = report.problem->schedule == "joined" || report.problem->schedule == "resident";
  const bool one_list = joined || report.problem->schedule == "overlapped";
  std::map<std::tuple<std::int64_t, std::optional<std::int64_t>, std::optional<std::int64_t>>,
           std::vector<const BlockRecord*>>
      lists;
  for (const BlockRecord& block : report.blocks) {
    lists[{block.rank, joined ? std::nullopt : block.step, one_list ? std::nullopt : block.strip}].push_back(&block);
  }
  for (const auto& [where, blocks] : lists) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      ASSERT_TRUE(blocks[i]->place);
      EXPECT_STREQ(name_of(*blocks[i]->place),
                   name_of(place_in_step(static_cast<std::int64_t>(i), static_cast<std::int64_t>(blocks.size()))));
    }
  }
}

// The classes are those of the listed blocks, which are all blocks; their sums are the totals; and every block's class
// names its place in the step.
inline void expect_classes_hold(const Report& report) {
  EXPECT_EQ(report.blocks_omitted, 0);
  BlockLedger ledger;
  std::map<std::tuple<std::int64_t, std::optional<std::int64_t>, std::optional<std::int64_t>>,
           std::vector<const BlockRecord*>>
      steps;
  for (const BlockRecord& block : report.blocks) {
    ledger.add(block);
    steps[{block.rank, block.step, block.strip}].push_back(&block);
  }
  EXPECT_EQ(Json(classes_json({}, report.classes)), Json(classes_json({}, ledger.classes)));
  std::int64_t count = 0;
  std::int64_t cycles = 0;
  for (const auto& [key, sums] : report.classes) {
    count += sums.count;
    cycles += sums.cycles.back().sum;
  }
  EXPECT_EQ(count, report.count());
  EXPECT_EQ(cycles, report.totals().cycles_all_ranks);
  expect_places_hold(report);
  for (const auto& [where, blocks] : steps) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      ASSERT_EQ(blocks[i]->block, static_cast<std::int64_t>(i));
      EXPECT_NE(blocks[i]->chain.has_value(), blocks[i]->tile.has_value());
      if (!blocks[i]->chain) continue;
      EXPECT_EQ(blocks[i]->chain->above && i == 0, false) << "the first block of a step continues no chain";
      if (i > 0) {
        EXPECT_EQ(blocks[i]->chain->above, blocks[i - 1]->chain->below);
      }
    }
  }
}

}  // namespace stencil::testing_support
