// How many sweeps made the rows that a C program moves: finds results of rows of two ages, and of more sweeps than a
// shadow edge allows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "host/arrays/vsda/tokens/used_memory.hpp"
#include "host/device/accelerator.hpp"

namespace stencil {

// Follows whole rows, as long as those of the last sweep, from the program's memory to f and back. A row's age is the
// number of sweeps that made it since it was first loaded; it is known as long as the program loads what was stored
// there, and 0 where nothing was. A row that the last sweep has not changed has no age: old and new are the same.
class RowAges {
 public:
  struct Found {
    std::int64_t words = 0;  // 0: nothing
    std::string text;
  };

  // call: the number of the program's call. Whole rows begin at multiples of the row's length.
  void loaded(std::int64_t first, std::int64_t words, const double* values, std::int64_t call);
  // f: its words before the sweep.
  void swept(const SweepCommand& command, const double* f);
  // Results that depend on rows of a greater age than their own, which the program had taken out and loaded again.
  Found stored(std::int64_t first, std::int64_t words, const double* values, std::int64_t call);

  // A shadow edge that an update has filled, and the element beside it that the rank owns.
  void updated(const UsedMemory& shadow, const UsedMemory& edge);
  // Of these results, a row beside a shadow edge swept more often since its update than the edge has rows.
  Found beyond_shadow(std::int64_t first, std::int64_t words, const double* values) const;

 private:
  struct Row {
    std::optional<std::int64_t> age;  // empty: not known
    std::size_t hash = 0;             // of its values before the last sweep
    std::int64_t call = -1;           // that loaded it
    std::int64_t from = -1;           // that had stored it in the program's memory
    std::size_t older = 0;            // index in newer_ plus 1 where the last sweep mixed it with newer rows
  };
  struct Stored {
    std::optional<std::int64_t> age;
    std::size_t hash;
    std::int64_t call;
  };
  struct Run {
    std::int64_t first, last;  // rows
    std::int64_t age, call, from;
  };
  struct Edge {
    bool above;          // the row beside it begins where it ends
    std::int64_t bytes;  // of the shadow edge
    int peer;
    std::optional<std::int64_t> age;  // of the row beside it when the update ended
  };

  void use_rows_of(std::int64_t cols);
  std::size_t hash(const double* row) const;
  Row& row(std::int64_t index);
  std::optional<std::int64_t> age_of(const double* row) const;
  std::vector<Run> runs(std::int64_t rows) const;

  std::int64_t cols_ = 0;  // 0: no sweep yet
  std::vector<Row> rows_;
  std::vector<Run> newer_;
  std::vector<Run> older_;
  std::unordered_map<const double*, Stored> stored_;
  std::unordered_map<const std::byte*, Edge> edges_;  // by where the shadow edge ends, or begins
};

}  // namespace stencil
