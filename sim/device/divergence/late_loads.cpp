// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/late_loads.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "sim/device/capsule/replay.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "sim/device/divergence/transfer_search.hpp"

namespace stencil {
namespace {

// The calls with the late words of these loads.
Capsule with_late(const Capsule& played, const std::vector<std::size_t>& loads) {
  Capsule calls = played;
  for (const std::size_t load : loads) calls.calls[load].data = calls.calls[load].late;
  return calls;
}

bool gives_the_same(const Capsule& calls, const CapsulePlayer& play, const CapsuleCall& stored, std::size_t store) {
  return same_bits(play(calls).calls[store].data, stored.data);
}

}  // namespace

std::optional<Divergence> late_loads(const Capsule& played, const CapsulePlayer& play, const CapsuleDifference& wrong) {
  std::vector<std::size_t> late;
  for (std::size_t i = 0; i < wrong.store; ++i) {
    if (!played.calls[i].late.empty()) late.push_back(i);
  }
  const CapsuleCall& stored = played.calls[wrong.store];
  if (late.empty() || !gives_the_same(with_late(played, late), play, stored, wrong.store)) return std::nullopt;
  std::size_t culprit = late.front();
  for (const std::size_t each : late) {
    if (!gives_the_same(with_late(played, {each}), play, stored, wrong.store)) continue;
    culprit = each;
    break;
  }
  const CapsuleCall& load = played.calls[culprit];
  Divergence found;
  found.where = Divergence::Where::load;
  found.side = WrongSide::host;
  found.call = culprit;
  found.command = commands_before(played, culprit);
  put_difference(found, load.place, load.data, load.late, columns(played, culprit));
  found.explanation = ValueExplanation{
      "blocking",
      "this load had read words of the host's memory that the host changed after it was posted, before it "
      "was waited for: right with the words that were there first"};
  return found;
}

}  // namespace stencil
