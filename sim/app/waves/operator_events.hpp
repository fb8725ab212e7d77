// The first wrong results of a device's operators.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/device/contract/inspection.hpp"
#include "sim/device/divergence/look/operator_event.hpp"

namespace stencil {

// Keeps `most` of them, in the order of cycles, and counts all. An operator whose operands stand still for many clocks
// gives one result.
class OperatorEvents final : public OperatorObserver {
 public:
  explicit OperatorEvents(std::size_t most = 4096) : most_(most) {}

  void seen(const WrongResult& wrong) override;

  const std::vector<OperatorEvent>& kept() const { return kept_; }
  std::int64_t count() const { return count_; }
  // Those kept since this cycle that can reach memory: the change of a sweep does not.
  std::vector<OperatorEvent> since(std::int64_t cycle) const;

 private:
  bool again(const WrongResult& wrong) const;

  std::size_t most_;
  std::vector<OperatorEvent> kept_;
  std::int64_t count_ = 0;
};

}  // namespace stencil
