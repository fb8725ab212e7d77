// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/other_calls.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"

namespace stencil {
namespace {

// The last load into a buffer of the command at position `command`, and behind it, without which, as long as all before
// it is not done, the store at position `store` is right. No value: there is none.
std::optional<std::size_t> unheld_load(const Capsule& capsule, const CapsulePlayer& play, std::size_t command,
                                       std::size_t store) {
  const std::vector<Place> used = words_read(capsule.calls[command].command);
  for (std::size_t load = capsule.calls.size(); load-- > command + 1;) {
    const CapsuleCall& call = capsule.calls[load];
    const bool into_used =
        call.kind == CapsuleCall::Kind::load && std::any_of(used.begin(), used.end(), [&](const Place& place) {
          return place.bank == call.place.bank && place.buffer == call.place.buffer;
        });
    if (!into_used) continue;
    if (right_with_wait(capsule, play, load, store)) return load;
  }
  return std::nullopt;
}

// Neighbouring commands, of other buffers each, of which one is `command`, if the store is right where the second of
// them waits for the first.
std::optional<CommandPair> overlapping_commands(const Capsule& capsule, const CapsulePlayer& play, std::size_t command,
                                                std::size_t store) {
  const auto shares_buffer = [&](const CommandPair& pair) {
    const std::vector<Place> used = words_read(capsule.calls[pair.first].command);
    const std::vector<Place> other = words_read(capsule.calls[pair.second].command);
    return std::any_of(used.begin(), used.end(), [&](const Place& a) {
      return std::any_of(other.begin(), other.end(),
                         [&](const Place& b) { return a.bank == b.bank && a.buffer == b.buffer; });
    });
  };
  const std::vector<std::size_t> positions = command_positions(capsule);
  for (std::size_t i = 0; i + 1 < positions.size(); ++i) {
    const CommandPair pair{positions[i], positions[i + 1]};
    if ((pair.first != command && pair.second != command) || shares_buffer(pair)) continue;
    // A call posted between the two may belong to either: the store must be right with a wait before all such calls and
    // with one behind them.
    const bool is_overlap =
        right_with_wait(capsule, play, pair.first + 1, store) && right_with_wait(capsule, play, pair.second, store);
    if (is_overlap) return pair;
  }
  return std::nullopt;
}

}  // namespace

bool right_with_wait(const Capsule& capsule, const CapsulePlayer& play, std::size_t position, std::size_t store) {
  const Capsule seen = play(with_wait(capsule, position));
  const CapsuleCall& stored = seen.calls[store + (store >= position ? 1 : 0)];
  return same_bits(stored.data, stored.expected);
}

bool right_after(const Capsule& capsule, const CapsulePlayer& play, std::size_t store, std::size_t command) {
  if (command <= store) return false;
  const Place& place = capsule.calls[store].place;
  for (std::size_t call = store + 1; call <= command; ++call) {
    const CapsuleCall& made = capsule.calls[call];
    const bool is_load =
        made.kind == CapsuleCall::Kind::load && made.place.bank == place.bank && made.place.buffer == place.buffer;
    if (is_load || uses(made, place)) return false;
  }
  Capsule calls = without_call(calls_before(capsule, command + 1), store);
  const std::size_t at = look_at(calls, {place});
  expect(calls);
  const Capsule seen = play(calls);
  return same_bits(seen.calls[at].data, seen.calls[at].expected);
}

std::optional<std::size_t> spoiling_call(const Capsule& capsule, const CapsulePlayer& play, std::size_t store) {
  constexpr std::size_t most = 32;
  for (std::size_t call = store; call < std::min(capsule.calls.size(), store + most); ++call) {
    Capsule calls = calls_before(capsule, call + 1);
    if (call > store && calls.calls[call].kind == CapsuleCall::Kind::wait) continue;
    calls.calls.emplace_back();  // a wait
    expect(calls);
    const Capsule seen = play(calls);
    if (!same_bits(seen.calls[store].data, seen.calls[store].expected)) return call;
  }
  return std::nullopt;
}

void name_other_call(Divergence& found, const Capsule& capsule, const CapsulePlayer& play, std::size_t command,
                     std::size_t store) {
  found.unheld = unheld_load(capsule, play, command, store);
  if (!found.unheld) found.overlap = overlapping_commands(capsule, play, command, store);
}

}  // namespace stencil
