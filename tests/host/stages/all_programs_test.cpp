// Every program of four stages over two data, from every initial state: runStage copies no more bytes than the cheapest
// way, and refuses programs that no way can run.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/run_stage.hpp"

namespace stencil {
namespace {

constexpr int stages_in_a_program = 4;
constexpr int accesses = 4;          // none, read, overwrite, update
constexpr int kinds = 2 * accesses;  // of one datum in one stage: target and access
constexpr int stage_kinds = 32;      // target, access to the first datum, access to the second
constexpr std::array<Contents, 4> contents{Contents::none, Contents::host, Contents::device, Contents::both};
constexpr int impossible = 1000;

// The least number of copies for one datum, found by trying everything: no copy, or a copy to either side, before each
// stage. State: bit 0 right on the host, bit 1 on the device.
int cheapest(int state, const int* sequence, int left) {
  if (left == 0) return 0;
  const int target = *sequence / accesses;
  const int access = *sequence % accesses;
  const bool needs_old = access == 1 || access == 3;
  const bool writes = access >= 2;
  int best = impossible;
  for (int copied = 0; copied < 2; ++copied) {
    const int now = copied == 0 ? state : state == 0 ? 0 : 3;
    if (needs_old && (now >> target & 1) == 0) continue;
    const int after = writes ? 1 << target : now;
    best = std::min(best, copied + cheapest(after, sequence + 1, left - 1));
  }
  return std::min(best, impossible);
}

// For every initial state and every sequence of kinds.
std::vector<int> table_of_cheapest() {
  std::vector<int> table;
  std::array<int, stages_in_a_program> sequence{};
  for (int state = 0; state < 4; ++state) {
    for (int code = 0; code < kinds * kinds * kinds * kinds; ++code) {
      int rest = code;
      for (int& kind : sequence) {
        kind = rest % kinds;
        rest /= kinds;
      }
      table.push_back(cheapest(state, sequence.data(), stages_in_a_program));
    }
  }
  return table;
}

class CountedDatum final : public SharedDatum {
 public:
  explicit CountedDatum(const char* name) : SharedDatum(name, Contents::none) {}
  void copyToDevice() override { ++copies; }
  void copyFromDevice() override { ++copies; }
  std::int64_t bytes(const RowRange& rows) const override { return rows.rows(); }

  int state() const { return (validOnHost() ? 1 : 0) + (validOnDevice() ? 2 : 0); }
  void set_state(int state) {
    for (const Side side : {Side::host, Side::device}) {
      (state >> static_cast<int>(side) & 1) != 0 ? mark_valid(side, all()) : mark_invalid(side, all());
    }
  }

  int copies = 0;
};

struct Outcome {
  std::int64_t programs = 0;
  std::int64_t possible = 0;
  std::int64_t dearer = 0;  // or refused although possible
  std::int64_t cheaper = 0;
};

// All programs as a tree, so that the common beginning of two programs runs once.
class AllPrograms {
 public:
  // overwrites_as: the access passed to runStage for rows that are overwritten.
  AllPrograms(Access::Kind overwrites_as, StageObserver* observer) : observer_(observer) {
    for (int kind = 0; kind < stage_kinds; ++kind) {
      std::vector<Access> list;
      CountedDatum* const data[] = {&a_, &b_};
      for (int d = 0; d < 2; ++d) {
        const int access = kind / 2 / (d == 0 ? 1 : accesses) % accesses;
        if (access == 1) list.push_back(reads(*data[d]));
        if (access == 2) list.push_back({data[d], overwrites_as, data[d]->all()});
        if (access == 3) list.push_back(updates(*data[d]));
      }
      stages_.push_back(std::make_unique<Stage>(
          "stage", kind % 2 == 0 ? Side::host : Side::device, [] {}, [] {}, std::move(list)));
    }
  }

