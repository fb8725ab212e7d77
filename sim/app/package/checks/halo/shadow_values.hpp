// Shadows of f as the program loads them after an update, held against what the rank that owns the rows has loaded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "host/arrays/vsda/tokens/updated_box.hpp"
#include "host/arrays/vsda/tokens/used_memory.hpp"
#include "host/device/accelerator.hpp"
#include "sim/app/package/checks/coverage/coverage.hpp"
#include "sim/app/package/checks/halo/shared_rows.hpp"

namespace stencil {

// For example, a program sets a wall that is not its own, or changes its own rows after it has sent them. Of each
// update the first load counts, and only where the sweep that follows reaches it. Left out: a shadow that is loaded in
// part, or that a store overwrites before it is loaded, and all behind the first 131,072 rows with keys of their own.
class ShadowValues {
 public:
  // An update that has ended has filled `shadow` and sent `edge`.
  void updated(const UsedMemory& shadow, const UsedMemory& edge);
  // The same of an array in boxes, by its two ends.
  void box_update_begins(const UpdatedBox& box);
  void box_update_ended(const void* array);

  void loaded(const double* values, std::int64_t words);
  void stored(const double* values, std::int64_t words) { drop(bytes_of(values), words * word); }
  void swept(const SweepCommand& command);

  std::vector<SharedRow> rows() const;

 private:
  static constexpr std::int64_t word = sizeof(double);
  // A row of a shadow, or of the edge that is sent, or a part of one.
  struct Piece {
    SharedRow row;                              // its digest is that of what the update brought
    std::int64_t away_bytes = 0;                // of a shadow, from the rows that the rank owns
    std::int64_t away_rows = 0, away_cols = 0;  // the same of a box
    bool is_wrapped = false;                    // of the other end of a periodic array: a program may set it
  };
  struct Seen {
    SharedRow row;
    bool differs = false;  // several arrays have brought these values, and then other ones were loaded
  };
  using Place = std::pair<const std::byte*, std::int64_t>;  // and bytes

  static const std::byte* bytes_of(const double* values) { return reinterpret_cast<const std::byte*>(values); }
  void add(const std::byte* memory, std::int64_t bytes, Piece piece);
  void add_box(const UpdatedBox& box, bool is_owner);
  void drop(const std::byte* first, std::int64_t bytes);

  std::map<Place, Piece> waiting_;  // not loaded since the update
  std::int64_t longest_ = 0;        // of these, bytes
  std::vector<Piece> loaded_;       // since the last sweep; the digest is that of what was loaded
  std::map<std::array<std::int64_t, 4>, Seen> seen_;
  std::vector<UpdatedBox> begun_;
};

// Of this process; never destroyed. An update may come before the accelerator is made.
ShadowValues& shadow_values();

// Adds, on rank 0, rows of shadows that a rank has loaded otherwise than their owner; one line of warning for the
// first. own: empty on a rank that makes no calls. Collective.
void compare_shadows(MPI_Comm communicator, const std::vector<SharedRow>& own, Coverage& coverage);

}  // namespace stencil
