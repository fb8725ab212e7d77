// Finds the cycle in which a replay goes wrong, from its pins and, where there is an audit, from its operators.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/app/waves/device_watch.hpp"
#include "sim/app/waves/operator_events.hpp"
#include "sim/device/capsule/capsule.hpp"
#include "sim/device/contract/activity.hpp"
#include "sim/device/contract/handshakes.hpp"
#include "sim/device/contract/inspection.hpp"

namespace stencil {

struct FailureCycles {
  std::int64_t begins = 0;    // the command that is under way then was written
  std::int64_t diverges = 0;  // the first wrong result that can reach memory, else the beat with the first wrong word
  std::int64_t leaves = 0;    // that beat
  std::optional<OperatorEvent> event;  // that result
};

class FailureWatch final : public HandshakeObserver, public ActivityObserver {
 public:
  explicit FailureWatch(Inside inside) : inside_(inside) {}

  void seen(const Handshake& handshake) override;
  TransferWatch transfer_begins(bool, std::int64_t, std::int64_t) override { return {}; }
  void burst_held(bool, std::int64_t, std::int64_t) override {}
  void transfer_ends(bool, std::int64_t) override {}
  void cause_begins(contract::Cause cause, std::int64_t cycle) override;
  void command_ends(std::int64_t) override {}
  OperatorEvents& operators() { return operators_; }
  Inspection inspection() { return {"", 0, 0, inside_ == Inside::shown ? &operators_ : nullptr, this, this}; }

  // played: the calls that were watched, with what came of them. No value: none of theirs is wrong. Throws DeviceError
  // where the handshakes are not those of the calls.
  std::optional<DeviceLook> look(const Capsule& played) const;
  // cause: of the wrong results the one that is known to be the cause, if any is.
  std::optional<FailureCycles> find(const Capsule& played, const std::optional<OperatorEvent>& cause) const;

 private:
  struct Beat {
    std::int64_t cycle;
    std::int64_t words;  // up to this beat, itself included
  };

  Inside inside_;
  OperatorEvents operators_;
  std::vector<std::int64_t> commands_;  // cycles in which their register was written
  std::vector<Beat> stored_;
  std::vector<std::int64_t> sweeps_;  // cycles from which on the device computes; between them, operators see leftovers
};

}  // namespace stencil
