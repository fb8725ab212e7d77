// SPDX-License-Identifier: Apache-2.0
#include "sim/app/divergence/divergence_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/text.hpp"
#include "models/compare.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/divergence/component_text.hpp"
#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {
namespace {

using Where = Divergence::Where;

std::string value_text(std::uint64_t bits) {
  return fmt::format("0x{:016x} ({:.17g})", bits, from_bits(bits));
}

const CapsulePlace* place_of(const Capsule& capsule, const Divergence& divergence) {
  const auto& places = capsule.origin.places;
  return divergence.command < places.size() ? &places[divergence.command] : nullptr;
}

std::string block_text(const Capsule& capsule, const Divergence& divergence) {
  const CapsulePlace* const place = place_of(capsule, divergence);
  const auto command = static_cast<std::int64_t>(divergence.command);
  const std::int64_t step = place != nullptr && place->step ? *place->step : capsule.origin.step;
  std::string text = fmt::format("rank {}, step {}", capsule.origin.rank, step);
  if (place == nullptr) return text + fmt::format(", block {} of the step", capsule.origin.first_block + command);
  if (place->strip) text += fmt::format(", strip {}", *place->strip);
  return text + fmt::format(", {} {}", place->strip ? "block" : "tile", place->block);
}

// The search shortens commands: behind the first pass of the run's own the sweep may be another element's there.
std::string shorter_command(const Capsule& capsule, const Divergence& divergence) {
  if (!divergence.sweep || divergence.call >= capsule.calls.size()) return "";
  const std::int64_t sweeps = *divergence.sweep + 1;
  const std::int64_t all = command_block(capsule.calls[divergence.call].command).sweeps;
  const bool in_first_pass = sweeps <= plan_passes(all, std::max<std::int64_t>(1, capsule.capabilities.pes)).sweeps(0);
  return sweeps == all || in_first_pass ? "" : " of a command of " + counted(sweeps, "sweep");
}

std::string sweep_text(const Capsule& capsule, const Divergence& divergence) {
  const std::string of = shorter_command(capsule, divergence);
  const auto& wrong = divergence.first_wrong;
  if (!wrong) return fmt::format("after {}", counted(*divergence.sweep + 1, "sweep"));
  if (wrong->first == wrong->last) return fmt::format("sweep {}{}", wrong->first, of);
  return fmt::format("one of sweeps {} to {}{}", wrong->first, wrong->last, of);
}

std::string what_text(const Capsule& capsule, const Divergence& divergence) {
  switch (divergence.where) {
    case Where::load:  // it may have changed words of another buffer
      return fmt::format("load of {} (call {})", buffer_name(capsule.calls[divergence.call].place), divergence.call);
    case Where::store:
      return fmt::format("store of {} (call {})", buffer_name(divergence.word), divergence.call);
    case Where::transfer:
      return fmt::format("load or store of {} (call {})", buffer_name(divergence.word), divergence.call);
    case Where::wait:
    case Where::sweep:
    case Where::before:
      break;
  }
  if (divergence.sweep) return sweep_text(capsule, divergence);
  return fmt::format("{} of {} (call {})", divergence.word.bank == Bank::f ? "results" : "words",
                     buffer_name(divergence.word), divergence.call);
}

// Rows of a chain lie in its buffer elsewhere than in its block.
std::string point_text(const Capsule& capsule, const Divergence& divergence) {
  const CapsulePlace* const place = place_of(capsule, divergence);
  const std::string in_buffer =
      fmt::format("word {} of {}", divergence.word.offset_words, buffer_name(divergence.word));
  if (place == nullptr)
    return fmt::format("row {}, column {} of its block ({})", divergence.row, divergence.col, in_buffer);
  return fmt::format("row {}, column {} (row {}, column {} of the block, {})", place->row + divergence.row,
                     place->col + divergence.col, divergence.row, divergence.col, in_buffer);
}

std::string hardware_text(const Divergence& divergence) {
  std::string text;
  if (divergence.event) {
    text = fmt::format("in device cycle {} the {} {}", with_commas(divergence.event->cycle), divergence.event->kind,
                       divergence.event->instance);
    if (divergence.element)
      text += fmt::format(" (processing element {}, lane {})", *divergence.element, divergence.lane.value_or(0));
    return text + fmt::format(" gave {}, must be {}", value_text(divergence.event->got),
                              value_text(divergence.event->expected));
  }
  if (divergence.beat) text = fmt::format("burst {}, beat {}", divergence.beat->burst, divergence.beat->beat);
  if (divergence.element)
    text = fmt::format("processing element {}, lane {} (our RTL's order)", *divergence.element, *divergence.lane);
  if (divergence.operators_right.value_or(false))
    text += std::string(text.empty() ? "" : "; ") + "every operator computed right" +
            (divergence.side == WrongSide::device ? ": what it was given was wrong" : "");
  return text;
}

// From the command to the beat with which the first wrong word leaves.
std::string cycles_text(const Divergence& divergence) {
  if (!divergence.given || !divergence.leaves) return "";
  return fmt::format("device cycles: {} to {}", with_commas(*divergence.given), with_commas(*divergence.leaves));
}

// One operand a line, numbers of the command in one.
void add_operands(std::vector<std::string>& lines, const Divergence& divergence) {
  if (divergence.operands.empty()) return;
  lines.push_back(divergence.formula + ", of");
  std::string numbers;
  for (const DivergenceOperand& operand : divergence.operands) {
    if (operand.from.empty()) continue;
    if (operand.from == "command") {
      numbers += fmt::format("{}{} {}", numbers.empty() ? "" : " ", operand.name, operand.value);
      continue;
    }
    const std::string value = fmt::format("{:<6} {}", operand.name, value_text(bits_of(operand.value)));
    const std::string line = value + ", " + operand.from;
    if (line.size() <= 74) {
      lines.push_back(line);
      continue;
    }
    lines.push_back(value);
    lines.push_back("       " + operand.from);
  }
  if (!numbers.empty()) lines.push_back(wrapped(numbers, 6, 4));
}

// Whose value is wrong, and what decides it; of a device, the formula gives the expected value.
std::string side_text(const Capsule& capsule, const Divergence& divergence) {
  std::string text = fmt::format("side: {}", name_of(divergence.side));
  if (capsule.by_formula) {
    if (divergence.side == WrongSide::reference)
      return text + fmt::format(
                        "; expected is what the formula gives, worked out in integers; accelerator {} has no "
                        "RTL, it computes with what is wrong: {}",
                        capsule.device.accel, divergence.source);
    return text + fmt::format(
                      "; expected is what the formula gives, worked out in integers; the device and the golden "
                      "models ({}) agree on another value",
                      divergence.source);
  }
  if (divergence.on_model_too)
    return fmt::format(
        "{} (sim/device/accelerator, sim/device/platform): {}", text,
        divergence.where == Where::before
            ? "the same run on the model of the device, which has no RTL, is wrong too; or host, where it "
              "changes memory that a call under way reads"
            : "the model of the device, which has no RTL, leaves the same wrong words of the same calls");
  if (divergence.side == WrongSide::platform && divergence.unheld && capsule.device.accel == "model")
    return text +
           " (accelerator model, which has no RTL): sim/device/model, which holds bursts back, or "
           "sim/device/accelerator "
           "and sim/device/platform, which hand on what they wait for";
  if (divergence.side == WrongSide::platform && divergence.where == Where::before)
    return fmt::format(
        "{}: what goes along when the device changes from RTL to the model, or back, by its registers and buffers "
        "({}); "
        "unless --accel rtl gives the same wrong values: then device",
        text, divergence.source);
  if (divergence.side == WrongSide::device && capsule.device.accel == "model")
    return text + " (accelerator model, which has no RTL: sim/device/model)";
  const bool of_weights =
      divergence.explanation && divergence.explanation->component.find("weight") != std::string::npos;
  if (divergence.side == WrongSide::device && of_weights)
    return text +
           ", or platform, which writes the weights to its registers (sim/device/contract, sim/device/"
           "accelerator): the pins of s_axil tell which";
  if (divergence.side == WrongSide::platform)
    return fmt::format(
        "{}: accelerator {} ({}), which has no RTL, carries out a call before one that it names, or that it follows",
        text, capsule.device.accel, divergence.source);
  const bool reference = divergence.side == WrongSide::reference;
  if (!divergence.exact || divergence.where != Where::sweep) {
    return reference ? text + "; the device has what was sent to it, the golden model has not: " + divergence.source
                     : text;
  }
  const std::string rule =
      divergence.is_swept ? "worked out in integers, the formula gives" : "no sweep sets this point, so that it keeps";
  if (divergence.side == WrongSide::unknown)
    return text + fmt::format("; {} {}: neither device nor golden model is right", rule, value_text(*divergence.exact));
  if (!reference) return text;
  return fmt::format("{}; {} what the device gave: the golden model is wrong, {}", text, rule, divergence.source);
}

std::string extent_text(const Divergence& divergence) {
  const std::string words =
      fmt::format("{} of {} differ", with_commas(divergence.differing), counted(divergence.words, "word"));
  const std::string places = divergence.places.empty() ? "" : fmt::format(" ({})", divergence.places);
  if (!divergence.sweep) return words + " there" + places;
  std::string text = fmt::format("{} after sweep {}{}", words, *divergence.sweep, places);
  if (divergence.only_this_sweep)
    text += *divergence.only_this_sweep ? "; later sweeps are right" : "; later sweeps are wrong too";
  return text;
}

}  // namespace

