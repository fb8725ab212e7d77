// Finds a store that puts rows of a block where others of the array they were loaded from belong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil {

// For example, internaloffset is that of another block, or left out: the rows go behind others that they do not follow,
// or to where other rows of the block came from. Reported only where the block holds the rows that belong there, as
// many as were stored and at least as many sweeps from its first row, and no call stores all of these before the next
// sweep: a program may store rows of overlapping blocks behind each other.
class ShiftedStores {
 public:
  struct Found {
    std::int64_t words = 0;  // 0: nothing
    std::string text;
  };

  // Rows as long as those of the sweep that follows; call: the number of the program's call.
  void loaded(std::int64_t first, std::int64_t words, const double* values);
  void stored(std::int64_t first, std::int64_t words, const double* values, std::int64_t call);
  // Judges the stores since the sweep before.
  Found swept(const SweepCommand& command);
  // The same after the last call of the program.
  Found ended();
  // The words of local memory are others.
  void forget();

 private:
  struct Row {
    const double* source = nullptr;  // null: not known
    bool is_stored = false;          // since the last sweep
  };
  struct Target {
    const double* source;
    std::int64_t call;
  };
  // Device rows [first, last) that one call stored, and the row that would have been the first. call_before: it stored
  // the row before; no value: the rows went to where that row was loaded from.
  struct Store {
    std::int64_t first, last, meant, call;
    std::optional<std::int64_t> call_before;
  };

  struct Load {
    std::int64_t first, words;
    const double* values;
  };

  Row& row(std::int64_t index);
  void note_rows(const Load& load);
  // The row of the last sweep that was loaded from there; the number of its rows: none was.
  std::int64_t loaded_from(const double* source);

  SweepCommand last_;
  std::vector<Load> loads_;  // since that sweep
  std::vector<Row> rows_;
  std::unordered_map<const double*, Target> targets_;
  std::optional<Store> odd_;
};

}  // namespace stencil
