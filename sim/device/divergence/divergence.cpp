// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/divergence.hpp"

#include <algorithm>
#include <utility>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/at_once.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "sim/device/divergence/guesses/beyond_load.hpp"
#include "sim/device/divergence/late_loads.hpp"
#include "sim/device/divergence/sweep_search.hpp"
#include "sim/device/divergence/transfer_search.hpp"

namespace stencil {
namespace {

using Where = Divergence::Where;

class Search {
 public:
  Search(const Capsule& played, const CapsulePlayer& play) : capsule_(played), play_(play) {}

  Divergence operator()(const CapsuleDifference& wrong) {
    store_ = wrong.store;
    const CapsuleCall& store = capsule_.calls[store_];
    auto command = store.place.bank == Bank::f ? command_of(capsule_, store_, store.place.buffer) : std::nullopt;
    if (!command) return moved_only();
    // Where the buffer is right by now, the store has moved it wrongly or too soon, whatever other stores show.
    if (is_right_by_now(*command)) return wrong_store(capsule_, play_, *command, store_);
    while (true) {
      const std::size_t first = chain_start(capsule_, *command);
      // What it was given is looked at first: with wrong operands no result can be right.
      std::optional<std::size_t> earlier;
      for (const std::size_t each : command_positions(capsule_)) {
        if (each < first || each > *command) continue;
        const auto bad = wrong_input(each);
        if (!bad) continue;
        if (bad->where != Where::sweep) return *bad;
        earlier = bad->call;
        break;
      }
      if (!earlier) return swept(first, *command);
      command = earlier;
    }
  }

 private:
  Capsule judged(Capsule calls) const {
    expect(calls);
    return play_(calls);
  }

  // Words stored with no command before them.
  Divergence moved_only() { return wrong_transfer(capsule_, play_, std::nullopt, store_); }

  // The call that made the operands of a command wrong: a transfer, or a command before it (`where` is sweep).
  std::optional<Divergence> wrong_input(std::size_t command) {
    const std::vector<Place> places = words_read(capsule_.calls[command].command);
    for (const Place& place : places) {
      if (!differs_before(command, place)) continue;
      for (std::size_t call = 0; call < command; ++call) {
        const CapsuleCall& made = capsule_.calls[call];
        const bool is_load =
            made.kind == CapsuleCall::Kind::load && made.place.bank == place.bank && made.place.buffer == place.buffer;
        const bool is_command = made.kind == CapsuleCall::Kind::command && place.bank == Bank::f &&
                                command_block(made.command).f_buffer == place.buffer;
        if (!is_load && !is_command) continue;
        const Place look = is_load ? made.place : words_written(made.command);
        if (!differs_before(call + 1, look)) continue;
        if (is_load) return wrong_transfer(capsule_, play_, call, store_);
        Divergence earlier;
        earlier.where = Where::sweep;
        earlier.call = call;
        return earlier;
      }
      if (auto other = load_of_another(command, place)) return other;
      if (auto beside = load_beside(command, place)) return beside;
    }
    return std::nullopt;
  }

  // Each load of the place is right when it has ended: a load of another place has changed its words.
  std::optional<Divergence> load_of_another(std::size_t command, const Place& place) {
    for (std::size_t call = 0; call < command; ++call) {
      const CapsuleCall& made = capsule_.calls[call];
      const bool is_of_place = made.place.bank == place.bank && made.place.buffer == place.buffer;
      if (made.kind != CapsuleCall::Kind::load || !is_of_place) continue;
      for (std::size_t other = call + 1; other < command; ++other) {
        if (capsule_.calls[other].kind != CapsuleCall::Kind::load || !differs_before(other + 1, made.place)) continue;
        Divergence found = wrong_words(capsule_, play_, other + 1, made.place);
        found.call = other;
        found.command = commands_before(capsule_, command);
        const Place& changer = capsule_.calls[other].place;
        if (changer.bank == place.bank && changer.buffer == place.buffer)
          if (const auto beyond = beyond_load(capsule_, play_, found.word)) found.explanation = beyond->explanation;
        if (!found.explanation) found.explanation = changed_by_load(other, changer, made.place);
        return found;
      }
    }
    return std::nullopt;
  }

  // Nor has a load of another place: one has changed words beside its own, which no call has brought.
  std::optional<Divergence> load_beside(std::size_t command, const Place& place) const {
    Divergence found = wrong_words(capsule_, play_, command, place);
    const auto beyond = found.differing > 0 ? beyond_load(capsule_, play_, found.word) : std::nullopt;
    if (!beyond) return std::nullopt;
    found.call = beyond->call;
    found.command = commands_before(capsule_, command);
    found.explanation = beyond->explanation;
    return found;
  }

  bool differs_before(std::size_t end, const Place& place) const {
    Capsule calls = calls_before(capsule_, end);
    const std::size_t at = look_at(calls, {place});
    const Capsule seen = judged(std::move(calls));
    return !same_bits(seen.calls[at].data, seen.calls[at].expected);
  }

  bool is_right_by_now(std::size_t command) const {
    return !differs_before(store_ + 1, words_written(capsule_.calls[command].command));
  }

