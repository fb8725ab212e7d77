// The law of a schedule: calls that touch the same words are ordered, and calls that may run side by side are not.
// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/jacobi/plan.hpp"

namespace stencil {
namespace {

using Part = Call::Part;

// Tells which calls are surely done before which others begin.
class Order {
 public:
  explicit Order(const std::vector<Call>& calls) : before_(calls.size(), std::vector<bool>(calls.size())) {
    std::optional<std::size_t> last_load, last_sweep, last_store, last_wait;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const Call& call = calls[i];
      for (const std::size_t other : call.after) {
        EXPECT_LT(other, i) << "waits for a call that is posted later";
        join(i, other);
      }
      if (last_wait) join(i, *last_wait);
      if (call.part == Part::wait) {
        const std::size_t end = call.after.empty() ? i : call.after.front();
        for (std::size_t other = 0; other < end; ++other) join(i, other);
        last_wait = i;
        continue;
      }
      std::optional<std::size_t>& last = call.loads() ? last_load : call.stores() ? last_store : last_sweep;
      if (last) join(i, *last);
      last = i;
    }
  }

  bool first_then(std::size_t a, std::size_t b) const { return before_[b][a]; }

 private:
  void join(std::size_t i, std::size_t other) {
    before_[i][other] = true;
    for (std::size_t k = 0; k < other; ++k) {
      if (before_[other][k]) before_[i][k] = true;
    }
  }

  std::vector<std::vector<bool>> before_;
};

struct Access {
  std::string memory;  // "f0", "r1", "host"
  std::int64_t begin;
  std::int64_t end;
  bool writes;
};

std::vector<Access> accesses(const Call& call, const std::vector<Block>& blocks, std::int64_t cols) {
  const std::int64_t words = call.place.length_words;
  const std::string bank = call.place.bank == Bank::f ? "f" : "r";
  const Access device{bank + std::to_string(call.place.buffer), call.place.offset_words,
                      call.place.offset_words + words, call.loads()};
  const Access host{"host " + bank, call.host_word, call.host_word + words, call.stores()};
  if (call.loads() || call.stores()) return {device, host};
  if (call.part == Part::wait) return {};
  const Block& block = blocks[static_cast<std::size_t>(call.block)];
  return {{"f" + std::to_string(call.place.buffer), 0, block.rows_needed() * cols, true},
          {"r" + std::to_string(call.r_buffer), 0, block.rows() * cols, true}};
}

bool conflict(const std::vector<Access>& a, const std::vector<Access>& b) {
  for (const Access& x : a) {
    for (const Access& y : b) {
      if (x.memory == y.memory && (x.writes || y.writes) && x.begin < y.end && y.begin < x.end) return true;
    }
  }
  return false;
}

// Number of pairs that touch the same words.
std::int64_t expect_conflicts_ordered(const std::vector<Call>& calls, const std::vector<Block>& blocks,
                                      std::int64_t cols) {
  const Order order(calls);
  std::int64_t pairs = 0;
  for (std::size_t b = 0; b < calls.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      if (!conflict(accesses(calls[a], blocks, cols), accesses(calls[b], blocks, cols))) continue;
      ++pairs;
      EXPECT_TRUE(order.first_then(a, b)) << name_of(calls[a]) << " and " << name_of(calls[b]) << " touch the same "
                                          << "words and may run at once\n"
                                          << describe(calls);
    }
  }
  return pairs;
}

TEST(Schedules, OrderWhateverTouchesTheSameWords) {
  std::int64_t pairs = 0;
  for (const Blocking blocking : all_blockings) {
    for (std::int64_t portion = 3; portion <= 11; portion += 2) {
      const std::int64_t most = blocking == Blocking::skewed ? portion : portion / 3;
      for (std::int64_t niter = 1; niter <= most; ++niter) {
        for (std::int64_t rows = 1; rows <= 6 * portion + niter; rows += 1 + rows / 20) {
          const std::vector<Block> blocks = plan_blocks(rows, portion, niter, blocking);
          pairs += expect_conflicts_ordered(sequential_calls(blocks, 3), blocks, 3);
          for (std::int64_t f_buffers = 2; f_buffers <= 4; ++f_buffers) {
            for (std::int64_t r_buffers = 2; r_buffers <= 3; ++r_buffers) {
              pairs += expect_conflicts_ordered(overlapped_calls(blocks, 3, f_buffers, r_buffers), blocks, 3);
            }
          }
          ASSERT_FALSE(HasFailure()) << rows << " rows, portion " << portion << ", niter " << niter << ", "
                                     << name_of(blocking);
        }
      }
    }
  }
  EXPECT_GT(pairs, 10000);
}

