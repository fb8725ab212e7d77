// Tells what a rank of the host does: phases in wall time, messages to and from other ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#pragma GCC visibility push(default)
namespace stencil {

// Called as it happens. Phases nest. Messages from one rank to another are reported by both in the order sent.
class HostObserver {
 public:
  virtual ~HostObserver() = default;

  // step: as reports count them, where the phase belongs to one. runs_device: the device works within it.
  virtual void phase_begins(const char* phase, std::optional<std::int64_t> step, bool runs_device) = 0;
  virtual void phase_ends() = 0;
  virtual void sent(std::int64_t peer, std::int64_t bytes) = 0;
  virtual void received(std::int64_t peer, std::int64_t bytes) = 0;
};

// A phase that lasts as long as this object; nothing where no one observes.
class HostPhase {
 public:
  [[nodiscard]] HostPhase(HostObserver* observer, const char* phase, std::optional<std::int64_t> step = std::nullopt,
                          bool runs_device = false)
      : observer_(observer) {
    if (observer_ != nullptr) observer_->phase_begins(phase, step, runs_device);
  }
  HostPhase(const HostPhase&) = delete;
  HostPhase& operator=(const HostPhase&) = delete;
  ~HostPhase() {
    if (observer_ != nullptr) observer_->phase_ends();
  }

 private:
  HostObserver* observer_;
};

}  // namespace stencil
#pragma GCC visibility pop