std::string values_text(std::uint64_t expected, std::uint64_t got) {
  const auto ulp = ulp_distance(expected, got);
  return fmt::format("expected {}, got {}, {}", value_text(expected), value_text(got),
                     ulp ? fmt::format("{} ULP apart", *ulp) : "a NaN has no ULP distance");
}

std::string first_stored_text(const Capsule& capsule, const Divergence& divergence) {
  return fmt::format("{}, {}, {}: {} of {} stored differ", block_text(capsule, divergence),
                     what_text(capsule, divergence), point_text(capsule, divergence), with_commas(divergence.differing),
                     counted(divergence.words, "word"));
}

std::string divergence_text(const Capsule& capsule, const Divergence& divergence) {
  std::string text = wrapped(fmt::format("first divergence: {}, {}, {}", block_text(capsule, divergence),
                                         what_text(capsule, divergence), point_text(capsule, divergence)),
                             2, 0);
  std::string hardware = hardware_text(divergence);
  const std::string cycles = cycles_text(divergence);
  if (!hardware.empty() && !cycles.empty()) hardware += "; ";
  const bool device = divergence.side == WrongSide::device;
  const std::string side = side_text(capsule, divergence) + (device ? "; " + extent_text(divergence) : "");
  std::vector<std::string> lines{values_text(divergence.expected, divergence.got), hardware + cycles,
                                 device ? "" : extent_text(divergence)};
  text += "\n" + wrapped(component_text(capsule, divergence), 2, 0) + "\n" + wrapped(side, 2, 0);
  for (const std::string& line : lines) {
    if (!line.empty()) text += "\n  " + wrapped(line, 4, 2);
  }
  std::vector<std::string> operands;
  add_operands(operands, divergence);
  for (std::size_t i = 0; i < operands.size(); ++i) text += (i == 0 ? "\n  " : "\n    ") + operands[i];
  return text;
}

}  // namespace stencil
