// The calls of joined steps: those that touch the same words are ordered, and halo rows come from where they are right.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "host/jacobi/plan.hpp"
#include "host/jacobi/schedule.hpp"
#include "tests/host/jacobi/call_order.hpp"

namespace stencil {
namespace {

using test::Access;
using test::accesses;
using test::conflict;
using test::expect_conflicts_ordered;
using test::Order;
using test::Part;

TEST(JoinedSteps, OrderWhateverTouchesTheSameWords) {
  std::int64_t pairs = 0;
  for (const Blocking blocking : all_blockings) {
    for (std::int64_t portion = 3; portion <= 9; portion += 3) {
      const std::int64_t most = blocking == Blocking::skewed ? portion : portion / 3;
      for (std::int64_t niter = 1; niter <= most; ++niter) {
        for (std::int64_t rows = 1; rows <= 5 * portion + niter; rows += 1 + rows / 20) {
          // A shorter step at the end, as a run has it. There are 4 buffers at most: of longer steps two before it do.
          const std::vector<Block> step = plan_blocks(rows, portion, niter, blocking);
          std::vector<std::vector<Block>> steps(step.size() < 4 ? 3 : 2, step);
          steps.push_back(plan_blocks(rows, portion, (niter + 1) / 2, blocking));
          std::vector<Block> blocks;
          for (const std::vector<Block>& one : steps) blocks.insert(blocks.end(), one.begin(), one.end());
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

// Strips of a rank, whose halo rows the host sets in the wait before each step but the first, from rows of others. Each
// has as many halo rows at both ends, except that a whole field has none at its own ends.
struct JoinedStrips {
  std::vector<std::vector<JoinedBlock>> steps;
  std::vector<JoinedBlock> blocks;
  std::vector<std::int64_t> rows;
  std::int64_t halo;
  HaloRows halos;

  JoinedStrips(std::vector<std::int64_t> all, std::int64_t portion, std::int64_t niter, Blocking blocking,
               HaloRows where = HaloRows::exchanged)
      : rows(std::move(all)), halo(niter), halos(where) {
    for (const std::int64_t sweeps : {niter, niter, niter, (niter + 1) / 2}) {
      steps.emplace_back();
      for (std::size_t k = 0; k < rows.size(); ++k) {
        for (const Block& block : plan_blocks(rows[k], portion, sweeps, blocking)) {
          const std::int64_t begin = block.first_loaded(), end = begin + block.rows();
          const std::int64_t own_end = rows[k] - after(k);
          const RowHalo own{std::clamp<std::int64_t>(before(k) - begin, 0, block.rows()),
                            std::clamp<std::int64_t>(end - own_end, 0, block.rows())};
          const std::int64_t above_row = k == 0 ? 0 : rows[k - 1] - after(k - 1) - before(k) + begin;
          const std::int64_t below_row =
              k + 1 == rows.size() ? 0 : before(k + 1) + std::max<std::int64_t>(begin - own_end, 0);
          steps.back().push_back({block, static_cast<std::int64_t>(k), own, above_row, below_row});
        }
      }
      blocks.insert(blocks.end(), steps.back().begin(), steps.back().end());
    }
  }

  bool is_whole() const { return halos == HaloRows::whole_field; }
  std::int64_t before(std::size_t strip) const { return is_whole() && strip == 0 ? 0 : halo; }
  std::int64_t after(std::size_t strip) const { return is_whole() && strip + 1 == rows.size() ? 0 : halo; }
  std::vector<Call> calls(std::int64_t f_buffers, std::int64_t r_buffers) const {
    return joined_calls(steps, 1, f_buffers, r_buffers, halos);
  }

  std::vector<Access> accesses_of(const Call& call) const {
    if (call.part != Part::wait) {
      std::vector<Block> plain;
      for (const JoinedBlock& one : blocks) plain.push_back(one.block);
      std::vector<Access> all = accesses(call, plain, 1);
      for (Access& access : all) {
        if (access.memory.rfind("host", 0) == 0)
          access.memory += std::to_string(blocks[static_cast<std::size_t>(call.block)].strip + call.other_strip);
      }
      return all;
    }
    std::vector<Access> all;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::string f = "host f" + std::to_string(k);
      all.push_back({f, 0, before(k), true});
      all.push_back({f, before(k), rows[k] - after(k), false});
      all.push_back({f, rows[k] - after(k), rows[k], true});
    }
    return all;
  }
};

// Returns the number of pairs of calls that touch the same words.
std::int64_t expect_conflicts_ordered(const JoinedStrips& strips, const std::vector<Call>& calls) {
  const Order order(calls);
  std::vector<std::vector<Access>> touched;
  for (const Call& call : calls) touched.push_back(strips.accesses_of(call));
  std::int64_t pairs = 0;
  for (std::size_t b = 0; b < calls.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      if (!conflict(touched[a], touched[b])) continue;
      ++pairs;
      EXPECT_TRUE(order.first_then(a, b)) << name_of(calls[a]) << ", " << name_of(calls[b]) << "\n" << describe(calls);
    }
  }
  return pairs;
}

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
              const std::vector<Call> calls = strips.calls(f_buffers, 2 + f_buffers % 2);
              pairs += expect_conflicts_ordered(strips, calls);
              for (std::size_t b = 0; b < calls.size(); ++b) {
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

// Every row that a block loads is, in the host's memory, that of its own strip or of the one that owns it, as the step
// before has left it; and what touches the same words is ordered, the exchange too.
TEST(JoinedSteps, OfAWholeFieldTakeRightRowsInOrder) {
  std::int64_t pairs = 0, taken = 0, steps_after_exchange = 0;
  for (const Blocking blocking : all_blockings) {
    for (std::int64_t portion = 3; portion <= 9; portion += 3) {
      const std::int64_t most = blocking == Blocking::skewed ? std::min<std::int64_t>(portion, 4) : portion / 3;
      for (std::int64_t niter = 1; niter <= most; ++niter) {
        for (std::int64_t more = 1; more <= 2 * portion; more += 1 + more / 4) {
          for (std::vector<std::int64_t> rows : {std::vector<std::int64_t>{2 * niter + more, 2 * niter + 1},
                                                 {2 * niter + 1, 3 * niter + more, 2 * niter},
                                                 {2 * niter + more, 3 * niter, 2 * niter + 3 + more}}) {
            const JoinedStrips strips(std::move(rows), portion, niter, blocking, HaloRows::whole_field);
            for (std::int64_t f_buffers = 2; f_buffers <= 4; ++f_buffers) {
              const std::vector<Call> calls = strips.calls(f_buffers, 2 + f_buffers % 2);
              pairs += expect_conflicts_ordered(strips, calls);
              for (std::size_t b = 0; b < calls.size(); ++b) {
                if (calls[b].other_strip != 0) ++taken;
                if (calls[b].part == Part::above && calls[b].other_strip == 0) ++steps_after_exchange;
                if (calls[b].part == Part::below && calls[b].other_strip == 0) ++steps_after_exchange;
              }
            }
            ASSERT_FALSE(HasFailure()) << "portion " << portion << ", niter " << niter << ", " << name_of(blocking);
          }
        }
      }
    }
  }
  EXPECT_GT(pairs, 10000);
  EXPECT_GT(taken, 3000);
  EXPECT_GT(steps_after_exchange, 10) << "where a head needs halo rows";
}

TEST(JoinedSteps, OfAWholeFieldTakeHaloRowsFromTheirOwners) {
  const JoinedStrips strips({6, 6, 5}, 9, 1, Blocking::skewed, HaloRows::whole_field);
  const std::string text = describe(strips.calls(2, 2));
  const std::size_t begin = text.find("r(3)"), end = text.find("sweep(4)");
  ASSERT_LT(begin, end);
  EXPECT_EQ(text.substr(begin, end - begin),
            "r(3) r1 [0, 6) from word 0 after sweep(1)\n"
            "rest(3) f1 [0, 5) from word 0 after out(1), out(0)\n"
            "below(3) f1 [5, 6) from word 1 of the strip below after out(1)\n"
            "out(2) f0 [0, 5) to word 0 after sweep(2)\n"
            "sweep(3) f1 r1 after r(3), rest(3), below(3)\n"
            "r(4) r0 [0, 6) from word 0 after sweep(2)\n"
            "rest(4) f0 [1, 5) from word 1 after out(2), out(1)\n"
            "above(4) f0 [0, 1) from word 4 of the strip above after out(2), out(0)\n"
            "below(4) f0 [5, 6) from word 1 of the strip below after out(2)\n"
            "wait after out(2)\n"
            "out(3) f1 [0, 6) to word 0 after sweep(3), above(4)\n");
}

TEST(JoinedSteps, LoadHaloRowsOfTheFirstBlockAfterTheExchange) {
  const JoinedStrips strips({6, 4}, 3, 1, Blocking::skewed);
  const std::string text = describe(strips.calls(2, 2));
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

}  // namespace
}  // namespace stencil
