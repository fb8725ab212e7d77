// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/rows/exchange_in_turn.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "host/arrays/exchange/traffic.hpp"
#include "host/arrays/rows/observed_exchange.hpp"
#include "host/arrays/strips/halo_plan.hpp"

namespace stencil {
namespace {

// Of all messages of a rank those that travel towards lower ranks, or towards higher ones.
MessagePlan half_of(MessagePlan plan, int rank, bool down) {
  const auto leave = [&](std::vector<Message>& messages, bool sent) {
    const auto others = [&](const Message& message) { return (message.peer > rank) != (sent == down); };
    messages.erase(std::remove_if(messages.begin(), messages.end(), others), messages.end());
  };
  leave(plan.sends, true);
  leave(plan.receives, false);
  return plan;
}

}  // namespace

ExchangeInTurn::ExchangeInTurn(MPI_Comm communicator, const Strips& strips, int rank, std::int64_t cols)
    : communicator_(communicator),
      row_bytes_(cols * static_cast<std::int64_t>(sizeof(double))),
      first_(half_of(plan_halos(strips, rank), rank, false)),
      second_(half_of(plan_halos(strips, rank), rank, true)),
      all_(plan_halos(strips, rank)) {}

void ExchangeInTurn::operator()(Part part, double* memory, HostObserver* observer) {
  const Messages& messages = part == Part::all ? all_ : part == Part::first_half ? first_ : second_;
  VsdaTraffic traffic;
  auto* const bytes = reinterpret_cast<std::byte*>(memory);
  observed_exchange(
      &messages.plan, row_bytes_, observer,
      [&] { exchange_.begin(communicator_, messages.prepared, row_bytes_, bytes, bytes, traffic); },
      [&] { exchange_.end(); });
  traffic.updates = part == Part::first_half ? 0 : 1;
  add_traffic(traffic);
}

}  // namespace stencil
