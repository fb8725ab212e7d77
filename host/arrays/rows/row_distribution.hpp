// Rows over ranks: one strip per rank through VSDA, its local part cut into several, or strips dealt in turn.
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

// Rows of a dealt strip unless given: every rank gets four strips or more, but a strip never has fewer than stw rows.
// Throws ArgumentError unless ranks >= 1.
std::int64_t default_strip_rows(std::int64_t rows, int ranks, std::int64_t stw);

class RowDistribution {
 public:
  // Halos are stw rows wide. With strip_rows the distribution is cyclic: strips of that many rows are dealt in turn.
  // Without it the distribution is blocked, and with most_strip_rows each rank's local part is cut into strips of at
  // most that many rows, each with halos of its own. Sends nothing.
  // Throws ArgumentError unless rows >= 1, cols >= 1, stw >= 0, and where a strip would have fewer rows than a
  // neighbour's halo needs, or more than there are.
  RowDistribution(MPI_Comm communicator, std::int64_t rows, std::int64_t cols, std::int64_t stw,
                  std::optional<std::int64_t> strip_rows = std::nullopt,
                  std::optional<std::int64_t> most_strip_rows = std::nullopt);
  RowDistribution(const RowDistribution&) = delete;
  RowDistribution& operator=(const RowDistribution&) = delete;
  ~RowDistribution();

  int rank() const { return rank_; }
  int ranks() const { return strips_.ranks(); }
  std::int64_t cols() const { return cols_; }
  const Strips& strips() const { return strips_; }
  // This rank's strips, in the order of its memory.
  std::vector<Strip> mine() const;
  // Rows of this rank's memory: all its strips, halo rows included.
  std::int64_t local_rows() const { return strips_.local_rows(rank_); }

  // Collective: fills the halo rows in this rank's memory from their owners. Tells the observer, if not null, of two
  // phases, post and wait, and of each message.
  void exchange(double* memory, HostObserver* observer = nullptr);

  // Collective: rank 0 receives the owned rows of all strips, in order, in pieces of at most 4 MiB (but at least one
  // row), and passes each to sink(first_row, rows, values).
  void collect(const double* memory, const std::function<void(std::int64_t, std::int64_t, const double*)>& sink) const;

 private:
  template <class Begin, class End>
  void observed_exchange(HostObserver* observer, Begin begin, End end);

  MPI_Comm communicator_;
  std::int64_t cols_;
  int rank_ = 0;
  VSDA vsda_{};
  Strips strips_;
  std::shared_ptr<const PreparedPlan> halos_;  // null: one strip per rank, VSDA exchanges them
  Exchange exchange_;
  std::optional<MessagePlan> told_;  // messages of an exchange, once one was observed
};

}  // namespace stencil
