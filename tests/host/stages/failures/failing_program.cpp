// The steps of a random program: stages and flushes that may fail, held against the rules of validity.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "host/base/errors.hpp"
#include "host/stages/run_stage.hpp"
#include "tests/host/stages/cheapest_row.hpp"
#include "tests/host/stages/failures/failing_program.hpp"
#include "tests/host/stages/versions.hpp"

namespace stencil {

void FailingProgram::leaves_device(const SharedDatum& datum) {
  ledger_.leaves_device(datum);
  for (std::size_t d = 0; d < data_.size(); ++d) {
    if (data_[d].get() != &datum) continue;
    for (Row& row : rows_[d]) row.go(0, true, bit(Side::device), 0);
  }
}

void FailingProgram::operator()(Count& count) {
  for (std::int64_t left = random_(4, 18); left > 0; --left) {
    if (random_(0, 5) == 0) {
      bring_home(*data_[static_cast<std::size_t>(random_(0, static_cast<std::int64_t>(data_.size()) - 1))], count);
    } else {
      Job& job = jobs_[static_cast<std::size_t>(random_(0, static_cast<std::int64_t>(jobs_.size()) - 1))];
      vary(job);
      // Repeats a failed stage up to three times, on either side, or never.
      for (int tries = 0; !attempt(job, count) && tries < 3 && random_(0, 2) != 0; ++tries) {
        if (random_(0, 1) == 0) vary(job);
      }
    }
    if (::testing::Test::HasFailure()) return;
  }
  int fewest = 0;
  for (const auto& rows : rows_) {
    for (const Row& row : rows) fewest += row.cheapest();
  }
  EXPECT_EQ(bytes_, fewest);
  EXPECT_EQ(ledger_.optimum_bytes(), fewest);
  EXPECT_EQ(ledger_.total().bytes(), bytes_);
}

void FailingProgram::work(Job& job, Side side) {
  job.called |= bit(side);
  maybe_throw(job);
  for (std::size_t d = 0; d < data_.size(); ++d) {
    for (std::size_t k = 0; k < rows_[d].size(); ++k) {
      const auto row = static_cast<std::int64_t>(k);
      if ((ask_of(job, d, row).there & bit(side)) == 0) continue;
      EXPECT_EQ(data_[d]->at(side, row), rows_[d][k].version) << "a stale row";
    }
  }
  for (std::size_t d = 0; d < data_.size(); ++d) {
    for (std::size_t k = 0; k < rows_[d].size(); ++k) {
      const auto row = static_cast<std::int64_t>(k);
      const Ask ask = ask_of(job, d, row);
      if ((ask.wrong & bit(side)) != 0) data_[d]->at(side, row) = garbage;
      if ((ask.written & bit(side)) == 0) continue;
      if (job.throws_after > 0 && --job.throws_after == 0) {
        data_[d]->at(side, row) = garbage;
        throw Broken();
      }
      data_[d]->at(side, row) = versions_ + 1;
    }
  }
}

bool FailingProgram::attempt(Job& job, Count& count) {
  bool possible = !two_tenants(job);
  for (std::size_t d = 0; d < data_.size(); ++d) {
    for (std::size_t k = 0; k < rows_[d].size(); ++k) {
      possible = possible && rows_[d][k].can(ask_of(job, d, static_cast<std::int64_t>(k)));
    }
  }
  const auto chance = random_(0, 5);
  job.throws_after = chance == 0 ? random_(0, 4) : -1;
  if (chance == 1) arm_a_copy();
  const auto before = rows_;
  const auto bytes_before = bytes_;
  const SharedDatum* tenant = slot_.tenant();
  job.called = 0;
  enum { ran, broke, was_refused } outcome = ran;
  try {
    runStage(*job.stage, this);
  } catch (const Broken&) {
    outcome = broke;
  } catch (const ArgumentError&) {
    outcome = was_refused;
  }
  disarm();
  EXPECT_EQ(outcome == was_refused, !possible);
  if (tenant != slot_.tenant()) ++count.turns;
  if (outcome == was_refused) {
    ++count.refused;
    EXPECT_EQ(bytes_, bytes_before) << "copied before it was refused";
    EXPECT_EQ(tenant, slot_.tenant());
    compare();
    return true;
  }
  const bool function_broke = outcome == broke && broke_in_function(job);
  if (outcome == broke && !function_broke) {
    ++count.failed_copies;
    follow_copies();
    compare();
    return false;
  }
  ++(function_broke ? count.failed_runs : count.runs);
  if (!function_broke) ++versions_;
  for (std::size_t d = 0; d < data_.size(); ++d) {
    for (std::size_t k = 0; k < rows_[d].size(); ++k) {
      const Ask ask = ask_of(job, d, static_cast<std::int64_t>(k));
      if (ask.nothing()) continue;
      Row& row = rows_[d][k];
      if (function_broke) {
        // A side whose function a divided stage has not reached keeps its rows.
        row.go(ask.there, ask.kept, (ask.wrong | ask.written) & job.called, 0);
      } else {
        row.go(ask.there, ask.kept, ask.wrong, ask.written);
        if (ask.written != 0) row.version = versions_;
      }
    }
  }
  compare();
  return !function_broke;
}

void FailingProgram::follow_copies() {
  for (std::size_t d = 0; d < data_.size(); ++d) {
    for (std::size_t k = 0; k < rows_[d].size(); ++k) {
      Row& row = rows_[d][k];
      const int now = data_[d]->right(static_cast<std::int64_t>(k));
      EXPECT_EQ(row.right & ~now, 0) << "lost";
      if (now != row.right) row.go(now & ~row.right, false, 0, 0);
    }
  }
}

void FailingProgram::compare() {
  for (std::size_t d = 0; d < data_.size(); ++d) {
    EXPECT_TRUE(data_[d]->idle());
    for (std::size_t k = 0; k < rows_[d].size(); ++k) {
      const auto row = static_cast<std::int64_t>(k);
      EXPECT_EQ(data_[d]->right(row), rows_[d][k].right) << data_[d]->name() << " row " << row;
      for (const Side side : {Side::host, Side::device}) {
        if ((data_[d]->right(row) & bit(side)) == 0) continue;
        EXPECT_EQ(data_[d]->at(side, row), rows_[d][k].version) << data_[d]->name() << " row " << row;
      }
    }
  }
}

void FailingProgram::bring_home(Versions& datum, Count& count) {
  ++count.flushes;
  if (random_(0, 1) == 0) ledger_.flushing(datum, "flush");
  if (random_(0, 2) == 0) (random_(0, 1) == 0 ? datum.fail_post : datum.fail_settle) = true;
  const auto d = static_cast<std::size_t>(
      std::find_if(data_.begin(), data_.end(), [&](const auto& one) { return one.get() == &datum; }) - data_.begin());
  for (bool done = false; !done;) {
    try {
      flush(datum, this);
      done = true;
    } catch (const Broken&) {
      follow_copies();
      compare();
    }
  }
  disarm();
  for (Row& row : rows_[d]) {
    if (row.right != 0) row.go(bit(Side::host), false, 0, 0);
  }
  compare();
}

}  // namespace stencil
