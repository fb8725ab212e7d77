// Halo rows of ranks that have a strip each, exchanged with one neighbour after the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "host/arrays/exchange/exchange.hpp"
#include "host/arrays/strips/strips.hpp"
#include "host/mpi/host_observer.hpp"

namespace stencil {

// The messages of RowDistribution::exchange(), in two halves: in the first one a rank sends rows to the rank before it
// and receives those of the rank after it, in the second one the other way. A rank with one neighbour does all at once;
// no message of a first half waits for a second one.
class ExchangeInTurn {
 public:
  // strips: one per rank, in the order of the ranks.
  ExchangeInTurn(MPI_Comm communicator, const Strips& strips, int rank, std::int64_t cols);

  // Both in this order, or all. memory: of the rank, its strip with halo rows. observer: as of RowDistribution.
  enum class Part { first_half, second_half, all };
  void operator()(Part part, double* memory, HostObserver* observer);

 private:
  struct Messages {
    explicit Messages(MessagePlan told) : plan(std::move(told)), prepared(std::make_shared<PreparedPlan>(plan)) {}
    MessagePlan plan;
    std::shared_ptr<const PreparedPlan> prepared;
  };

  MPI_Comm communicator_;
  std::int64_t row_bytes_;
  Messages first_, second_, all_;
  Exchange exchange_;
};

}  // namespace stencil
