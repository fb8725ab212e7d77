// An exchange of rows of which an observer is told: two phases, post and wait, and each message.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/exchange/message_plan.hpp"
#include "host/mpi/host_observer.hpp"

namespace stencil {

// plan: not read without an observer, which may be null.
template <class Begin, class End>
void observed_exchange(const MessagePlan* plan, std::int64_t row_bytes, HostObserver* observer, const Begin& begin,
                       const End& end) {
  {
    const HostPhase phase(observer, "post");
    if (observer != nullptr) {
      for (const Message& message : plan->sends) observer->sent(message.peer, message.elements() * row_bytes);
    }
    begin();
  }
  const HostPhase phase(observer, "wait");
  end();
  if (observer == nullptr) return;
  for (const Message& message : plan->receives) observer->received(message.peer, message.elements() * row_bytes);
}

}  // namespace stencil
