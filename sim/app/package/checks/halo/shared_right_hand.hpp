// The right-hand side beside halo rows, which a rank sweeps too: held against that of the rank that owns the rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "host/arrays/vsda/tokens/used_memory.hpp"
#include "host/c/steps/step_info.hpp"
#include "sim/app/package/checks/coverage/coverage.hpp"
#include "sim/app/package/checks/halo/shared_rows.hpp"
#include "sim/app/package/checks/right_hand_rows.hpp"

namespace stencil {

// Where r changes while the program runs, the values that a row had one after another count. Rows further from the
// rank's own than its shortest call of sweeps reaches are left out: nobody needs them.
class SharedRightHand {
 public:
  // After RightHandRows::swept.
  void swept(const SweepCommand& command, const RightHandRows& rows);
  // An update that has ended has filled `shadow` and sent `edge`.
  void updated(const UsedMemory& shadow, const UsedMemory& edge);
  void step_begins(const StepInfo& step);

  std::vector<SharedRow> rows() const;

 private:
  using Address = RightHandRows::Address;
  // The values of a row, each counted once as long as it stays: how often it is swept with one depends on how ranks cut
  // their blocks.
  struct Seen {
    std::int64_t last = 0;
    std::int64_t all = 0;
    void take(std::int64_t other);
  };
  // The memory of one neighbour's edge, or of its shadow here.
  struct Edge {
    std::array<std::int64_t, 3> key;  // without the place
    std::int64_t values;              // digest
    Address first;
    std::int64_t bytes, row_bytes;
    bool is_owner;
  };
  struct StepRow {
    Seen seen;
    bool is_owner = false;
    bool changes_hands = false;
  };

  std::int64_t row_bytes_ = 0;
  std::int64_t fewest_sweeps_ = 0;            // 0: no call yet
  std::unordered_map<Address, Seen> beside_;  // by the row of f
  std::vector<Edge> edges_;
  std::unordered_map<std::int64_t, StepRow> steps_;  // by the row of the field
  std::int64_t padded_ = 0;                          // stride of the last step where its rows have gaps
};

// Adds, on rank 0, rows of r that a rank has beside halo rows otherwise than their owner; one line of warning for the
// first. own: empty on a rank that makes no calls. Collective.
void compare_right_hands(MPI_Comm communicator, const std::vector<SharedRow>& own, Coverage& coverage);

}  // namespace stencil
