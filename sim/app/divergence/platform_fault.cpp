// SPDX-License-Identifier: Apache-2.0
#include "sim/app/divergence/platform_fault.hpp"

#include <fmt/format.h>

#include <string>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/divergence/divergence_text.hpp"

namespace stencil {
namespace {

using Part = TransferFault::Part;

const char* file_of(Part part) {
  switch (part) {
    case Part::bus_master:
      return "sim/device/platform/bus_master.cpp";
    case Part::dma:
      return "sim/device/platform/dma.cpp";
    case Part::target:
      return "sim/device/platform/accelerator_target.cpp";
    case Part::pins:
      return "sim/device/pins";
    case Part::order:
      return "sim/device/accelerator/posting_order.cpp, sim/device/platform, which hands on what a burst waits for, or "
             "sim/device/pins, which tells when one is done";
    case Part::job:
      return "sim/device/accelerator/posted_job.hpp";
    case Part::encoding:
      return "sim/device/kernels";
    case Part::wait:
      break;
  }
  return "sim/device/platform";
}

class Text {
 public:
  Text(const PlatformWatch::Found& found, const BlockPlaces& place_of)
      : found_(found), fault_(found.fault), place_of_(place_of) {}

  std::optional<CapsulePlace> place(const TransferFault::Call& call) const {
    return place_of_(found_.step, found_.commands + call.command);
  }

  // Where calls of several steps are under way the place knows its own.
  std::int64_t step_of(const TransferFault::Call& call) const {
    const std::optional<CapsulePlace> at = place(call);
    return at ? at->step.value_or(found_.step) : found_.step;
  }

  // "strip 0, block 2, load of f buffer 0 (call 7)", and the step if it is not that of the fault.
  std::string name(const TransferFault::Call& call) const {
    std::string text;
    const std::optional<CapsulePlace> at = place(call);
    if (!at)
      text = fmt::format("block {} of the step", found_.commands + call.command);
    else if (at->strip)
      text = fmt::format("strip {}, block {}", *at->strip, at->block);
    else
      text = fmt::format("tile {}", at->block);
    if (step_of(call) != step_of(fault_.call)) text = fmt::format("step {}, {}", step_of(call), text);
    text += fmt::format(", {}", name_of(call.kind));
    if (call.kind != TransferFault::Kind::command)
      text += fmt::format(" of {} buffer {}", call.place.bank == Bank::f ? "f" : "r", call.place.buffer);
    return text + fmt::format(" (call {})", call.number);
  }

  // Of calls in no certain order.
  std::string unordered(std::int64_t rank) const {
    const std::string first = fmt::format("first divergence: rank {}, step {}, {}, may come before {}", rank,
                                          step_of(fault_.call), name(fault_.call), name(*fault_.waits_for));
    const Place& a = fault_.call.place;
    const Place& b = fault_.waits_for->place;
    const bool moves =
        fault_.call.kind != TransferFault::Kind::command && fault_.waits_for->kind != TransferFault::Kind::command;
    const bool share_buffer = a.bank == b.bank && a.buffer == b.buffer &&
                              a.offset_words < b.offset_words + b.length_words &&
                              b.offset_words < a.offset_words + a.length_words;
    const char* const where = moves && !share_buffer ? " of the host's memory" : "";
    // Posted behind a call of a later step, it cannot be what that one waits for.
    if (step_of(fault_.call) < step_of(*fault_.waits_for)) {
      const std::string component = fmt::format(
          "component: blocking: call {} of step {} is posted before call {} of step {}, which works on the same "
          "words{}: "
          "neither waits for the other",
          fault_.waits_for->number, step_of(*fault_.waits_for), fault_.call.number, step_of(fault_.call), where);
      return wrapped(first, 2, 0) + "\n" + wrapped(component, 2, 0) +
             "\n  side: host; the order in which it posts them";
    }
    const std::string component =
        fmt::format("component: blocking: call {} does not wait for call {}, which works on the same words{}",
                    fault_.call.number, fault_.waits_for->number, where);
    return wrapped(first, 2, 0) + "\n" + wrapped(component, 2, 0) + "\n  side: host; its ticket is missing in `after`";
  }