  Divergence swept(std::size_t first, std::size_t command) {
    const auto own = command_of(capsule_, store_, capsule_.calls[store_].place.buffer);
    return wrong_sweep(capsule_, play_, first, command, own == command ? store_ : command);
  }

  const Capsule& capsule_;
  const CapsulePlayer& play_;
  std::size_t store_ = 0;
};

// The first event that an operator of the point gave of its right operands is the cause; without any event all
// operators were right, and what they were given was wrong.
void look_inside(Divergence& divergence, const std::vector<OperatorEvent>& events) {
  divergence.operators_right = events.empty();
  const auto of_point = std::find_if(events.begin(), events.end(), [&](const OperatorEvent& event) {
    return std::any_of(divergence.results.begin(), divergence.results.end(),
                       [&](const DivergenceResult& step) { return is_result_of(event, step.unit, step.a, step.b); });
  });
  if (of_point == events.end() || divergence.side == WrongSide::reference) return;
  divergence.event = *of_point;
  if (const auto element = number_in(of_point->instance, "g_pe")) divergence.element = element;
  if (const auto lane = number_in(of_point->instance, "g_lane")) divergence.lane = lane;
}

void look(Divergence& divergence, const DeviceLook& seen) {
  if (divergence.command < seen.commands.size()) divergence.given = seen.commands[divergence.command];
  divergence.leaves = seen.leaves;
  if (seen.events && divergence.where == Divergence::Where::sweep) look_inside(divergence, *seen.events);
}

// A command that other calls made wrong: a load changed the word, which stays that of the victim.
void look_beyond_loads(Divergence& found, const Capsule& capsule, const CapsulePlayer& play) {
  const auto beyond = beyond_load(capsule, play, found.word);
  if (!beyond) return;
  Divergence load;
  load.where = Where::load;
  load.call = beyond->call;
  load.command = found.command;
  load.word = found.word;
  load.row = found.row;
  load.col = found.col;
  load.expected = found.expected;
  load.got = found.got;
  load.differing = load.words = beyond->words;
  load.explanation = beyond->explanation;
  found = std::move(load);
}

}  // namespace

Divergence first_wrong_word(const CapsuleDifference& wrong, Divergence::Where where) {
  Divergence found;
  found.where = where;
  found.call = wrong.store;
  found.command = wrong.command;
  found.word = wrong.word;
  found.row = wrong.first.row;
  found.col = wrong.first.col;
  found.expected = wrong.first.expected_bits;
  found.got = wrong.first.got_bits;
  found.differing = wrong.mismatches;
  found.words = wrong.compared;
  return found;
}

KeepsFinding keeps_finding(const Capsule& played, const CapsulePlayer& play) {
  const auto is_one_component = [](const std::string& component) {
    return component != name_of(Where::sweep) && component.rfind("operator", 0) != 0;
  };
  // A device may fail at fewer calls.
  const auto find = [play](const Capsule& calls) -> std::optional<Divergence> {
    try {
      return find_divergence(calls, play);
    } catch (const DeviceError&) {
      return std::nullopt;
    }
  };
  return [find, is_one_component, whole = find(played)](const Capsule& smaller) {
    if (!whole) return true;
    const std::optional<Divergence> found = find(smaller);
    if (!found || found->side != whole->side || found->where != whole->where) return false;
    return !is_one_component(component_of(*whole)) || component_of(*found) == component_of(*whole);
  };
}

std::optional<Divergence> find_divergence(const Capsule& played, const CapsulePlayer& play, const DeviceWatch& watch) {
  const CapsuleDifference wrong = difference(played);
  if (wrong.mismatches == 0) return std::nullopt;
  const Capsule again = play(played);
  const CapsuleDifference again_wrong = difference(again);
  // The calls alone need no step before them: of a mixed device none goes from RTL to the model among them, or back.
  const auto name_handover = [&](Divergence& found) {
    if (!played.of_mixed_run || found.where != Where::before) return;
    found.side = WrongSide::platform;
    found.source = "sim/device/mixed/mixed_device.cpp";
  };
  if (again_wrong.mismatches == 0) {
    if (auto late = late_loads(played, play, wrong)) return late;
    Divergence found = first_wrong_word(wrong, Where::before);
    name_handover(found);
    return found;
  }
  if (const auto undefined = undefined_words(again, again_wrong.store, again_wrong.word)) {
    Divergence found = first_wrong_word(again_wrong, Where::store);
    found.side = WrongSide::host;
    found.undefined = undefined;
    return found;
  }
  Divergence found = Search(again, play)(again_wrong);
  if (found.overlap) found.at_once = wrong_at_once(again, play, found.overlap->first, found.overlap->second);
  if (found.where == Where::before) look_beyond_loads(found, again, play);
  // It has no RTL, and is right where each call waits for the one before: it has not waited for what the calls name.
  if (played.device.accel == "shuffled" && found.where == Divergence::Where::wait && !found.stray) {
    found.side = WrongSide::platform;
    found.source = "sim/device/software/shuffled_accelerator.cpp";
  }
  const std::optional<DeviceLook> seen = watch ? watch(again) : std::nullopt;
  if (seen) look(found, *seen);
  return found;
}

}  // namespace stencil
