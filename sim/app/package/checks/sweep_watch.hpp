// Notices a C program that may have forgotten a sweep, rows of one or an update, by what it loads, sweeps and stores.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/arrays/vsda/tokens/used_memory.hpp"
#include "host/device/accelerator.hpp"
#include "sim/app/package/checks/block_ends.hpp"
#include "sim/app/package/checks/coverage/coverage.hpp"
#include "sim/app/package/checks/local_parts.hpp"
#include "sim/app/package/checks/r_of_one_end.hpp"
#include "sim/app/package/checks/right_hand_rows.hpp"
#include "sim/app/package/checks/stores/row_ages.hpp"
#include "sim/app/package/checks/stores/shifted_stores.hpp"
#include "sim/app/package/checks/stores/unread_shadows.hpp"
#include "sim/app/package/checks/swapped_shape.hpp"
#include "sim/app/package/checks/unread_loads.hpp"

namespace stencil {

// Follows the words of f. None of these is wrong for certain: the first is one line of warning on stderr, all are
// counted.
class SweepWatch {
 public:
  explicit SweepWatch(std::int64_t words)
      : unswept_(static_cast<std::size_t>(words), false), stored_(static_cast<std::size_t>(words), false) {}

  void loaded(Bank bank, std::int64_t first, std::int64_t words, const double* values);
  void stored(std::int64_t first, std::int64_t words, const double* values);
  // Before a sweep, with the words of f and r. block: number of the block in the call ledger that the sweep belongs to.
  void swept(const SweepCommand& command, std::int64_t block, const double* f, const double* r);
  // After it.
  void sweep_ended(const double* f) { ages_.sweep_ended(f); }
  // stencil_step_begin sweeps these words in a part of its own.
  void step_begins(const double* f, std::int64_t words) { note_beyond("stencil_step_begin", f, words, ""); }
  // VSDA_Update_begin is called with this array.
  void update_begins(const void* array);
  // Of an update that has ended, for each neighbour: the shadow edge that it filled, the edge that it sent.
  void updated(const UsedMemory& shadow, const UsedMemory& edge);

  // The program has made its last call. alone: it has one rank.
  void ended(bool alone);

  // The calls that follow find other words in f, which no load brought: rows known by now are dropped.
  void forget();

  const Coverage& coverage() const { return coverage_; }
  // After ended(): rows swept and not stored that it has not named.
  RowAges::Part part() const { return ages_.part(); }
  // Which rows of r the last sweep had.
  const RightHandRows& right_hand() const { return right_hand_; }

 private:
  struct Marked {
    std::int64_t count = 0;
    std::string text;
  };
  // A run of words that was loaded since the last sweep, by one call or several.
  struct Load {
    Bank bank;
    std::int64_t first, end, call;
    const double* values;
  };
  // Memory that updates fill, and who loads it.
  struct Updated {
    const std::byte* first;
    const std::byte* last;
    std::int64_t elemsize, updates;
    bool by_f, by_r;
  };

  // Loads of r that run out of the local part of an array: all their words, and the first one's text.
  struct RBeyond {
    std::int64_t words = 0;
    std::string text = {};
    void take(const LocalParts::Found& found, std::int64_t call);
  };

  void note(std::int64_t& count, std::int64_t more, const char* function, const std::string& text);
  void note_beyond(const char* function, const double* values, std::int64_t words, const std::string& place);
  void note_r_beyond();
  void note_shifted(const ShiftedStores::Found& found);
  Marked marked(const std::vector<bool>& marks, std::int64_t first, std::int64_t end) const;
  std::string not_whole(std::int64_t first, std::int64_t words) const;
  void check_loads(std::int64_t call);

  std::vector<bool> unswept_;    // loaded, and neither swept nor stored since
  std::vector<bool> stored_;     // and neither loaded nor swept since
  std::int64_t loaded_end_ = 0;  // of all words that were ever loaded
  SweepCommand last_;            // the last sweep
  std::int64_t block_ = 0;       // its block
  std::int64_t calls_ = 0;       // that load, sweep and store
  RowAges ages_;
  RightHandRows right_hand_;
  ROfOneEnd r_of_one_end_;
  BlockEnds ends_;
  UnreadLoads unread_;
  UnreadShadows unread_shadows_;
  ShiftedStores shifted_;
  SwappedShape shape_;
  std::vector<Load> loads_;
  std::vector<Updated> updated_;
  RBeyond r_beyond_ = {};  // since the last sweep
  bool warned_ = false;
  Coverage coverage_;
};

}  // namespace stencil
