// Where all ranks of a solve wait for one another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>

namespace stencil {

// Failed solves after which a communicator is refused.
constexpr int most_failed_solves = 100;

// Each meeting is one reduction. All have the same form, so that a rank that begins a solve, after its last one has
// failed, may meet ranks that are still in that one: all of them then throw.
//
// Messages of a solve that failed on one of its ranks may stay in the communicator, so every failed solve uses up a
// tag. The communicator holds the number of failed solves; the ranks agree on the largest, since a solve that fails on
// one rank may end well on another.
class SolveMeeting {
 public:
  // A solve must be under way from the first meeting until done(); otherwise the destructor notes that it has failed.
  explicit SolveMeeting(MPI_Comm comm);
  ~SolveMeeting();
  SolveMeeting(const SolveMeeting&) = delete;
  SolveMeeting& operator=(const SolveMeeting&) = delete;

  // The largest of all ranks.
  struct Largest {
    double value = 0.0;  // NaN if any is (MPI does not define MPI_MAX for NaN)
    std::int64_t cycle = 0;
  };
  // Collective. number: of this meeting in the solve, from 0; value, cycle: of this rank.
  // Throws AgreedError on all ranks, status 3, if they are not at the same meeting; in meeting 0, status 2, if
  // most_failed_solves have failed.
  Largest meet(std::int64_t number, double value, std::int64_t cycle);

  // The tag of this solve's messages.  @pre after meeting 0
  int tag() const;

  void done() { is_done_ = true; }

 private:
  MPI_Comm comm_;
  std::shared_ptr<std::int64_t> failed_;  // the communicator's, which may be freed before this ends
  bool has_begun_ = false;
  bool is_done_ = false;
};

}  // namespace stencil
