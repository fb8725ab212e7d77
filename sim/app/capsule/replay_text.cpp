// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/replay_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/base/text.hpp"
#include "host/device/counts.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/app/output/text_table.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/kernels/common/command_fields.hpp"

namespace stencil {
namespace {

using Kind = CapsuleCall::Kind;

std::string shape(const DeviceCommand& command) {
  const CommandBlock block = command_block(command);
  std::string text = fmt::format("{} of {} x {}, {}", command_kind(command), with_commas(block.rows),
                                 with_commas(block.cols), counted(block.sweeps, "time"));
  const auto* sweep = std::get_if<SweepCommand>(&command);
  if (sweep != nullptr && (sweep->above || sweep->below))
    text += sweep->above && sweep->below ? ", middle of a chain"
            : sweep->below               ? ", first of a chain"
                                         : ", last of a chain";
  return text;
}

// ", arithmetic points"; empty for the Verilog alone.
std::string arithmetic_text(const Capsule& of) {
  const std::string& arithmetic = of.capabilities.arithmetic;
  return arithmetic.empty() || arithmetic == "rtl" ? "" : ", arithmetic " + arithmetic;
}

std::string machine_text(const Capsule& of) {
  return fmt::format("accelerator {}, configuration {}{}", of.capabilities.accel, one_line(of.capabilities.config),
                     arithmetic_text(of));
}

std::string digest_text(const Capsule& captured, const Capsule& played) {
  constexpr std::size_t shown = 16;
  if (played.rtl.empty()) return "";
  if (captured.rtl == played.rtl) return fmt::format(", RTL {} as captured", played.rtl.substr(0, shown));
  if (captured.rtl.empty()) return fmt::format(", RTL {}", played.rtl.substr(0, shown));
  return fmt::format(", RTL {}, captured on {}", played.rtl.substr(0, shown), captured.rtl.substr(0, shown));
}

// A row per command under a line that says what it does.
std::string cycles_text(const Capsule& captured, const Capsule& played) {
  TextTable table;
  std::vector<std::string> cells{"cycles"};
  for (const CauseField& field : cause_fields) {
    if (field.in_total) cells.emplace_back(field.name);
  }
  cells.insert(cells.end(), {"total", "captured", "model"});
  table.add(cells);
  std::size_t number = 0;
  for (std::size_t i = 0; i < played.calls.size(); ++i) {
    const CapsuleCall& call = played.calls[i];
    if (call.kind != Kind::command) continue;
    table.add_heading(fmt::format("command {}{}: {}", number,
                                  number == captured.origin.command ? ", captured for this one" : "",
                                  shape(call.command)));
    cells = {""};
    for (const CauseField& field : cause_fields) {
      if (field.in_total) cells.push_back(with_commas(call.cycles.*field.member));
    }
    for (const CauseCycles& cycles : {CauseCycles(call.cycles), CauseCycles(captured.calls[i].cycles), call.model})
      cells.push_back(with_commas(cycles.total()));
    table.add(cells);
    ++number;
  }
  return table.text();
}

std::string value_text(std::uint64_t bits) {
  return fmt::format("{:#018x} ({})", bits, from_bits(bits));
}

std::string head_line(const std::string& file, const Capsule& captured) {
  const std::size_t commands = command_count(captured);
  return wrapped(fmt::format("{}: rank {}, step {}, block {}{}, {} with {}, kept by stencil-cosim {}", one_line(file),
                             captured.origin.rank, captured.origin.step, captured.origin.block(),
                             captured.minimised ? ", minimised" : "", counted(captured.calls.size(), "call"),
                             counted(commands, "command"), one_line(captured.program)),
                 2, 0);
}

}  // namespace

std::string replay_text(const std::string& file, const Capsule& captured, const Capsule& played) {
  std::string text = head_line(file, captured);
  std::string machine = machine_text(played) + digest_text(captured, played);
  if (machine_text(captured) != machine_text(played)) machine += "; captured on " + machine_text(captured);
  text += "\n" + wrapped(machine, 2, 0) + "\n";
  if (played.capabilities.timed) {
    text += cycles_text(captured, played);
    if (captured.capabilities.timed && captured.failure.empty())
      text += same_cycles(captured, played) ? "cycles by cause: as captured\n" : "cycles by cause: not as captured\n";
  }
  if (!captured.failure.empty())
    return text + wrapped("the device does not fail; captured: " + one_line(captured.failure), 2, 0) + "\n";
  const CapsuleDifference then = difference(captured);
  text += same_values(captured, played) ? fmt::format("values: as captured, bit by bit ({} of {} differed)\n",
                                                      with_commas(then.mismatches), with_commas(then.compared))
                                        : fmt::format("values: not as captured ({} of {} differed then)\n",
                                                      with_commas(then.mismatches), with_commas(then.compared));
  return text;
}

ExpectedWords expected_words(const Capsule& captured, const Capsule& played) {
  ExpectedWords words;
  for (std::size_t i = 0; i < captured.calls.size(); ++i) {
    const std::vector<double>& kept = captured.calls[i].expected;
    const std::vector<double>& now = played.calls[i].expected;
    words.all += static_cast<std::int64_t>(kept.size());
    for (std::size_t k = 0; k < std::min(kept.size(), now.size()); ++k)
      words.changed += bits_of(kept[k]) != bits_of(now[k]) ? 1 : 0;
  }
  return words;
}

std::string other_reference_text(const Capsule& captured, const Capsule& played) {
  const ExpectedWords words = expected_words(captured, played);
  if (words.changed == 0) return "";
  return wrapped(fmt::format("reference: {} of {} that the capsule kept as expected are not what this program's golden "
                             "models give (kept by stencil-cosim {}): from here on, those of this program count",
                             with_commas(words.changed), counted(words.all, "word"), one_line(captured.program)),
                 2, 0) +
         "\n";
}

std::string failing_text(const std::string& file, const Capsule& captured, const std::string& error) {
  std::string text = head_line(file, captured) + "\n" + wrapped(machine_text(captured), 2, 0) + "\n";
  if (error == captured.failure) {
    text += "the device fails as captured\n";
  } else {
    text += captured.failure.empty() ? "the device did not fail when captured\n"
                                     : wrapped("captured: " + one_line(captured.failure), 2, 0) + "\n";
  }
  return text + wrapped("FAIL: " + one_line(error), 2, 0) + "\n";
}

std::string minimised_text(const Capsule& played) {
  std::string text = "minimised to:\n";
  const auto values = [&](const char* name, const std::vector<double>& list, std::int64_t cols) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const bool begins = cols <= 0 || static_cast<std::int64_t>(i) % cols == 0;
      text += begins ? fmt::format("{}  {:<9} {}", i == 0 ? "" : "\n", i == 0 ? name : "", list[i])
                     : fmt::format(" {}", list[i]);
    }
    if (!list.empty()) text += "\n";
  };
  constexpr std::size_t most_shown = 256;
  std::int64_t cols = 0;
  for (std::size_t i = 0; i < played.calls.size(); ++i) {
    const CapsuleCall& call = played.calls[i];
    for (std::size_t next = i; cols == 0 && next < played.calls.size(); ++next) {
      if (played.calls[next].kind == Kind::command) cols = command_block(played.calls[next].command).cols;
    }
    if (call.kind == Kind::command) text += "  " + shape(call.command) + "\n";
    if (call.data.size() > most_shown) continue;
    if (call.kind == Kind::load) values(call.place.bank == Bank::f ? "load f" : "load r", call.data, cols);
    if (call.kind == Kind::store) {
      values("store", call.data, cols);
      values("expected", call.expected, cols);
    }
  }
  return text;
}

std::string verdict_line(const Capsule& played) {
  const CapsuleDifference found = difference(played);
  if (found.mismatches == 0)
    return fmt::format("PASS: {} compared, 0 differ{}", counted(found.compared, "value"), arithmetic_text(played));
  const auto ulp = found.first.ulp();
  return wrapped(
      fmt::format("FAIL: {} compared, {} differ{}, first at row {}, column {} of f buffer {} after command {}: "
                  "expected {}, got {}, {}",
                  counted(found.compared, "value"), with_commas(found.mismatches), arithmetic_text(played),
                  found.first.row, found.first.col, found.word.buffer, found.command,
                  value_text(found.first.expected_bits), value_text(found.first.got_bits),
                  ulp ? fmt::format("{} ULP apart", *ulp) : "a NaN has no ULP distance"),
      2, 0);
}

}  // namespace stencil
