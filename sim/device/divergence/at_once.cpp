// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/at_once.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "host/base/text.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "sim/device/divergence/sweep_search.hpp"

namespace stencil {
namespace {

// The calls up to `second`, where both commands, by position, follow each other at once: what the commands from `first`
// on need is loaded before them, and a wait comes between. No value: they use a buffer in turn.
struct AtOnce {
  Capsule calls;
  std::size_t first, second;  // positions there
};
std::optional<AtOnce> loaded_before(const Capsule& capsule, std::size_t first, std::size_t second) {
  std::size_t begin = first;  // of the loads for the first command
  while (begin > 0 && capsule.calls[begin - 1].kind != CapsuleCall::Kind::command) --begin;
  AtOnce at_once{calls_before(capsule, begin), 0, 0};
  std::vector<CapsuleCall> commands;
  for (std::size_t call = begin; call <= second; ++call) {
    const CapsuleCall& made = capsule.calls[call];
    const bool is_used = std::any_of(commands.begin(), commands.end(),
                                     [&](const CapsuleCall& other) { return uses(other, made.place); });
    if (made.kind == CapsuleCall::Kind::load && is_used) return std::nullopt;
    if (made.kind == CapsuleCall::Kind::command) commands.push_back(made);
    if (made.kind == CapsuleCall::Kind::load) at_once.calls.calls.push_back(made);
  }
  at_once.calls.calls.emplace_back();  // a wait
  at_once.first = at_once.calls.calls.size();
  at_once.second = at_once.first + commands.size() - 1;
  for (CapsuleCall& command : commands) at_once.calls.calls.push_back(std::move(command));
  for (std::size_t call = begin; call < at_once.calls.calls.size(); ++call) at_once.calls.calls[call].after.clear();
  return at_once;
}

}  // namespace

std::string wrong_at_once(const Capsule& capsule, const CapsulePlayer& play, std::size_t first, std::size_t second) {
  const auto at_once = loaded_before(capsule, first, second);
  if (!at_once) return "";
  // One sweep of both shows operands, two passes what one leaves for the next. Commands of other sweeps than the one
  // before do not follow it at once.
  const std::int64_t all = command_block(capsule.calls[second].command).sweeps;
  const std::int64_t pass = std::max<std::int64_t>(1, capsule.capabilities.pes);
  for (const std::int64_t sweeps : {std::int64_t{1}, pass, 2 * pass, all}) {
    if (sweeps > all) continue;
    Capsule calls = with_sweeps(at_once->calls, at_once->first, at_once->second, sweeps);
    look_at(calls, {words_written(calls.calls[at_once->second].command)});
    expect(calls);
    const Capsule played = play(calls);
    const CapsuleDifference wrong = difference(played);
    if (wrong.mismatches == 0) continue;
    const std::string how =
        fmt::format("of {} each, one right behind the other: ", sweeps == 1 ? "one sweep" : counted(sweeps, "sweep"));
    // Of several sweeps a search for the first wrong one would change their number in the second command alone.
    const auto explanation =
        sweeps > 1 ? std::nullopt
                   : wrong_sweep(played, play, chain_start(played, at_once->second), at_once->second, at_once->second)
                         .explanation;
    // Numbers of calls are those of another order.
    if (explanation && explanation->as_if.find("call ") == std::string::npos)
      return how + fmt::format("{}; as if {}", explanation->component, explanation->as_if);
    return how + fmt::format("{} of the second one's results wrong, the first in their row {}, column {}",
                             counted(wrong.mismatches, "word"), wrong.first.row, wrong.first.col);
  }
  return "";
}

}  // namespace stencil
