// Random programs of plain and divided stages, on data with places of their own and data that take turns, in which
// copies and stages fail and are repeated on either side or given up: every stage finds the version written last, no
// right row is lost, and the bytes copied are the fewest possible.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/device_slot.hpp"
#include "host/stages/run_stage.hpp"
#include "host/stages/stage_lb.hpp"
#include "tests/host/stages/cheapest_row.hpp"
#include "tests/host/stages/versions.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

using test::Random;

// Chooses its side when it is run.
struct Choosing final : Stage {
  using Stage::Stage;
  void choose() override { set_target(side); }
  Side side = Side::host;
};

class Program final : public StageObserver {
 public:
  Program(Random& random, DeviceMemory& memory) : random_(random), slot_(memory, "slot", {Bank::f, 0, 0, 1}) {
    const std::int64_t count = random_(1, 3);
    for (std::int64_t d = 0; d < count; ++d) {
      const bool turns = random_(0, 1) == 1;
      const auto contents = static_cast<Contents>(random_(0, turns ? 1 : 3));
      data_.push_back(std::make_unique<Versions>(std::string(1, static_cast<char>('a' + d)), contents,
                                                 random_(1, most_rows), turns ? &slot_ : nullptr));
      rows_.emplace_back(static_cast<std::size_t>(data_.back()->rows()));
      for (std::size_t k = 0; k < rows_.back().size(); ++k) {
        rows_.back()[k].begin(data_.back()->right(static_cast<std::int64_t>(k)));
      }
      ledger_.join(*data_.back());
    }
    for (std::int64_t n = random_(1, 4); n > 0; --n) random_(0, 2) == 0 ? add_divided() : add_plain();
  }

  void begins(const Stage& stage) override { ledger_.begins(stage); }
  void copied(const StageCopy& copy) override {
    bytes_ += copy.bytes;
    ledger_.copied(copy);
  }
  void leaves_device(const SharedDatum& datum) override {
    ledger_.leaves_device(datum);
    for (std::size_t d = 0; d < data_.size(); ++d) {
      if (data_[d].get() != &datum) continue;
      for (Row& row : rows_[d]) row.go(0, true, bit(Side::device), 0);
    }
  }
  void ended(const Stage& stage) override { ledger_.ended(stage); }
  void failed(const Stage& stage, bool was_run) override { ledger_.failed(stage, was_run); }

  struct Count {
    std::int64_t runs = 0;
    std::int64_t failed_runs = 0;
    std::int64_t failed_copies = 0;
    std::int64_t refused = 0;
    std::int64_t flushes = 0;
    std::int64_t turns = 0;
  };

