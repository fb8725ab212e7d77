// How many sweeps made the rows that a C program moves: finds results of rows of two ages, and of more sweeps than a
// shadow edge allows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "host/arrays/vsda/tokens/used_memory.hpp"
#include "host/device/accelerator.hpp"

namespace stencil {

// Follows whole rows, as long as those of the last sweep, from the program's memory to f and back. A row's age is the
// number of sweeps that made it since it was first loaded; it is known as long as the program loads what was stored
// there, and 0 where nothing was. A row that the last sweep has not changed has no age: old and new are the same.
// A row is left behind where a sweep has changed it on the device and no store has brought that back; where the sweep
// had too few rows on one side of it, though the program has more there, nobody wants its result.
class RowAges {
 public:
  struct Found {
    std::int64_t words = 0;  // 0: nothing
    std::string text;
  };

  // call: the number of the program's call. Whole rows begin at multiples of the row's length.
  void loaded(std::int64_t first, std::int64_t words, const double* values, std::int64_t call);
  // f: its words before the sweep; block: its number.
  void swept(const SweepCommand& command, std::int64_t block, const double* f);
  // f: its words after that sweep.
  void sweep_ended(const double* f);
  // Results that depend on rows of a greater age than their own, which the program had taken out and loaded again, or
  // on rows that were left behind.
  Found stored(std::int64_t first, std::int64_t words, const double* values, std::int64_t call);

  // A shadow edge that an update has filled, and the element beside it that the rank owns. Of the first update of an
  // edge: that row, swept more often before it than the edge has rows.
  Found updated(const UsedMemory& shadow, const UsedMemory& edge);
  // Of an update of this array that begins: rows that the one before has sent, which a sweep has changed on the device
  // since they were loaded, and no store has brought back.
  Found old_edges(const std::byte* array) const;
  // Of these results, a row beside a shadow edge swept more often since its update than the edge has rows. The edge
  // goes along to where they are stored.
  Found beyond_shadow(std::int64_t first, std::int64_t words, const double* values);
  // At the end: rows that were left behind, beside rows that were stored, and fewer of an array than the others. alone:
  // the program has one rank; of others that is known only of arrays that updates fill.
  Found never_stored(bool alone) const;
  // The rest of them: rows of arrays that updates fill, other than those of never_stored().
  struct Part {
    std::int64_t stored = 0;  // rows
    std::int64_t left = 0;    // rows
    std::int64_t words = 0;   // of these
    std::int64_t block = 0;   // of the sweep that changed the first of them
  };
  Part part() const;

 private:
  // The sweeps that made a row: how many, and the last calls of itstep_accel.
  struct Age {
    static constexpr std::size_t kept = 4;
    std::int64_t sweeps = 0;
    std::size_t calls = 0;
    std::array<std::pair<std::int64_t, std::int64_t>, kept> last{};  // {block, sweeps} of call i at i modulo kept
  };
  struct Row {
    std::optional<Age> age;          // empty: not known
    std::size_t hash = 0;            // of its values before the last sweep
    std::int64_t call = -1;          // that loaded it
    std::int64_t from = -1;          // that had stored it in the program's memory
    std::int64_t moved = 0;          // rows up (< 0) or down by which that call had moved it
    const double* source = nullptr;  // where it was loaded from; null: of a part of a row
    bool is_old = false;             // there are results there since
    bool is_as_before = false;       // it was loaded from there before, with these values
    std::size_t mixed = 0;           // index in newer_ plus 1 where the last sweep mixed it with rows of another age
  };
  // A row of the program's memory: as it was stored last, and as it was loaded last.
  struct Kept {
    bool stored = false;
    std::optional<Age> age;  // of what was stored
    std::size_t hash = 0;
    std::int64_t call = -1;
    std::int64_t moved = 0;  // rows down from where the block had loaded it; only among rows that it had loaded
    std::size_t loaded = 0;  // hash
    bool changed = false;    // on the device, by a sweep since it was loaded; not stored since
    bool brought = false;    // the results of that sweep were stored, here or elsewhere
    std::int64_t block = 0;  // of that sweep
    // The row beside those of that sweep above and below; null: further away than its sweeps reach.
    std::array<const double*, 2> beyond{};
  };
  struct Run {
    std::int64_t first, last;  // rows
    Age age;
    std::int64_t call, from, moved;
    std::int64_t behind_first, behind_last;  // of these, rows that were left behind; last < first: none
    std::int64_t behind_block;               // by its sweep
  };
  struct Edge {
    bool above;          // the row beside it begins where it ends
    std::int64_t bytes;  // of the shadow edge
    int peer;
    std::optional<std::int64_t> age;  // of the row beside it when the update ended
  };

  // A load before the first sweep, which shows how long its rows are.
  struct Early {
    std::int64_t first;
    std::vector<double> words;
    const double* source;
    std::int64_t call;
  };

  void load_rows(std::int64_t first, const double* values, const double* source, std::int64_t words, std::int64_t call);
  static std::string rows_text(std::int64_t first, std::int64_t last);
  void use_rows_of(std::int64_t cols);
  std::size_t hash(const double* row) const;
  Row& row(std::int64_t index);
  std::optional<Age> age_of(const double* row) const;
  std::vector<Run> runs(std::int64_t rows) const;
  static std::string first_difference(const Run& newer, const Run& older);
  static std::string moved_text(const Run& newer);
  bool is_left_behind(const Kept& kept) const;
  void name_never_stored(const std::vector<std::pair<const double*, Kept>>& rows, Found& found) const;
  bool is_in_edge(const double* row) const;

  std::int64_t cols_ = 0;  // 0: no sweep yet
  std::vector<Early> early_;
  std::vector<Row> rows_;
  std::vector<Run> newer_;
  std::vector<Run> older_;
  std::map<const double*, Kept> kept_;  // by where a row begins
  std::int64_t block_ = 0;              // of the last sweep
  SweepCommand last_;
  std::vector<UsedMemory> sent_;                      // edges of updates that have ended
  std::unordered_map<const std::byte*, Edge> edges_;  // by where the shadow edge ends, or begins
};

}  // namespace stencil
