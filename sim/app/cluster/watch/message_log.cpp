// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cluster/watch/message_log.hpp"

#include <string>

namespace stencil {

void MessageLog::add(RankEvent::Kind kind, std::int64_t peer, std::int64_t bytes) {
  log_.events.push_back({kind, peer, bytes, cycle_() - first_cycle_});
}

// host/gauss_seidel/solver.hpp: in this phase no rank goes on before all have come.
void MessageLog::phase_begins(const char* phase, std::optional<std::int64_t> step, bool runs_device) {
  if (phase == std::string("residual")) add(RankEvent::met, 0, 0);
  if (next_ != nullptr) next_->phase_begins(phase, step, runs_device);
}

void MessageLog::phase_ends() {
  if (next_ != nullptr) next_->phase_ends();
}

void MessageLog::sent(std::int64_t peer, std::int64_t bytes) {
  add(RankEvent::sent, peer, bytes);
  if (next_ != nullptr) next_->sent(peer, bytes);
}

void MessageLog::received(std::int64_t peer, std::int64_t bytes) {
  add(RankEvent::received, peer, bytes);
  if (next_ != nullptr) next_->received(peer, bytes);
}

}  // namespace stencil
