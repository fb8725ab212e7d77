// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/update.hpp"

#include <memory>
#include <utility>

#include "host/errors.hpp"
#include "host/exchange/traffic.hpp"
#include "host/vsda/arguments.hpp"
#include "host/vsda/descriptor.hpp"
#include "host/vsda/finalize_watch.hpp"
#include "host/vsda/operation.hpp"
#include "host/vsda/token_registry.hpp"

namespace stencil {

void update_begin(const VSDA* vsda, void* rq, void* localportion) {
  check_mpi_is_running();
  const auto descriptor = find_descriptor("vsda", vsda);
  if (!std::holds_alternative<BlockedLayout>(descriptor->layout)) {
    throw ArgumentError("vsda is a block-cyclic array, which has no shadows; must be made by VSDA_Create");
  }
  check_array("localportion", localportion, local_elements(descriptor->layout, descriptor->rank));
  watch_finalize();
  VsdaTraffic traffic;
  traffic.updates = 1;
  auto* const portion = static_cast<std::byte*>(localportion);
  auto operation = std::make_unique<Operation>(OperationKind::update);
  Operation& posted = *operation;
  token_registry().begin(rq, std::move(operation));
  posted.begin(descriptor->comm, descriptor->update, descriptor->elemsize, portion, portion, traffic);
  add_traffic(traffic);
}

}  // namespace stencil
