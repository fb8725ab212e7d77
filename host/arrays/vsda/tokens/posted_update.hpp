// The messages of one update between its begin and its end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "host/arrays/exchange/byte_block.hpp"
#include "host/arrays/vsda/layouts/plan_update.hpp"
#include "host/arrays/vsda/tokens/used_memory.hpp"
#include "host/mpi/check.hpp"
#include "host/mpi/message_tags.hpp"

namespace stencil {

// Plain data, which the token registry keeps without an allocation. Holds no descriptor, because that may be destroyed
// while the update is in flight. May be posted again after wait().
class PostedUpdate {
 public:
  // Posts the receives, then the sends; packs nothing and waits for nothing. Throws DeviceError when MPI fails.
  void post(MPI_Comm comm, const UpdatePlan& plan, std::byte* local_part) {
    neighbours_ = plan.neighbours;
    bytes_ = plan.bytes;
    elemsize_ = plan.elemsize;
    rank_ = plan.rank;
    local_part_ = local_part;
    const ByteBlock block(bytes_);
    // In the order in which one peer that is both neighbours sends: what fills the shadow after comes first.
    for (std::size_t i = neighbours_; i-- > 0;) {
      const ShadowNeighbour& to = plan.neighbour[i];
      neighbour_[i].peer = to.peer;
      neighbour_[i].edge = to.edge;
      neighbour_[i].shadow = to.shadow;
      check_mpi(MPI_Irecv(local_part + to.shadow, block.count(), block.type(), to.peer, exchange_tag, comm,
                          &neighbour_[i].receive),
                "MPI_Irecv");
    }
    for (std::size_t i = 0; i < neighbours_; ++i) {
      const ShadowNeighbour& to = plan.neighbour[i];
      check_mpi(MPI_Isend(local_part + to.edge, block.count(), block.type(), to.peer, exchange_tag, comm,
                          &neighbour_[i].send),
                "MPI_Isend");
    }
  }

  // True if wait() would not wait. Throws DeviceError when MPI fails.
  bool is_done() const;

  // Calls `visit` with the shadow edge of each neighbour, and the edge that is sent to it.
  template <typename Visit>
  void visit_edges(const Visit& visit) const {
    for (std::size_t i = 0; i < neighbours_; ++i) {
      const Neighbour& one = neighbour_[i];
      visit(UsedMemory{local_part_, elemsize_, one.shadow, one.shadow + bytes_, true, one.peer, rank_},
            UsedMemory{local_part_, elemsize_, one.edge, one.edge + bytes_, false, one.peer, rank_});
    }
  }

  // As InFlight.
  template <typename Visit>
  void visit_memory(const Visit& visit) const {
    visit_edges([&](const UsedMemory& shadow, const UsedMemory& edge) {
      visit(shadow);
      visit(edge);
    });
  }

  // Waits for all messages. Throws DeviceError when MPI fails, ArgumentError when a message is not as long as planned:
  // the ranks disagree. Waits request by request: for at most four that is cheaper than MPI_Waitall, which sets up all
  // of them first. Waits for the others even after one has failed, since the caller may then use its memory again.
  void wait() {
    MPI_Status statuses[2];
    int code = MPI_SUCCESS;
    const auto keep_first = [&code](int one) {
      if (code == MPI_SUCCESS) code = one;
    };
    for (std::size_t i = 0; i < neighbours_; ++i) keep_first(MPI_Wait(&neighbour_[i].receive, &statuses[i]));
    for (std::size_t i = 0; i < neighbours_; ++i) keep_first(MPI_Wait(&neighbour_[i].send, MPI_STATUS_IGNORE));
    check_mpi(code, "MPI_Wait");
    const ByteBlock block(bytes_);
    for (std::size_t i = 0; i < neighbours_; ++i) {
      const std::int64_t got = block.received_bytes(statuses[i]);
      if (got != bytes_) refuse_length(neighbour_[i].peer, got);
    }
  }

 private:
  [[noreturn]] void refuse_length(int peer, std::int64_t got) const;

  std::size_t neighbours_ = 0;
  std::int64_t bytes_ = 0;
  std::int64_t elemsize_ = 1;
  int rank_ = 0;
  const std::byte* local_part_ = nullptr;
  struct Neighbour {
    int peer;
    std::int64_t edge;
    std::int64_t shadow;
    MPI_Request receive;
    MPI_Request send;
  };
  std::array<Neighbour, 2> neighbour_;  // only the first neighbours_ are set
};

}  // namespace stencil