TEST(JoinedSteps, OrderWhateverTouchesTheSameWords) {
  std::int64_t pairs = 0;
  for (const Blocking blocking : all_blockings) {
    for (std::int64_t portion = 3; portion <= 9; portion += 3) {
      const std::int64_t most = blocking == Blocking::skewed ? portion : portion / 3;
      for (std::int64_t niter = 1; niter <= most; ++niter) {
        for (std::int64_t rows = 1; rows <= 5 * portion + niter; rows += 1 + rows / 20) {
          // A shorter step at the end, as a run has it.
          std::vector<std::vector<Block>> steps(3, plan_blocks(rows, portion, niter, blocking));
          steps.push_back(plan_blocks(rows, portion, (niter + 1) / 2, blocking));
          std::vector<Block> blocks;
          for (const std::vector<Block>& step : steps) blocks.insert(blocks.end(), step.begin(), step.end());
          for (std::int64_t f_buffers = 2; f_buffers <= 4; ++f_buffers) {
            pairs += expect_conflicts_ordered(joined_calls(steps, 3, f_buffers, 2 + f_buffers % 2), blocks, 3);
          }
          ASSERT_FALSE(HasFailure()) << rows << " rows, portion " << portion << ", niter " << niter << ", "
                                     << name_of(blocking);
        }
      }
    }
  }
  EXPECT_GT(pairs, 10000);
}

// Strips of a rank, whose halo rows the host sets in the wait before each step but the first, from rows of others.
struct JoinedStrips {
  std::vector<std::vector<JoinedBlock>> steps;
  std::vector<JoinedBlock> blocks;
  std::vector<std::int64_t> rows;
  std::int64_t halo;

  JoinedStrips(std::vector<std::int64_t> all, std::int64_t portion, std::int64_t niter, Blocking blocking)
      : rows(std::move(all)), halo(niter) {
    for (const std::int64_t sweeps : {niter, niter, niter, (niter + 1) / 2}) {
      steps.emplace_back();
      for (std::size_t k = 0; k < rows.size(); ++k) {
        for (const Block& block : plan_blocks(rows[k], portion, sweeps, blocking)) {
          const std::int64_t begin = block.first_loaded(), end = begin + block.rows();
          const std::int64_t below = std::max<std::int64_t>(0, end - std::max(rows[k] - halo, begin));
          steps.back().push_back(
              {block, static_cast<std::int64_t>(k), {std::max<std::int64_t>(0, std::min(halo, end) - begin), below}});
        }
      }
      blocks.insert(blocks.end(), steps.back().begin(), steps.back().end());
    }
  }

  std::vector<Access> accesses_of(const Call& call) const {
    if (call.part != Part::wait) {
      std::vector<Block> plain;
      for (const JoinedBlock& one : blocks) plain.push_back(one.block);
      std::vector<Access> all = accesses(call, plain, 1);
      for (Access& access : all) {
        if (access.memory.rfind("host", 0) == 0)
          access.memory += std::to_string(blocks[static_cast<std::size_t>(call.block)].strip);
      }
      return all;
    }
    std::vector<Access> all;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::string f = "host f" + std::to_string(k);
      all.push_back({f, 0, halo, true});
      all.push_back({f, halo, rows[k] - halo, false});
      all.push_back({f, rows[k] - halo, rows[k], true});
    }
    return all;
  }
};

TEST(JoinedSteps, OrderWhateverTouchesTheSameWordsWithExchangesBetweenThem) {
  std::int64_t pairs = 0, before_exchange = 0;
  for (const Blocking blocking : all_blockings) {
    for (std::int64_t portion = 3; portion <= 9; portion += 3) {
      const std::int64_t most = blocking == Blocking::skewed ? std::min<std::int64_t>(portion, 4) : portion / 3;
      for (std::int64_t niter = 1; niter <= most; ++niter) {
        for (std::int64_t more = 1; more <= 2 * portion; more += 1 + more / 4) {
          for (std::vector<std::int64_t> rows : {std::vector<std::int64_t>{2 * niter + more},
                                                 {2 * niter + 1, 2 * niter + more},
                                                 {2 * niter + more, 2 * niter + 3}}) {
            const JoinedStrips strips(std::move(rows), portion, niter, blocking);
            for (std::int64_t f_buffers = 2; f_buffers <= 4; ++f_buffers) {
              const std::vector<Call> calls = joined_calls(strips.steps, 1, f_buffers, 2 + f_buffers % 2, true);
              const Order order(calls);
              std::vector<std::vector<Access>> touched;
              for (const Call& call : calls) touched.push_back(strips.accesses_of(call));
              for (std::size_t b = 0; b < calls.size(); ++b) {
                for (std::size_t a = 0; a < b; ++a) {
                  if (!conflict(touched[a], touched[b])) continue;
                  ++pairs;
                  EXPECT_TRUE(order.first_then(a, b)) << name_of(calls[a]) << ", " << name_of(calls[b]) << "\n"
                                                      << describe(calls);
                }
                if (calls[b].part == Part::wait && !calls[b].after.empty() && calls[b - 1].loads()) ++before_exchange;
              }
            }
            ASSERT_FALSE(HasFailure()) << "portion " << portion << ", niter " << niter << ", " << name_of(blocking);
          }
        }
      }
    }
  }
  EXPECT_GT(pairs, 10000);
  EXPECT_GT(before_exchange, 500);
}

