// Lists the words that each call of a schedule reads or writes, and the order that dependencies enforce.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/jacobi/schedule.hpp"

namespace stencil::test {

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

inline std::vector<Access> accesses(const Call& call, const std::vector<Block>& blocks, std::int64_t cols) {
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

inline bool conflict(const std::vector<Access>& a, const std::vector<Access>& b) {
  for (const Access& x : a) {
    for (const Access& y : b) {
      if (x.memory == y.memory && (x.writes || y.writes) && x.begin < y.end && y.begin < x.end) return true;
    }
  }
  return false;
}

// Number of pairs that touch the same words.
inline std::int64_t expect_conflicts_ordered(const std::vector<Call>& calls, const std::vector<Block>& blocks,
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

}  // namespace stencil::test
