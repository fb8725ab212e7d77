// Rows over ranks: one strip each through VSDA, several of its portion, or strips dealt in turn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "host/arrays/exchange/exchange.hpp"
#include "host/arrays/strips/strips.hpp"
#include "host/mpi/host_observer.hpp"
#include "vsda.h"

namespace stencil {

// Rows of a strip where nobody says: such that every rank gets four strips or more, but never fewer than stw.
std::int64_t default_block_rows(std::int64_t rows, int ranks, std::int64_t stw);

class RowDistribution {
 public:
  // Shadows are stw rows wide. block_rows, if given, is the height of a cyclic distribution's strips; without it the
  // distribution is blocked, and with strip_rows each rank's portion is cut into strips of at most so many rows, each
  // with shadows of its own. Sends nothing.
  // Throws ArgumentError when a strip would have fewer rows than a neighbour's shadow needs, or more than there are.
  RowDistribution(MPI_Comm communicator, std::int64_t rows, std::int64_t cols, std::int64_t stw,
                  std::optional<std::int64_t> block_rows = std::nullopt,
                  std::optional<std::int64_t> strip_rows = std::nullopt);
  RowDistribution(const RowDistribution&) = delete;
  RowDistribution& operator=(const RowDistribution&) = delete;
  ~RowDistribution();

  int rank() const { return rank_; }
  int ranks() const { return strips_.ranks(); }
  std::int64_t cols() const { return cols_; }
  const Strips& strips() const { return strips_; }
  // This rank's strips, in the order of its memory.
  std::vector<Strip> mine() const;
  // Rows of this rank's memory: all its strips, shadows included.
  std::int64_t local_rows() const { return strips_.local_rows(rank_); }

  // Collective: fills the shadows in this rank's memory from their owners. The observer, if not null, is told of two
  // phases, post and wait, and of each message.
  void exchange(double* memory, HostObserver* observer = nullptr);

  // Collective: rank 0 receives the owned rows of all strips, in order, in pieces of at most 4 MiB (at least one row),
  // and hands each to `sink(first_row, rows, values)`.
  void collect(const double* memory, const std::function<void(std::int64_t, std::int64_t, const double*)>& sink) const;

 private:
  template <class Begin, class End>
  void observed_exchange(HostObserver* observer, Begin begin, End end);

  MPI_Comm communicator_;
  std::int64_t cols_;
  int rank_ = 0;
  VSDA vsda_{};
  Strips strips_;
  std::shared_ptr<const PreparedPlan> shadows_;  // null: one strip a rank, VSDA exchanges
  Exchange exchange_;
  std::optional<MessagePlan> told_;  // messages of an exchange, once one was observed
};

}  // namespace stencil
