// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/update.hpp"

#include <memory>
#include <utility>

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
  check_array("localportion", localportion, *descriptor);
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
