// SPDX-License-Identifier: Apache-2.0
#include "sim/app/divergence/component_text.hpp"

#include <fmt/format.h>

#include "host/base/text.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"

namespace stencil {
namespace {

using Where = Divergence::Where;

// "block 1", "tile 3", of a command of the capsule.
std::string command_text(const Capsule& capsule, std::size_t command) {
  const auto& places = capsule.origin.places;
  if (command >= places.size()) return fmt::format("command {}", command);
  return fmt::format("{} {}", places[command].strip ? "block" : "tile", places[command].block);
}

// "the command of block 1"; "command 1" where the capsule does not know its block.
std::string own_command_text(const Capsule& capsule, std::size_t command) {
  const std::string text = command_text(capsule, command);
  return text.rfind("command ", 0) == 0 ? text : "the command of " + text;
}

std::string stray_text(const Capsule& capsule, const Divergence& divergence) {
  const StrayResults& stray = *divergence.stray;
  return fmt::format(": {} of {}, from word {} on, went to {}, which {} works on{}", counted(stray.words, "result"),
                     command_text(capsule, stray.command), stray.first,
                     fmt::format("f buffer {}", divergence.word.buffer), command_text(capsule, divergence.command),
                     stray.swept ? " and has swept" : "");
}

std::string undefined_text(const Capsule& capsule, const Divergence& divergence) {
  const UndefinedWords& undefined = *divergence.undefined;
  const DeviceCommand& command = capsule.calls[undefined.behind].command;
  const std::int64_t cols = command_block(command).cols;
  const char* const link = !is_continued(command) ? ""
                           : continues(command)   ? "a middle link of a chain, "
                                                  : "the first link of a chain, ";
  std::string text =
      fmt::format(": it stores rows to {} of the buffer, but {} (call {}), {}sets those to {} only",
                  (undefined.stored - 1) / cols, own_command_text(capsule, commands_before(capsule, undefined.behind)),
                  undefined.behind, link, undefined.set / cols - 1);
  if (undefined.chain_is_open) text += "; no command goes on with the chain: this one should end it";
  return text + "; the words beyond are undefined on any device";
}

// Backward tiles have addresses and windows of their own: right forward ones before them tell.
std::string tile_text(const Capsule& capsule, const Divergence& divergence) {
  const CapsuleCall& call = capsule.calls[divergence.call];
  const auto* const tile = call.kind == CapsuleCall::Kind::command ? std::get_if<TileCommand>(&call.command) : nullptr;
  if (tile == nullptr) return "";
  const auto& places = capsule.origin.places;
  const bool is_first_backward = tile->backward && divergence.command < places.size() &&
                                 places[divergence.command].step.value_or(capsule.origin.step) == 1;
  std::string text = is_first_backward ? "; of a backward tile, and the forward ones of step 0 are right"
                     : tile->backward  ? "; of a backward tile"
                                       : "; of a forward tile";
  if (!divergence.explanation && divergence.where == Where::sweep)
    text += ": its window, addresses, operands or operators";
  return text;
}

}  // namespace

std::string component_text(const Capsule& capsule, const Divergence& divergence) {
  std::string text = "component: " + component_of(divergence);
  if (divergence.stray) return text + stray_text(capsule, divergence);
  if (divergence.undefined) return text + undefined_text(capsule, divergence);
  const auto& explanation = divergence.explanation;
  const bool holds_no_store = divergence.unheld && capsule.calls[*divergence.unheld].kind == CapsuleCall::Kind::store;
  if (holds_no_store) {
    text += fmt::format(": store of f buffer {} (call {}) was not held back until {} was done; right where it waits",
                        capsule.calls[*divergence.unheld].place.buffer, *divergence.unheld,
                        own_command_text(capsule, divergence.command));
  } else if (divergence.unheld) {
    const Place& loaded = capsule.calls[*divergence.unheld].place;
    text += fmt::format(
        ": load of {} buffer {} (call {}), for {}, was not held back while {} was swept; right where it waits",
        loaded.bank == Bank::f ? "f" : "r", loaded.buffer, *divergence.unheld,
        command_text(capsule, commands_before(capsule, *divergence.unheld)), command_text(capsule, divergence.command));
  } else if (divergence.before_store) {
    const Place& next = capsule.calls[*divergence.before_store].place;
    text += fmt::format(": right where the next to leave, {} (call {}), waits until it is done", buffer_name(next),
                        *divergence.before_store);
  } else if (divergence.beside_command) {
    const std::string beside = command_text(capsule, commands_before(capsule, *divergence.beside_command));
    text += fmt::format(
        ": store of {} (call {}) is right before {} is swept, and after: wrong while that is swept, in "
        "other buffers",
        buffer_name(capsule.calls[divergence.call].place), divergence.call, beside);
  } else if (divergence.overlap) {
    text += fmt::format(": right where the command of {} waits until that of {} is done; the device has both at once",
                        command_text(capsule, commands_before(capsule, divergence.overlap->second)),
                        command_text(capsule, commands_before(capsule, divergence.overlap->first)));
    if (!divergence.at_once.empty()) text += "; with both loaded before, " + divergence.at_once;
  } else if (divergence.where == Where::wait)
    text += divergence.sweep ? ": the command is right alone, wrong beside calls that it waits for"
                             : ": right once all is done, wrong without a wait";
  if (divergence.where == Where::before)
    text += divergence.sweep ? ": right alone on a new device, wrong behind the calls before it, also one after another"
                             : ": a new device makes the same calls right";
  text += tile_text(capsule, divergence);
  if (!explanation || explanation->as_if.empty()) return text;
  text += divergence.side == WrongSide::reference ? "; as if in the golden model " : "; as if ";
  text += explanation->as_if;
  const std::int64_t others = divergence.other_values.value_or(0);
  const bool are_first = !explanation->by_themselves && explanation->of < divergence.differing + others;
  std::string which = are_first ? "the first " : "";
  if (explanation->fits != explanation->of) which = fmt::format("{} of {}", explanation->fits, which);
  if (explanation->of > 1)
    text += fmt::format(" ({}{} wrong values{}{}{})", which.empty() ? "all " : which, explanation->of,
                        explanation->by_themselves ? " that do not follow from others" : "",
                        others > 0 ? ", those of a block of other values among them" : "",
                        explanation->fits != explanation->of ? "; not why the others are wrong" : "");
  const bool of_the_rtl = divergence.side == WrongSide::device && capsule.device.accel == "rtl";
  if (explanation->suspects > 1 && of_the_rtl && !divergence.operators_right)
    text += "; --trace failure looks at each operator, which tells them apart";
  return text;
}

}  // namespace stencil
