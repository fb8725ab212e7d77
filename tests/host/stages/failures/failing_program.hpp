// A random program of plain and divided stages, on data with places of their own and data that take turns, in which
// copies and stages fail.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/device_slot.hpp"
#include "host/stages/stage_lb.hpp"
#include "tests/host/stages/cheapest_row.hpp"
#include "tests/host/stages/versions.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {

using test::Random;

// Chooses its side when it is run.
struct Choosing final : Stage {
  using Stage::Stage;
  void choose() override { set_target(side); }
  Side side = Side::host;
};

class FailingProgram final : public StageObserver {
 public:
  FailingProgram(Random& random, DeviceMemory& memory) : random_(random), slot_(memory, "slot", {Bank::f, 0, 0, 1}) {
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
  void leaves_device(const SharedDatum& datum) override;
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

  void operator()(Count& count);

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

  RowRange some_rows(const Versions& datum);

  void add_plain();

  // Names each datum once, so that the two sides write different rows of it.
  void add_divided();

  // Changes the side or the share, or nothing, so that a stage finds its data unchanged.
  void vary(Job& job);

  // The requirements of the stage, at its current side or share, on a row.
  Ask ask_of(const Job& job, std::size_t d, std::int64_t row) const;

  void maybe_throw(Job& job) {
    if (job.throws_after == 0) throw Broken();
  }

  // Checks all rows that it reads, then writes.
  void work(Job& job, Side side);

  bool two_tenants(const Job& job) const;

  // Makes a later copy of a random datum fail.
  void arm_a_copy() {
    Versions& datum = *data_[static_cast<std::size_t>(random_(0, static_cast<std::int64_t>(data_.size()) - 1))];
    (random_(0, 1) == 0 ? datum.fail_post : datum.fail_settle) = true;
  }
  void disarm() {
    for (const auto& datum : data_) datum->fail_post = datum->fail_settle = false;
  }

  // Returns true if the stage has run, or can never run.
  bool attempt(Job& job, Count& count);

  // A function throws when the counter reaches 0; copies do not change it.
  static bool broke_in_function(const Job& job) { return job.throws_after == 0; }

  // After a failed copy: rows that have become right were copied, and were needed; no others have changed.
  void follow_copies();

  // Checks that validity follows the rules, that right rows hold their version, and that no copy is in flight.
  void compare();

  // Flushes until that succeeds; announces every other flush to the ledger, which must count the others too.
  void bring_home(Versions& datum, Count& count);

  Random& random_;
  DeviceSlot slot_;
  std::vector<std::unique_ptr<Versions>> data_;
  std::vector<std::vector<Row>> rows_;
  StageLedger ledger_;
  std::vector<Job> jobs_;
  std::int64_t versions_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace stencil