TEST(JoinedSteps, LoadHaloRowsOfTheFirstBlockAfterTheExchange) {
  const JoinedStrips strips({6, 4}, 3, 1, Blocking::skewed);
  const std::string text = describe(joined_calls(strips.steps, 1, 2, 2, true));
  const std::size_t begin = text.find("out(2) f"), end = text.find("out(3) f");
  ASSERT_LT(begin, end);
  EXPECT_EQ(text.substr(begin, end - begin),
            "out(2) f0 [0, 4) to word 0 after sweep(2)\n"
            "r(3) r1 [0, 4) from word 0 after sweep(1)\n"
            "rest(3) f1 [1, 4) from word 1 after out(1)\n"
            "r(4) r0 [0, 2) from word 4 after sweep(2)\n"
            "wait after out(2)\n"
            "above(3) f1 [0, 1) from word 0\n"
            "sweep(3) f1 r1 after r(3), rest(3), above(3)\n"
            "rest(4) f0 [0, 2) from word 4 after out(2)\n");
}

TEST(JoinedSteps, PostTheseCallsAtTheSeam) {
  const std::vector<Block> plan = plan_skewed(10, 3, 1);
  const std::string text = describe(joined_calls({plan, plan}, 1, 3, 2));
  const std::size_t begin = text.find("rest(3)"), end = text.find("sweep(4)");
  ASSERT_LT(begin, end);
  EXPECT_EQ(text.substr(begin, end - begin),
            "rest(3) f0 [0, 4) from word 0 after out(0), out(1)\n"
            "r(3) r1 [0, 4) from word 0 after sweep(1)\n"
            "out(2) f2 [0, 4) to word 6 after sweep(2)\n"
            "sweep(3) f0 r1 after r(3), rest(3)\n"
            "rest(4) f1 [0, 3) from word 4 after out(1), out(2)\n"
            "r(4) r0 [0, 3) from word 4 after sweep(2)\n"
            "wait after out(2)\n"
            "out(3) f0 [0, 3) to word 0 after sweep(3)\n");
}

// Where the next step begins with the rows that the last block stores.
TEST(JoinedSteps, OfOneBlockWaitForItsStore) {
  const std::vector<Block> plan = plan_overlapped_rows(4, 6, 1);
  EXPECT_EQ(describe(joined_calls({plan, plan}, 1, 3, 2)),
            "rest(0) f0 [0, 4) from word 0\n"
            "r(0) r0 [0, 4) from word 0\n"
            "sweep(0) f0 r0 after r(0), rest(0)\n"
            "r(1) r1 [0, 4) from word 0\n"
            "out(0) f0 [0, 4) to word 0 after sweep(0)\n"
            "rest(1) f1 [0, 4) from word 0 after out(0)\n"
            "sweep(1) f1 r1 after r(1), rest(1)\n"
            "wait after out(0)\n"
            "out(1) f1 [0, 4) to word 0 after sweep(1)\n"
            "wait\n");
}

