// Fits differences of cycles to the terms of the cycle laws: exactly, over all classes, or not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/compare/causes/conditions.hpp"
#include "sim/app/compare/causes/terms/class_pair.hpp"

namespace stencil {

// Blocks cost `cycles` more (negative: less) each time they do what the term counts, where the condition holds.
struct Fit {
  const Term* term = nullptr;              // null: a bubble every so many beats, with one more or less per run of them
  std::int64_t beats = 0, most_beats = 0;  // between which their number lies
  std::int64_t cycles = 0;
  Condition condition;
  std::string cause;
  bool nearly = false;                     // some classes miss it by a cycle per block at most
  std::int64_t times = 0, most_times = 0;  // times < most_times: so many of what the term counts cost this, others none

  std::int64_t control = 0;  // cycles of each change of passes beside that

  // The cycles more of a class that this explains.
  std::int64_t cycles_of(const std::vector<ClassPair>& pairs, std::size_t i) const;
  // "1 cycle more per change of passes (pass gap)"; the condition stands apart.
  std::string text() const;
  std::string name() const;    // "pass gap"
  std::string where() const;   // "at the change of passes"
  std::string varies() const;  // "sweeps"

 private:
  std::string beats_text() const;  // "15 to 17 beats"
  std::string beat() const;        // "beat loaded"
};

// Differences of a cause, per class the sum over its blocks; `fitted` are the classes in which every cycle shows.
struct Series {
  std::string cause;
  std::vector<std::int64_t> differences;
  std::vector<bool> fitted;

  bool is_zero() const;
  // The number of fitted classes that differ.
  std::size_t differing() const;
};

// All explanations that hold for all fitted classes, for those that differ and those that do not. Where one holds
// without a condition, none with a condition is returned.
std::vector<Fit> fits_of(const std::vector<ClassPair>& pairs, const Series& series);

// Explanations of a cause "stall", none of another: by results that come later, as many cycles each pass or for each of
// its sweeps; by passes that wait for the last result of the one before, not for the first.
std::vector<Fit> late_fits_of(const std::vector<ClassPair>& pairs, const Series& series);
std::vector<Fit> whole_pass_fits_of(const std::vector<ClassPair>& pairs, const Series& series);

// Pairs of terms that explain all fitted classes together and not alone; in at least five that differ.
std::vector<std::pair<Fit, Fit>> double_fits_of(const std::vector<ClassPair>& pairs, const Series& series);

}  // namespace stencil
