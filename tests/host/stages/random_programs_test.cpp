// Long random programs over ranges of rows: every stage finds the values written last, on either side, and the bytes
// copied are the fewest possible, row by row.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/ledger/ledger.hpp"
#include "host/stages/run_stage.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

using test::Random;

constexpr std::int64_t row_bytes = 24;

// Rows that hold the number of their last write, on either side.
class StampedDatum final : public SharedDatum {
 public:
  StampedDatum(const std::string& name, Contents contents, std::int64_t rows)
      : SharedDatum(name, contents, rows),
        memory_{std::vector<std::int64_t>(static_cast<std::size_t>(rows), unwritten),
                std::vector<std::int64_t>(static_cast<std::size_t>(rows), unwritten)} {
    for (const Side side : {Side::host, Side::device}) {
      valid(side).for_each_present(all(), [&](const RowRange& part) {
        for (std::int64_t row = part.first; row < part.last; ++row) at(side, row) = 0;
      });
    }
  }

  void copyToDevice() override { copyRowsToDevice(all()); }
  void copyFromDevice() override { copyRowsFromDevice(all()); }
  void copyRowsToDevice(const RowRange& rows) override { copy(Side::device, rows); }
  void copyRowsFromDevice(const RowRange& rows) override { copy(Side::host, rows); }
  std::int64_t bytes(const RowRange& rows) const override { return rows.rows() * row_bytes; }

  std::int64_t& at(Side side, std::int64_t row) {
    return memory_[static_cast<std::size_t>(side)][static_cast<std::size_t>(row)];
  }

  bool somewhere(std::int64_t row) const {
    const RowRange one{row, row + 1};
    return valid(Side::host).contains(one) || valid(Side::device).contains(one);
  }

  static constexpr std::int64_t unwritten = -1;
  static constexpr std::int64_t garbage = -2;

 private:
  void copy(Side to, const RowRange& rows) {
    for (std::int64_t row = rows.first; row < rows.last; ++row) at(to, row) = at(other(to), row);
  }

  std::array<std::vector<std::int64_t>, 2> memory_;
};

// The accesses of one stage to one row.
struct Step {
  Side target = Side::host;
  bool needs_old = false;
  bool writes = false;
  bool leaves_wrong = false;
  bool keeps = false;  // on the other side
};

constexpr std::int64_t impossible_copies = 1 << 20;

// The least number of copies of one row, by the shortest path through the states none, host, device, both.
std::int64_t cheapest(int state, const std::vector<Step>& steps) {
  std::array<std::int64_t, 4> cost;
  cost.fill(impossible_copies);
  cost[static_cast<std::size_t>(state)] = 0;
  for (const Step& step : steps) {
    std::array<std::int64_t, 4> next;
    next.fill(impossible_copies);
    const int target = static_cast<int>(step.target);
    for (int from = 0; from < 4; ++from) {
      for (int copied = 0; copied < 2; ++copied) {
        const int now = copied == 0 || from == 0 ? from : 3;
        if (step.needs_old && (now >> target & 1) == 0) continue;
        if (step.keeps && (now >> (1 - target) & 1) == 0) continue;
        const int left = step.leaves_wrong ? now & ~(1 << target) : now;
        auto& best = next[static_cast<std::size_t>(step.writes ? 1 << target : left)];
        best = std::min(best, cost[static_cast<std::size_t>(from)] + copied);
      }
    }
    cost = next;
  }
  return *std::min_element(cost.begin(), cost.end());
}

class RandomProgram final : public StageObserver {
 public:
  explicit RandomProgram(Random& random) : random_(random) {
    const std::int64_t count = random_(1, 3);
    for (std::int64_t d = 0; d < count; ++d) {
      const auto contents = static_cast<Contents>(random_(0, 3));
      const std::int64_t rows = random_(1, 14);
      data_.push_back(std::make_unique<StampedDatum>("datum " + std::to_string(d), contents, rows));
      Rows all(static_cast<std::size_t>(rows));
      for (Row& row : all) {
        row.initial = contents == Contents::none     ? 0
                      : contents == Contents::host   ? 1
                      : contents == Contents::device ? 2
                                                     : 3;
        row.stamp = row.initial == 0 ? StampedDatum::unwritten : 0;
      }
      rows_.push_back(std::move(all));
      ledger_.join(*data_.back());
    }
  }

  void begins(const Stage& stage) override { ledger_.begins(stage); }
  void copied(const StageCopy& copy) override {
    copied_bytes_ += copy.bytes;
    ledger_.copied(copy);
  }
  void ended(const Stage& stage) override { ledger_.ended(stage); }

