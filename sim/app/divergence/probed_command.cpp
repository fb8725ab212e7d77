// SPDX-License-Identifier: Apache-2.0
#include "sim/app/divergence/probed_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "host/base/text.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"

namespace stencil {
namespace {

enum class Ended { yes, hangs, fails };

Ended made(Capsule calls, const CapsulePlayer& play) {
  try {
    expect(calls);
    play(calls);
    return Ended::yes;
  } catch (const DeviceHang&) {
    return Ended::hangs;
  } catch (const std::exception&) {
    return Ended::fails;
  }
}

// A command with one number changed, and that change in words.
struct Variant {
  std::string text;
  DeviceCommand command;
};

std::vector<Variant> variants_of(const SweepCommand& sweep) {
  std::vector<Variant> all;
  const auto with = [&](std::string text, auto change) {
    SweepCommand other = sweep;
    change(other);
    all.push_back({std::move(text), other});
  };
  if (sweep.rows > 3) with(fmt::format("{} rows", sweep.rows - 1), [](SweepCommand& other) { --other.rows; });
  if (sweep.niter > 1) with("1 sweep", [](SweepCommand& other) { other.niter = 1; });
  if (sweep.f_buffer != 0) with("f buffer 0", [](SweepCommand& other) { other.f_buffer = 0; });
  if (sweep.r_buffer != 0) with("r buffer 0", [](SweepCommand& other) { other.r_buffer = 0; });
  if (sweep.below) with("below 0", [](SweepCommand& other) { other.below = false; });
  return all;
}

std::vector<Variant> variants_of(const TileCommand& tile) {
  std::vector<Variant> all;
  const auto with = [&](const char* name, TileEdge Tile::*edge) {
    TileCommand other = tile;
    (other.*edge) = {2, 0};  // inside of every block
    all.push_back({fmt::format("the {} edge at 2 in all sweeps", name), other});
  };
  with("top", &Tile::top);
  with("bottom", &Tile::bottom);
  with("left", &Tile::left);
  with("right", &Tile::right);
  TileCommand once = tile;
  once.sweeps = 1;
  if (tile.sweeps > 1) all.push_back({"1 sweep", once});
  return all;
}

}  // namespace

std::string hang_of_other_sweeps(const Capsule& calls, std::size_t command, const CapsulePlayer& play) {
  const std::int64_t sweeps = command_block(calls.calls[command].command).sweeps;
  const std::int64_t one_pass = std::max<std::int64_t>(1, calls.capabilities.pes);
  const auto made_with = [&](std::int64_t other) {
    return made(with_sweeps(calls, chain_start(calls, command), command, other), play);
  };
  std::vector<std::int64_t> tried{sweeps};
  std::string text;
  for (const std::int64_t other : {sweeps - 1, std::min(one_pass, sweeps), std::int64_t{1}, sweeps + 1}) {
    if (other < 1 || std::find(tried.begin(), tried.end(), other) != tried.end()) continue;
    tried.push_back(other);
    const Ended ended = made_with(other);
    if (ended == Ended::fails) continue;
    text += fmt::format("; with {} it {}", counted(other, "sweep"), ended == Ended::yes ? "ends" : "hangs too");
    if (ended == Ended::hangs) continue;
    // With a pass more it may end as well: then the turn to it is none that hangs.
    if (other == one_pass && other < sweeps - 1 && made_with(one_pass + 1) != Ended::yes) {
      text += ": it is one pass then, so what hangs is the turn to the next one";
      break;
    }
    if (other == one_pass && other < sweeps - 1) {
      std::int64_t ends = one_pass + 1, hangs = sweeps - 1;
      // Each that hangs takes as long as the run has waited, and the verdict waits for all.
      constexpr int most_tries = 4;
      for (int tries = 0; tries < most_tries && hangs - ends > 1; ++tries) {
        const std::int64_t half = ends + (hangs - ends) / 2;
        (made_with(half) == Ended::yes ? ends : hangs) = half;
      }
      text += fmt::format(", as with {}; with {} it hangs", counted(ends, "sweep"), with_commas(hangs));
    }
    text += ": what hangs depends on their number, which the passes are planned by";
    break;
  }
  if (text.empty()) return "";
  return wrapped(fmt::format("the command alone, of {}, hangs{}", counted(sweeps, "sweep"), text), 2, 0);
}

std::string hang_without_commands(const Capsule& calls, const CapsulePlayer& play) {
  Capsule transfers = calls;
  transfers.calls.clear();
  for (const CapsuleCall& call : calls.calls) {
    if (call.kind == CapsuleCall::Kind::command) continue;
    transfers.calls.push_back(call);
    transfers.calls.back().after.clear();
  }
  const Ended ended = made(std::move(transfers), play);
  if (ended == Ended::fails) return "";
  return wrapped(ended == Ended::yes
                     ? "the device has no command any more, and without any the same loads and stores end: it still "
                       "holds back a buffer that no command uses (interlock), or its port does not go on"
                     : "the device has no command any more, and without any the same loads and stores hang too: its "
                       "data port",
                 2, 0);
}

std::string taken_otherwise(const Capsule& calls, std::size_t command, const CapsulePlayer& play) {
  const auto variants = std::visit([](const auto& of) { return variants_of(of); }, calls.calls[command].command);
  std::vector<std::string> taken;
  for (const Variant& variant : variants) {
    Capsule other = calls_before(calls, command + 1);
    other.calls[command].command = variant.command;
    if (made(std::move(other), play) == Ended::yes) taken.push_back(variant.text);
  }
  if (taken.empty()) return "";
  return wrapped(fmt::format("the command is taken with {}", fmt::join(taken, ", or with ")), 2, 0);
}

}  // namespace stencil
