// The first wrong value of a capsule: which call, sweep, point and operator made it, found by replaying less of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/device/capsule/minimise.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/divergence/calls/stray_results.hpp"
#include "sim/device/divergence/field/undefined_words.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"
#include "sim/device/divergence/look/device_look.hpp"
#include "sim/device/divergence/wrong_side.hpp"

namespace stencil {

// An operand of the point, as the device saw it if all that it read was right.
struct DivergenceOperand {
  std::string name;
  double value = 0.0;
  std::string from;  // what brought it: "call 3, burst 0, beat 57", "sweep 1"
};

struct DivergenceResult {
  std::string step;  // "north + south"
  std::string unit;  // "adder"
  double a = 0.0;
  double b = 0.0;
  double value = 0.0;  // right for these operands, in arithmetic of neither side
};

// A beat of a transfer: bursts and beats from 0.
struct DivergenceBeat {
  std::int64_t burst = 0;
  std::int64_t beat = 0;
};

struct CommandPair {
  std::size_t first = 0;
  std::size_t second = 0;
};

// Sweeps, from 0: one of them is the first wrong one.
struct SweepRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

struct Divergence {
  // load: a buffer is not what was sent to it. store: a buffer is right and what came of it is not. transfer: one of
  // the two. wait: a command, or the store of its results, is right by itself and wrong beside other calls. sweep: a
  // command is wrong by itself. before: a new device makes the same calls right, or the command alone.
  enum class Where { load, store, transfer, wait, sweep, before };

  Where where = Where::sweep;
  // reference: the device has what the formula gives, or what was sent to it, and the golden models have not.
  WrongSide side = WrongSide::device;
  std::string source = {};                            // of a wrong reference: the files that can be wrong
  std::optional<std::uint64_t> exact = std::nullopt;  // of a sweep: what the formula gives, if no reference is asked
  std::size_t call = 0;                               // position of the load, store or command
  std::size_t command = 0;  // among the commands: the one that is wrong, or that reads or made the words moved
  Place word;               // the first that is wrong, in its buffer
  std::int64_t row = 0;     // of it: in the block as loaded; a chain's rows after a sweep lie north of its block's
  std::int64_t col = 0;
  std::uint64_t expected = 0;  // by the golden models
  std::uint64_t got = 0;
  std::int64_t differing = 0;  // words that differ after this sweep, or in this transfer
  std::int64_t words = 0;      // of so many
  std::string places = {};     // where they lie (field/wrong_places.hpp), rows as `row`

  std::optional<DivergenceBeat> beat = std::nullopt;     // load and store
  std::optional<std::int64_t> sweep = std::nullopt;      // from 0: the words are those after it
  std::optional<SweepRange> first_wrong = std::nullopt;  // of a sweep: no value: no single one is wrong
  // Processing element and lane: of `event`; without one by the law of our own RTL.
  std::optional<std::int64_t> element = std::nullopt;
  std::optional<std::int64_t> lane = std::nullopt;
  bool is_swept = false;  // whether a sweep sets the first wrong word at all
  std::string formula = {};
  std::vector<DivergenceOperand> operands = {};
  std::vector<DivergenceResult> results = {};
  std::optional<ValueExplanation> explanation = std::nullopt;
  // Wrong values of a block of other ones that the explanation was asked of too; no value: it was not.
  std::optional<std::int64_t> other_values = std::nullopt;
  // interlock: the load or store, by position, that the command must hold back: all is right where it waits.
  std::optional<std::size_t> unheld = std::nullopt;
  // store: the next one, by position, another burst right behind it: all is right where that waits until it is done.
  std::optional<std::size_t> before_store = std::nullopt;
  // interlock: a command, by position, of other buffers: the store is right before it and behind it, wrong while it is
  // swept.
  std::optional<std::size_t> beside_command = std::nullopt;
  // interlock: two commands, by position, of other buffers; right where the second waits until the first is done.
  std::optional<CommandPair> overlap = std::nullopt;
  // Of overlapping commands: the component, and what it looks like, where both are loaded before and follow at once.
  std::string at_once = {};
  // The model of the device, on the same platform, leaves the same wrong words.
  bool on_model_too = false;
  // What made `word` wrong: another command's results in this one's buffer.
  std::optional<StrayResults> stray = std::nullopt;
  // The host stores words that no command has set.
  std::optional<UndefinedWords> undefined = std::nullopt;
  // The wrong values of this sweep, swept on by the golden models, are what the device gave in the end.
  std::optional<bool> only_this_sweep = std::nullopt;

  // Where the device was watched.
  std::optional<std::int64_t> given = std::nullopt;   // cycle in which the command was given
  std::optional<std::int64_t> leaves = std::nullopt;  // cycle in which the first wrong word left the device
  std::optional<OperatorEvent> event = std::nullopt;  // the wrong result
  std::optional<bool> operators_right = std::nullopt;
};

const char* name_of(Divergence::Where where);

// The first wrong word of a store, with its call and command; nothing is known yet of what made it wrong.
Divergence first_wrong_word(const CapsuleDifference& wrong, Divergence::Where where);

// played: as it came from the player, on whose new devices the calls are made again, fewer of them and with fewer
// sweeps. watch: empty: what its devices show is not known. No value where nothing differs. Throws what `play` throws.
std::optional<Divergence> find_divergence(const Capsule& played, const CapsulePlayer& play,
                                          const DeviceWatch& watch = {});

// Names the faulty part in few words: "adder", "operand south", "weight beta", "write-back", "kept row or write-back",
// "window", "window or passes", "NaN", "border", "load", "local memory", "burst address", "interlock", "commands in
// flight", "sweep", "state of the device", "handover", "reference", "blocking"; parts that cannot be told apart as
// "write-back or stencil".
std::string component_of(const Divergence& divergence);

// For `minimised`: whether a smaller capsule has the same side, and is wrong in the same place and component as
// `played`, as far as one component was found. Either is asked of new devices.
KeepsFinding keeps_finding(const Capsule& played, const CapsulePlayer& play);

}  // namespace stencil