  // Returns the number of stages run.
  int operator()() {
    int run = 0;
    for (std::int64_t left = random_(5, 40); left > 0; --left) run += one_stage() ? 1 : 0;
    std::int64_t fewest = 0;
    for (const Rows& rows : rows_) {
      for (const Row& row : rows) fewest += cheapest(row.initial, row.steps);
    }
    EXPECT_EQ(copied_bytes_, fewest * row_bytes);
    EXPECT_EQ(ledger_.optimum_bytes(), fewest * row_bytes);
    EXPECT_EQ(ledger_.total().bytes(), copied_bytes_);
    return run;
  }

 private:
  struct Row {
    int initial = 0;
    std::int64_t stamp = 0;  // number of the last write
    std::vector<Step> steps;
  };
  using Rows = std::vector<Row>;

  bool one_stage() {
    const Side target = random_(0, 1) == 0 ? Side::host : Side::device;
    std::vector<Access> accesses;
    for (std::int64_t n = random_(0, 4); n > 0; --n) {
      const auto d = static_cast<std::size_t>(random_(0, static_cast<std::int64_t>(data_.size()) - 1));
      const std::int64_t first = random_(0, data_[d]->rows());
      const RowRange rows{first, random_(first, data_[d]->rows())};
      accesses.push_back({data_[d].get(), static_cast<Access::Kind>(random_(0, 4)), rows});
    }
    const auto body = [&] { look_and_write(target, accesses); };
    Stage stage("stage", target, body, body, accesses);
    const bool possible = record(target, accesses);
    if (!possible) {
      const std::int64_t before = copied_bytes_;
      EXPECT_THROW(runStage(stage, this), ArgumentError);
      EXPECT_EQ(copied_bytes_, before) << "copied before it was refused";
      return false;
    }
    runStage(stage, this);
    return true;
  }

  // All accesses of the stage to a row of a datum.
  Step step_of(std::size_t d, std::int64_t row, Side target, const std::vector<Access>& accesses) const {
    Step step{target, false, false, false, false};
    for (const Access& access : accesses) {
      if (access.datum != data_[d].get() || row < access.rows.first || row >= access.rows.last) continue;
      step.needs_old = step.needs_old || access.needs_old();
      step.writes = step.writes || access.writes();
      step.leaves_wrong = step.leaves_wrong || access.leaves_wrong();
      step.keeps = step.keeps || access.kind == Access::Kind::consume;
    }
    return step;
  }

  // Adds the stage to the history of every row. Returns false, and adds nothing, if a row that it reads is right
  // nowhere.
  bool record(Side target, const std::vector<Access>& accesses) {
    std::vector<std::pair<Row*, Step>> steps;
    for (std::size_t d = 0; d < data_.size(); ++d) {
      for (std::size_t row = 0; row < rows_[d].size(); ++row) {
        const Step step = step_of(d, static_cast<std::int64_t>(row), target, accesses);
        if (step.needs_old && !data_[d]->somewhere(static_cast<std::int64_t>(row))) return false;
        if (step.needs_old || step.writes || step.leaves_wrong) steps.emplace_back(&rows_[d][row], step);
      }
    }
    for (const auto& [row, step] : steps) row->steps.push_back(step);
    return true;
  }

  // The function of a stage: checks all rows that it reads, then writes a new stamp.
  void look_and_write(Side target, const std::vector<Access>& accesses) {
    ++stamp_;
    for (std::size_t d = 0; d < data_.size(); ++d) {
      for (std::size_t k = 0; k < rows_[d].size(); ++k) {
        const auto row = static_cast<std::int64_t>(k);
        const Step step = step_of(d, row, target, accesses);
        if (step.needs_old) {
          EXPECT_EQ(data_[d]->at(target, row), rows_[d][k].stamp) << "a stale row";
        }
        if (step.leaves_wrong) data_[d]->at(target, row) = StampedDatum::garbage;
        if (step.writes) data_[d]->at(target, row) = rows_[d][k].stamp = stamp_;
      }
    }
  }

  Random& random_;
  std::vector<std::unique_ptr<StampedDatum>> data_;
  std::vector<Rows> rows_;
  StageLedger ledger_;
  std::int64_t stamp_ = 0;
  std::int64_t copied_bytes_ = 0;
};

TEST(RandomPrograms, CopyTheFewestRowsAndNeverUseAStaleOne) {
  Random random(test::test_seed());
  std::int64_t stages = 0;
  for (int program = 0; program < 12000; ++program) {
    stages += RandomProgram(random)();
    ASSERT_FALSE(::testing::Test::HasFailure()) << "program " << program;
  }
  EXPECT_GT(stages, 100000);
}

}  // namespace
}  // namespace stencil
