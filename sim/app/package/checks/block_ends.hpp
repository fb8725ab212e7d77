// Results too near the end of a block: a C program that cuts blocks with too few rows beside those that it keeps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil {

// The first and the last row of a sweep are never set. Where they are not those of the field, n sweeps spoil the n - 1
// rows beside them too. That a row of the program's memory is not the last of the field shows where another block has
// the row behind it right below it. Spoiled rows may be stored and brought anew before they are used: only those that
// are loaded again as they were stored are found.
class BlockEnds {
 public:
  struct Found {
    std::int64_t words = 0;  // 0: nothing
    std::string text;        // of the first row
  };

  // As the program loads f. Whole rows begin at multiples of the row's length.
  Found loaded(std::int64_t first, std::int64_t words, const double* values);
  void swept(const SweepCommand& command, std::int64_t block);
  void stored(std::int64_t first, std::int64_t words, const double* values, std::int64_t call);
  // The calls that follow find other words in f.
  void forget() { sources_.clear(); }

 private:
  struct Spoiled {
    const double* beyond = nullptr;  // the row of the program's memory that the block lacked
    const double* end = nullptr;     // its last row on that side
    std::int64_t row = 0, from_end = 0, sweeps = 0, block = 0, call = 0;
    std::size_t hash = 0;
  };

  std::size_t hash(const double* row) const;
  const double* source(std::int64_t row) const;
  bool is_inside(const Spoiled& spoiled) const;

  std::vector<const double*> sources_;  // of each word of f; null: not known
  SweepCommand last_;                   // cols 0: no sweep yet
  std::int64_t block_ = 0;
  std::unordered_set<const double*> below_;  // rows that were swept right below the row before them in memory
  std::map<const double*, Spoiled> spoiled_;
};

}  // namespace stencil
