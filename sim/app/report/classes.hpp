// Sums blocks by class as they come: those that are alike in everything that decides their cost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "sim/app/report/blocks.hpp"
#include "sim/app/report/record_fields.hpp"

namespace stencil {

// Minimum, maximum and sum of a count over the blocks of a class; zeros without blocks.
struct Spread {
  std::int64_t minimum = 0;
  std::int64_t maximum = 0;
  std::int64_t sum = 0;

  bool varies() const { return minimum != maximum; }
};

// For each of cause_fields, in their order, then for the total.
using CauseSpreads = std::array<Spread, cause_fields.size() + 1>;

// The cost of the blocks of a class.
struct ClassSums {
  std::int64_t count = 0;
  std::int64_t on_rtl = 0;                    // of these, in a run that also has blocks on the model
  CauseSpreads cycles{};                      // measured
  CauseSpreads model{};                       // predicted
  CauseSpreads difference{};                  // measured less predicted, block by block
  std::array<Spread, other_counts> others{};  // in the order of visit_other_counts

  void add(const BlockCounts& block);
  void add(const ClassSums& more);

  const Spread& ideal() const;

  // Calls visit(spread) for all of them, in order. Sums: ClassSums, const or not.
  template <class Sums, class Visit>
  static void visit_spreads(Sums& sums, Visit&& visit) {
    for (auto* spreads : {&sums.cycles, &sums.model, &sums.difference}) {
      for (auto& spread : *spreads) visit(spread);
    }
    for (auto& spread : sums.others) visit(spread);
  }
};
inline constexpr std::size_t class_spreads = 3 * std::tuple_size_v<CauseSpreads> + other_counts;

// Orders classes as reports do: by rows, columns, sweeps and kept rows, each from the largest (none: last), then by
// links (none, then not above before above, not below before below), tile class, direction, and place in the step.
struct ClassOrder {
  bool operator()(const BlockClass& a, const BlockClass& b) const;
};

using ClassTable = std::map<BlockClass, ClassSums, ClassOrder>;

}  // namespace stencil
