// One update or copy in flight: what was posted to MPI and what must stay alive until it is done.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "host/exchange/byte_block.hpp"
#include "host/vsda/in_flight.hpp"
#include "host/vsda/segment.hpp"
#include "host/exchange/traffic.hpp"

namespace stencil {

enum class OperationKind { update, copy };

class Operation final : public InFlight {
 public:
  explicit Operation(OperationKind kind) : kind_(kind) {}

  const char* begun_by() const override;

  // Posts the plan and adds what was sent to `traffic`. Source and target are local portions, shadows included.
  // Where the plan writes into what it sends, that part is sent from a copy.
  void begin(MPI_Comm comm, const ExchangePlan& plan, std::int64_t elemsize, const std::byte* source, std::byte* target,
             VsdaTraffic& traffic);

  void end() override;

 private:
  struct Receive {
    int peer;
    ByteBlock block;
  };

  void stage_and_keep(const ExchangePlan& plan, std::int64_t elemsize, const std::byte* source, std::byte* target,
                      VsdaTraffic& traffic);

  OperationKind kind_;
  std::vector<MPI_Request> requests_;  // receives first, in the order of receives_
  std::vector<Receive> receives_;
  std::vector<MPI_Status> statuses_;
  std::vector<std::vector<std::byte>> staged_;  // by send; empty where the place itself is sent from
};

}  // namespace stencil
