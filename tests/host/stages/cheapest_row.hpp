// The rules of validity for one row, and the fewest copies that satisfy them, found by search.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tests/host/stages/versions.hpp"

namespace stencil {

constexpr int nowhere = 1 << 20;

// The requirements of a stage on one row, as sets of sides.
struct Ask {
  int there = 0;
  int written = 0;
  int wrong = 0;
  bool kept = false;  // right on the other side, too

  void add(Access::Kind kind, Side side) {
    if (kind == Access::Kind::read || kind == Access::Kind::update || kind == Access::Kind::consume) there |= bit(side);
    if (kind == Access::Kind::overwrite || kind == Access::Kind::update) written |= bit(side);
    if (kind == Access::Kind::consume || kind == Access::Kind::spoil) wrong |= bit(side);
    kept = kept || kind == Access::Kind::consume;
  }
  bool nothing() const { return there == 0 && written == 0 && wrong == 0; }
};

// One row: the sides where it is right by the rules, its version, and the cost of the cheapest way to every state.
struct Row {
  std::int64_t version = 0;
  int right = 0;
  std::array<int, 4> cost{};  // by state: bit 0 right on the host, bit 1 on the device

  void begin(int state) {
    right = state;
    cost.fill(nowhere);
    cost[static_cast<std::size_t>(state)] = 0;
  }
  bool can(const Ask& ask) const { return ask.there == 0 || right != 0; }
  // Before each step a row that is right on one side may be copied to the other, or not.
  void go(int there, bool kept, int wrong, int written) {
    std::array<int, 4> next;
    next.fill(nowhere);
    for (int from = 0; from < 4; ++from) {
      const int so_far = cost[static_cast<std::size_t>(from)];
      if (so_far >= nowhere) continue;
      for (int copied = 0; copied < (from == 1 || from == 2 ? 2 : 1); ++copied) {
        const int now = copied == 1 ? 3 : from;
        if ((there & ~now) != 0) continue;
        if (kept && now != 0 && (now & ~wrong) == 0) continue;
        int& best = next[static_cast<std::size_t>(written != 0 ? written : now & ~wrong)];
        best = std::min(best, so_far + copied);
      }
    }
    cost = next;
    if ((there & ~right) != 0 || (kept && right != 0 && (right & ~wrong) == 0)) right = 3;
    right = written != 0 ? written : right & ~wrong;
  }
  int cheapest() const { return *std::min_element(cost.begin(), cost.end()); }
};

}  // namespace stencil
