// Wrong halo rows, and the rows of any rank and step that have their words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "sim/app/package/checks/steps/step_rows.hpp"

namespace stencil {

inline constexpr std::int64_t no_number = std::numeric_limits<std::int64_t>::max();

// Numbers only, as messages have them. step: index of a step.
struct HaloRow {
  std::int64_t step = no_number, row = no_number, digest = 0, asker = 0, number = 0;
  auto place() const { return std::tie(step, row, asker); }
};
inline constexpr int halo_words = 5;
static_assert(sizeof(HaloRow) == halo_words * sizeof(std::int64_t));

// Rows beside each other that some rank had, with the words of wrong ones, each `shift` rows further than these.
// Better ones are less: more of the rows, then the same rows of the field, later before earlier, near, of the owner.
struct Likeness {
  std::int64_t unlike = no_number, shifted = 0, age = 0, other_rank = 0, distance = 0;
  std::int64_t rank = 0, step = 0, first = 0, last = 0, shift = 0, is_owned = 0, ended = 0;
  std::int64_t is_other_array = 0;     // than that of the step with the wrong rows
  std::int64_t is_one_of_several = 0;  // with other shifts
  // Of several, the first row of those that lie as many rows away as there are wrong ones.
  std::int64_t whole_first = no_number;
  auto order() const { return std::tie(unlike, shifted, age, distance, other_rank, rank); }

  void take(const Likeness& other) {
    const bool several = unlike == other.unlike && unlike != no_number &&
                         (shift != other.shift || is_one_of_several != 0 || other.is_one_of_several != 0);
    const std::int64_t whole = unlike == other.unlike  ? std::min(whole_first, other.whole_first)
                               : unlike < other.unlike ? whole_first
                                                       : other.whole_first;
    if (other.order() < order()) *this = other;
    whole_first = whole;
    if (several) is_one_of_several = 1;
  }
};
inline constexpr int likeness_words = 15;
static_assert(sizeof(Likeness) == likeness_words * sizeof(std::int64_t));

// The rows of this rank that are most like those of `run`, which `owner` has: of those that it owned when a step began,
// and of all that a step left.
Likeness most_like(const std::vector<HaloRow>& run, const StepRows& own, int rank, int owner);

// "row 3", "rows 3 .. 5".
std::string halo_rows_text(std::int64_t first, std::int64_t last);
// "they hold rows 26 .. 29, as rank 0 had them when step 1 began".
std::string text_of(const Likeness& like, const std::vector<HaloRow>& run);

}  // namespace stencil
