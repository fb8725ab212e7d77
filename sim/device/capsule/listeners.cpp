// SPDX-License-Identifier: Apache-2.0
#include "sim/device/capsule/listeners.hpp"

#include "sim/device/capsule/replay.hpp"

namespace stencil {

void ChosenCall::after_wait(const Capsule& capsule) {
  const std::int64_t first = capsule.origin.first_block;
  const auto commands = static_cast<std::int64_t>(command_count(capsule));
  if (found_ || block_ < first || block_ >= first + commands) return;
  found_ = capsule;
  found_->origin.command = static_cast<std::size_t>(block_ - first);
  expect(*found_);
}

void FirstWrongCall::after_wait(const Capsule& capsule) {
  if (found_) return;
  Capsule judged = capsule;
  expect(judged);
  const CapsuleDifference wrong = difference(judged);
  if (wrong.mismatches == 0) return;
  judged.origin.command = wrong.command;
  found_ = std::move(judged);
}

void FailedCall::after_failure(const Capsule& capsule) {
  found_ = capsule;
  expect(*found_);
}

}  // namespace stencil
