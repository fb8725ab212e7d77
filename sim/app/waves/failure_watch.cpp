// SPDX-License-Identifier: Apache-2.0
#include "sim/app/waves/failure_watch.hpp"

#include <algorithm>
#include <cstddef>

#include "host/base/errors.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/contract/contract.hpp"

namespace stencil {

void FailureWatch::seen(const Handshake& handshake) {
  if (handshake.channel == Channel::register_write_address && handshake.address == contract::REG_COMMAND)
    commands_.push_back(handshake.cycle);
  if (handshake.channel != Channel::read_data) return;
  const std::int64_t before = stored_.empty() ? 0 : stored_.back().words;
  stored_.push_back({handshake.cycle, before + static_cast<std::int64_t>(handshake.word_count)});
}

void FailureWatch::cause_begins(contract::Cause cause, std::int64_t cycle) {
  if (cause == contract::CAUSE_COMPUTE) sweeps_.push_back(cycle);
}

std::optional<DeviceLook> FailureWatch::look(const Capsule& played) const {
  const CapsuleDifference wrong = difference(played);
  if (wrong.mismatches == 0) return std::nullopt;
  // Words leave in the order of the stores.
  std::int64_t word = wrong.word.offset_words - played.calls[wrong.store].place.offset_words;
  for (std::size_t i = 0; i < wrong.store; ++i) {
    if (played.calls[i].kind == CapsuleCall::Kind::store) word += played.calls[i].place.length_words;
  }
  const auto beat = std::find_if(stored_.begin(), stored_.end(), [&](const Beat& each) { return each.words > word; });
  const std::size_t before = played.before ? 1 : 0;
  if (beat == stored_.end() || commands_.size() < before + command_count(played))
    throw DeviceError("the handshakes of the replay are not those of its calls");

  DeviceLook seen;
  seen.leaves = beat->cycle;
  seen.commands.assign(commands_.begin() + static_cast<std::ptrdiff_t>(before), commands_.end());
  if (inside_ == Inside::hidden) return seen;
  seen.events.emplace();
  const auto sweep =
      seen.commands.empty() ? sweeps_.end() : std::lower_bound(sweeps_.begin(), sweeps_.end(), seen.commands.front());
  if (sweep != sweeps_.end()) seen.events = operators_.since(*sweep);
  return seen;
}

std::optional<FailureCycles> FailureWatch::find(const Capsule& played,
                                                const std::optional<OperatorEvent>& cause) const {
  const std::optional<DeviceLook> seen = look(played);
  if (!seen) return std::nullopt;
  FailureCycles found;
  found.leaves = found.diverges = seen->leaves;
  if (!seen->commands.empty())
    found.begins = seen->commands[std::min(difference(played).command, seen->commands.size() - 1)];
  found.event = cause;
  if (!cause && seen->events && !seen->events->empty() && seen->events->front().cycle <= found.leaves)
    found.event = seen->events->front();
  if (!found.event) return found;
  found.diverges = found.event->cycle;
  const auto next = std::upper_bound(commands_.begin(), commands_.end(), found.diverges);
  if (next != commands_.begin()) found.begins = *(next - 1);
  return found;
}

}  // namespace stencil