  Outcome operator()() {
    for (int first = 0; first < 4; ++first) {
      for (int second = 0; second < 4; ++second) {
        initial_ = {first, second};
        a_.set_state(first);
        b_.set_state(second);
        a_.copies = b_.copies = 0;
        descend(0, true);
      }
    }
    return outcome_;
  }

 private:
  void descend(int depth, bool possible) {
    if (depth == stages_in_a_program) return judge(possible);
    const int states[] = {a_.state(), b_.state()};
    const int copies[] = {a_.copies, b_.copies};
    for (int kind = 0; kind < stage_kinds; ++kind) {
      program_[static_cast<std::size_t>(depth)] = kind;
      bool went = possible;
      if (possible) {
        try {
          runStage(*stages_[static_cast<std::size_t>(kind)], observer_);
        } catch (const ArgumentError&) {
          went = false;
        }
      }
      // A refused program stays refused, so its tail is counted without running it.
      descend(depth + 1, went);
      a_.set_state(states[0]);
      b_.set_state(states[1]);
      a_.copies = copies[0];
      b_.copies = copies[1];
    }
  }

  void judge(bool possible) {
    int cheapest = 0;
    for (int d = 0; d < 2; ++d) {
      int code = 0;
      for (int i = stages_in_a_program - 1; i >= 0; --i) {
        const int kind = program_[static_cast<std::size_t>(i)];
        const int access = kind / 2 / (d == 0 ? 1 : accesses) % accesses;
        code = code * kinds + kind % 2 * accesses + access;
      }
      cheapest += table_[static_cast<std::size_t>(
          initial_[static_cast<std::size_t>(d)] * kinds * kinds * kinds * kinds + code)];
    }
    ++outcome_.programs;
    const bool can_be_done = cheapest < impossible;
    if (can_be_done) ++outcome_.possible;
    if (!possible) {
      if (can_be_done) ++outcome_.dearer;
      return;
    }
    const int copies = a_.copies + b_.copies;
    if (!can_be_done || copies < cheapest) ++outcome_.cheaper;
    if (can_be_done && copies > cheapest) ++outcome_.dearer;
  }

  const std::vector<int> table_ = table_of_cheapest();
  CountedDatum a_{"a"};
  CountedDatum b_{"b"};
  std::vector<std::unique_ptr<Stage>> stages_;
  StageObserver* observer_;
  std::array<int, stages_in_a_program> program_{};
  std::array<int, 2> initial_{};
  Outcome outcome_;
};

constexpr std::int64_t all_programs = 16LL * stage_kinds * stage_kinds * stage_kinds * stage_kinds;

TEST(AllPrograms, AreRunWithTheFewestCopiesThereAre) {
  const Outcome outcome = AllPrograms(Access::Kind::overwrite, nullptr)();
  EXPECT_EQ(outcome.programs, all_programs);
  EXPECT_GT(outcome.possible, all_programs / 4);
  EXPECT_EQ(outcome.dearer, 0);
  EXPECT_EQ(outcome.cheaper, 0) << "the account of the cheapest way is wrong, or something was not copied";
}

// Makes runStage forget, after a copy, that the source is still right.
class DropsTheSource final : public StageObserver {
 public:
  void copied(const StageCopy& copy) override {
    const_cast<SharedDatum*>(copy.datum)->mark_invalid(other(copy.to), copy.rows);
  }
};

TEST(AllPrograms, TellAHandlerThatDropsTheSource) {
  DropsTheSource mutant;
  const Outcome outcome = AllPrograms(Access::Kind::overwrite, &mutant)();
  EXPECT_GT(outcome.dearer, 100000);
}

// Copying rows that are then overwritten costs more, or fails where there is nothing to copy.
TEST(AllPrograms, TellAHandlerThatCopiesWhatIsOverwritten) {
  const Outcome outcome = AllPrograms(Access::Kind::update, nullptr)();
  EXPECT_GT(outcome.dearer, 1000000);
}

}  // namespace
}  // namespace stencil
