// Records the messages that a rank sends and receives, each with the cycle of its device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "host/mpi/host_observer.hpp"
#include "sim/app/cluster/time/rank_log.hpp"

namespace stencil {

class MessageLog final : public HostObserver {
 public:
  // next: receives every event too; may be null. cycle: returns the current cycle of the device.
  MessageLog(HostObserver* next, std::function<std::int64_t()> cycle)
      : next_(next), cycle_(std::move(cycle)), first_cycle_(cycle_()) {}

  void phase_begins(const char* phase, std::optional<std::int64_t> step, bool runs_device) override;
  void phase_ends() override;
  void sent(std::int64_t peer, std::int64_t bytes) override;
  void received(std::int64_t peer, std::int64_t bytes) override;

  const RankLog& log() const { return log_; }

 private:
  void add(RankEvent::Kind kind, std::int64_t peer, std::int64_t bytes);

  HostObserver* next_;
  std::function<std::int64_t()> cycle_;
  std::int64_t first_cycle_;
  RankLog log_;
};

}  // namespace stencil