  void operator()(Count& count) {
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

 private:
  struct Job {
    std::unique_ptr<Stage> stage;
    Choosing* choosing = nullptr;
    StageLB* divided = nullptr;
    std::vector<Access> accesses;     // of a plain stage
    std::vector<SplitAccess> splits;  // of a divided stage
    std::int64_t throws_after = 0;    // number of rows written by all functions of a run; -1: does not throw
    int called = 0;                   // sides whose function was called in the last run
  };

  RowRange some_rows(const Versions& datum) {
    const std::int64_t first = random_(0, datum.rows());
    return {first, random_(first, datum.rows())};
  }

  void add_plain() {
    Job job;
    for (std::int64_t n = random_(0, 3); n > 0; --n) {
      Versions& datum = *data_[static_cast<std::size_t>(random_(0, static_cast<std::int64_t>(data_.size()) - 1))];
      const RowRange rows = random_(0, 2) == 0 ? datum.all() : some_rows(datum);
      job.accesses.push_back({&datum, static_cast<Access::Kind>(random_(0, 4)), rows});
    }
    const std::size_t number = jobs_.size();
    auto on_host = [this, number] { work(jobs_[number], Side::host); };
    auto on_device = [this, number] { work(jobs_[number], Side::device); };
    const Side side = random_(0, 1) == 0 ? Side::host : Side::device;
    if (random_(0, 1) == 0) {
      job.stage = std::make_unique<Stage>("s", side, on_host, on_device, job.accesses);
    } else {
      auto choosing = std::make_unique<Choosing>("s", side, on_host, on_device, job.accesses);
      job.choosing = choosing.get();
      job.stage = std::move(choosing);
    }
    jobs_.push_back(std::move(job));
  }

  // Names each datum once, so that the two sides write different rows of it.
  void add_divided() {
    Job job;
    std::int64_t rows = most_rows;
    for (const auto& datum : data_) rows = std::min(rows, datum->rows());
    for (const auto& datum : data_) {
      if (random_(0, 1) == 0) continue;
      SplitAccess split{datum.get(),
                        static_cast<Access::Kind>(random_(0, 2)),
                        random_(0, datum->rows() - rows),
                        random_(0, 2),
                        random_(0, 2),
                        false};
      if (random_(0, 5) == 0) {
        split.kind = Access::Kind::read;
        split.whole = true;
      }
      job.splits.push_back(split);
    }
    const std::size_t number = jobs_.size();
    auto on_host = [this, number](const RowRange&) { work(jobs_[number], Side::host); };
    auto on_device = [this, number](const RowRange&) { work(jobs_[number], Side::device); };
    auto wait = [this, number](const RowRange&) { maybe_throw(jobs_[number]); };
    std::unique_ptr<StageLB> stage =
        random_(0, 1) == 0 ? std::make_unique<StageLB>("lb", 0.5, on_host, on_device, rows, job.splits)
                           : std::make_unique<StageLB>("lb", 0.5, on_host, on_device, wait, rows, job.splits);
    job.divided = stage.get();
    job.stage = std::move(stage);
    jobs_.push_back(std::move(job));
  }

  // Changes the side or the share, or nothing, so that a stage finds its data unchanged.
  void vary(Job& job) {
    if (random_(0, 1) == 0) return;
    const Side side = random_(0, 1) == 0 ? Side::host : Side::device;
    if (job.choosing != nullptr) {
      job.choosing->side = side;
    } else if (job.divided != nullptr) {
      job.divided->set_device_rows(random_(0, job.divided->rows()));
    } else {
      job.stage->set_target(side);
    }
  }

  // The requirements of the stage, at its current side or share, on a row.
  Ask ask_of(const Job& job, std::size_t d, std::int64_t row) const {
    Ask ask;
    const Versions* datum = data_[d].get();
    if (job.divided == nullptr) {
      const Side side = job.choosing != nullptr ? job.choosing->side : job.stage->target();
      for (const Access& access : job.accesses) {
        if (access.datum == datum && row >= access.rows.first && row < access.rows.last) ask.add(access.kind, side);
      }
      return ask;
    }
    for (const SplitAccess& split : job.splits) {
      if (split.datum != datum) continue;
      for (const Side side : {Side::host, Side::device}) {
        const RowRange rows = job.divided->rows_of(side);
        if (rows.empty()) continue;
        const bool own = row >= split.at + rows.first && row < split.at + rows.last;
        const bool near = row >= split.at + rows.first - split.before && row < split.at + rows.last + split.after;
        const bool read = split.kind == Access::Kind::read;
        if (split.whole || (read && near) || (own && !read)) ask.add(split.kind, side);
        if (split.kind == Access::Kind::update && near && !own) ask.add(Access::Kind::consume, side);
      }
    }
    // Rows that one side reads beyond its own need not be kept, since the other side has them.
    if (job.divided != nullptr) ask.kept = false;
    return ask;
  }

  void maybe_throw(Job& job) {
    if (job.throws_after == 0) throw Broken();
  }

  // Checks all rows that it reads, then writes.
  void work(Job& job, Side side) {
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

  bool two_tenants(const Job& job) const {
    int tenants = 0;
    for (const auto& datum : data_) {
      if (datum->shared_place() == nullptr) continue;
      bool named = false;
      if (job.divided == nullptr) {
        const Side side = job.choosing != nullptr ? job.choosing->side : job.stage->target();
        named = std::any_of(job.accesses.begin(), job.accesses.end(), [&](const Access& access) {
          // Rows consumed on the host stay right on the device.
          const bool stays = access.kind == Access::Kind::consume && !access.rows.empty();
          return access.datum == datum.get() && (side == Side::device || stays);
        });
      } else if (!job.divided->rows_of(Side::device).empty()) {
        named = std::any_of(job.splits.begin(), job.splits.end(),
                            [&](const SplitAccess& split) { return split.datum == datum.get(); });
      }
      tenants += named ? 1 : 0;
    }
    return tenants > 1;
  }

  // Makes a later copy of a random datum fail.
  void arm_a_copy() {
    Versions& datum = *data_[static_cast<std::size_t>(random_(0, static_cast<std::int64_t>(data_.size()) - 1))];
    (random_(0, 1) == 0 ? datum.fail_post : datum.fail_settle) = true;
  }
  void disarm() {
    for (const auto& datum : data_) datum->fail_post = datum->fail_settle = false;
  }

  // Returns true if the stage has run, or can never run.
  bool attempt(Job& job, Count& count) {
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

  // A function throws when the counter reaches 0; copies do not change it.
  static bool broke_in_function(const Job& job) { return job.throws_after == 0; }

  // After a failed copy: rows that have become right were copied, and were needed; no others have changed.
  void follow_copies() {
    for (std::size_t d = 0; d < data_.size(); ++d) {
      for (std::size_t k = 0; k < rows_[d].size(); ++k) {
        Row& row = rows_[d][k];
        const int now = data_[d]->right(static_cast<std::int64_t>(k));
        EXPECT_EQ(row.right & ~now, 0) << "lost";
        if (now != row.right) row.go(now & ~row.right, false, 0, 0);
      }
    }
  }

  // Checks that validity follows the rules, that right rows hold their version, and that no copy is in flight.
  void compare() {
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

  // Flushes until that succeeds; announces every other flush to the ledger, which must count the others too.
  void bring_home(Versions& datum, Count& count) {
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

  Random& random_;
  DeviceSlot slot_;
  std::vector<std::unique_ptr<Versions>> data_;
  std::vector<std::vector<Row>> rows_;
  StageLedger ledger_;
  std::vector<Job> jobs_;
  std::int64_t versions_ = 0;
  std::int64_t bytes_ = 0;
};

void run_programs(int wanted) {
  Random random(test::test_seed());
  test::FakeAccelerator device(1);
  DeviceMemory memory(device);
  Program::Count count;
  for (int n = 0; n < wanted; ++n) {
    Program(random, memory)(count);
    ASSERT_FALSE(::testing::Test::HasFailure()) << "program " << n;
  }
  std::printf("%lld runs, %lld that threw, %lld without all copies, %lld refused, %lld flushes, %lld turns\n",
              static_cast<long long>(count.runs), static_cast<long long>(count.failed_runs),
              static_cast<long long>(count.failed_copies), static_cast<long long>(count.refused),
              static_cast<long long>(count.flushes), static_cast<long long>(count.turns));
  for (const std::int64_t number :
       {count.runs, count.failed_runs, count.failed_copies, count.refused, count.flushes, count.turns}) {
    EXPECT_GT(number, wanted / 50);
  }
}

// 6 CPU seconds; twenty times as long under AddressSanitizer, for which a tenth of the programs suffices.
#ifdef __SANITIZE_ADDRESS__
constexpr int programs = 20000;
#else
constexpr int programs = 200000;
#endif

TEST(RandomFailures, LoseNothingAndCopyTheFewestRows) {
  run_programs(programs);
}

}  // namespace
}  // namespace stencil