  std::string operator()(std::int64_t rank) const {
    std::string first =
        fmt::format("first divergence: rank {}, step {}, {}", rank, step_of(fault_.call), name(fault_.call));
    if (fault_.word) first += ", " + point();
    std::string component = fmt::format("component: platform, {}: {}", name_of(fault_.part), fault_.what);
    if (!fault_.as_if.empty()) component += "; as if " + fault_.as_if;
    std::string text = wrapped(first, 2, 0) + "\n" + wrapped(component, 2, 0);
    const auto add = [&](const std::string& line) { text += "\n  " + wrapped(line, 4, 2); };
    if (fault_.waits_for) add("it waits for: " + name(*fault_.waits_for));
    if (fault_.in_place_of) add("the host memory is that of: " + name(*fault_.in_place_of));
    if (fault_.word) add(values_text(fault_.expected, fault_.got));
    if (fault_.burst) {
      std::string beat = fmt::format("burst {}", *fault_.burst);
      if (fault_.beat) beat += fmt::format(", beat {}", *fault_.beat);
      if (fault_.differing > 0)
        beat += fmt::format("; {} differ{} there", counted(fault_.differing, "word"), fault_.differing == 1 ? "s" : "");
      add(beat);
    }
    add(fmt::format("side: platform ({}), neither the host's call nor the device", file_of(fault_.part)));
    return text;
  }

 private:
  std::string point() const {
    const std::int64_t word = *fault_.word;
    const std::int64_t cols = fault_.call.cols;
    std::string in_buffer = fmt::format("word {}", word);
    if (cols == 0) return in_buffer;
    const std::optional<CapsulePlace> at = place(fault_.call);
    if (!at) return fmt::format("row {}, column {} of its block ({})", word / cols, word % cols, in_buffer);
    return fmt::format("row {}, column {} (row {}, column {} of the block, {})", at->row + word / cols,
                       at->col + word % cols, word / cols, word % cols, in_buffer);
  }

  const PlatformWatch::Found& found_;
  const TransferFault& fault_;
  const BlockPlaces& place_of_;
};

Json json_of(const PlatformWatch::Found& found, std::int64_t rank, const Text& text) {
  const TransferFault& fault = found.fault;
  const std::optional<CapsulePlace> at = text.place(fault.call);
  const std::int64_t cols = fault.call.cols;
  Json json{{"rank", rank}};
  json.put("step", text.step_of(fault.call));
  json.put("strip", at ? Json(at->strip) : Json(nullptr));
  json.put("block", at ? Json(at->block) : Json(nullptr));
  const bool has_point = at && fault.word && cols > 0;
  json.put("row", has_point ? Json(at->row + *fault.word / cols) : Json(nullptr));
  json.put("col", has_point ? Json(at->col + *fault.word % cols) : Json(nullptr));
  json.put("sweep", nullptr);
  json.put("call", static_cast<std::int64_t>(fault.call.number));
  json.put("command", fault.call.command);
  Json buffer = nullptr;
  if (fault.call.kind != TransferFault::Kind::command) {
    buffer = Json{{"bank", fault.call.place.bank == Bank::f ? "f" : "r"}, {"number", fault.call.place.buffer}};
    buffer.put("word", fault.word);
  }
  json.put("buffer", buffer);
  json.put("expected", fault.word ? Json(fmt::format("0x{:016x}", fault.expected)) : Json(nullptr));
  json.put("got", fault.word ? Json(fmt::format("0x{:016x}", fault.got)) : Json(nullptr));
  json.put("burst", fault.burst);
  json.put("beat", fault.beat);
  json.put("as_if", fault.as_if.empty() ? Json(nullptr) : Json(fault.as_if));
  json.put("differing", fault.differing);
  return json;
}

}  // namespace

Json platform_fault_json(const PlatformWatch::Found& found, std::int64_t rank, const BlockPlaces& place_of) {
  const Text text(found, place_of);
  Json json = json_of(found, rank, text);
  json.put("where", "platform");
  json.put("room", fmt::format("platform, {}", name_of(found.fault.part)));
  json.put("text", text(rank));
  return json;
}

Json unordered_calls_json(const PlatformWatch::Found& found, std::int64_t rank, const BlockPlaces& place_of) {
  const Text text(found, place_of);
  Json json = json_of(found, rank, text);
  json.put("where", "host");
  json.put("room", "blocking");
  json.put("text", text.unordered(rank));
  return json;
}

}  // namespace stencil