TEST(OverlappedSchedule, LeavesTheNextLoadAndTheLastStoreToTheSweep) {
  for (const Blocking blocking : all_blockings) {
    for (std::int64_t f_buffers = 2; f_buffers <= 3; ++f_buffers) {
      const std::vector<Block> blocks = plan_blocks(100, 15, 5, blocking);
      const std::vector<Call> calls = overlapped_calls(blocks, 3, f_buffers, 2);
      const Order order(calls);
      const auto at = [&](Part part, std::int64_t block) {
        for (std::size_t i = 0; i < calls.size(); ++i) {
          if (calls[i].part == part && calls[i].block == block) return i;
        }
        ADD_FAILURE() << "no such call";
        return std::size_t{0};
      };
      const auto free = [&](std::size_t a, std::size_t b) {
        return !order.first_then(a, b) && !order.first_then(b, a);
      };
      const std::size_t sweep = at(Part::sweep, 3);
      EXPECT_TRUE(free(sweep, at(Part::r, 4)));
      EXPECT_TRUE(free(sweep, at(Part::rest, 4)));
      EXPECT_TRUE(free(sweep, at(Part::out, 2)));
      EXPECT_TRUE(free(at(Part::out, 2), at(Part::r, 4))) << "both directions of the port at once";
      EXPECT_EQ(free(at(Part::out, 2), at(Part::rest, 4)), f_buffers == 3) << "a third buffer lets the load start";
    }
  }
}

// rows 33, portion 15, niter 5, 2 columns: first block, shortened last but one, last.
TEST(OverlappedSchedule, PostsTheseCallsWithOverlappedRowsOnTwoBuffers) {
  EXPECT_EQ(describe(overlapped_calls(plan_overlapped_rows(33, 15, 5), 2, 2, 2)),
            "r(0) r0 [0, 40) from word 0\n"
            "rest(0) f0 [0, 40) from word 0\n"
            "sweep(0) f0 r0 after r(0), rest(0)\n"
            "r(1) r1 [0, 46) from word 20\n"
            "head(1) f1 [0, 10) from word 20\n"
            "rest(1) f1 [10, 46) from word 30\n"
            "out(0) f0 [0, 30) to word 0 after sweep(0), head(1)\n"
            "sweep(1) f1 r1 after r(1), head(1), rest(1)\n"
            "r(2) r0 [0, 20) from word 46 after sweep(0)\n"
            "head(2) f0 [0, 10) from word 46 after out(0)\n"
            "rest(2) f0 [10, 20) from word 56 after out(0)\n"
            "out(1) f1 [10, 36) to word 30 after sweep(1), head(2)\n"
            "sweep(2) f0 r0 after r(2), head(2), rest(2)\n"
            "out(2) f0 [10, 20) to word 56 after sweep(2)\n"
            "wait\n");
}

TEST(OverlappedSchedule, PostsTheseCallsWithSkewedBlocksOnThreeBuffers) {
  EXPECT_EQ(describe(overlapped_calls(plan_skewed(56, 15, 5), 2, 3, 2)),
            "rest(0) f0 [0, 40) from word 0\n"
            "r(0) r0 [0, 40) from word 0\n"
            "sweep(0) f0 r0 after r(0), rest(0)\n"
            "rest(1) f1 [0, 30) from word 40\n"
            "r(1) r1 [0, 30) from word 40\n"
            "out(0) f0 [0, 30) to word 0 after sweep(0)\n"
            "sweep(1) f1 r1 after r(1), rest(1)\n"
            "rest(2) f2 [0, 30) from word 70\n"
            "r(2) r0 [0, 30) from word 70 after sweep(0)\n"
            "out(1) f1 [0, 30) to word 30 after sweep(1)\n"
            "sweep(2) f2 r0 after r(2), rest(2)\n"
            "rest(3) f0 [0, 12) from word 100 after out(0)\n"
            "r(3) r1 [0, 12) from word 100 after sweep(1)\n"
            "out(2) f2 [0, 30) to word 60 after sweep(2)\n"
            "sweep(3) f0 r1 after r(3), rest(3)\n"
            "out(3) f0 [0, 22) to word 90 after sweep(3)\n"
            "wait\n");
}

TEST(SequentialSchedule, WaitsAfterEveryBlock) {
  EXPECT_EQ(describe(sequential_calls(plan_overlapped_rows(16, 15, 5), 1)),
            "r(0) r0 [0, 16) from word 0\n"
            "rest(0) f0 [0, 16) from word 0\n"
            "sweep(0) f0 r0 after rest(0)\n"
            "top(0) f0 [0, 5) to word 0 after rest(0), sweep(0)\n"
            "head(1) f0 [0, 5) from word 6 after sweep(0), top(0)\n"
            "out(0) f0 [5, 11) to word 5 after head(1), sweep(0)\n"
            "wait\n"
            "r(1) r0 [0, 10) from word 6\n"
            "rest(1) f0 [5, 10) from word 11\n"
            "sweep(1) f0 r0 after rest(1)\n"
            "out(1) f0 [5, 10) to word 11 after rest(1), sweep(1)\n"
            "wait\n");
}

}  // namespace
}  // namespace stencil
