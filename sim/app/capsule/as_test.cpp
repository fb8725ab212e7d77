// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/as_test.hpp"

#include <fmt/core.h>

#include <cctype>

#include "host/base/errors.hpp"
#include "models/kernel_file/formula.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/json/json.hpp"
#include "sim/device/kernels/common/command_fields.hpp"

namespace stencil {
namespace {

using Kind = CapsuleCall::Kind;

constexpr std::size_t most_values = 100000;

std::string list(const std::vector<double>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i)
    text += fmt::format("{}{:#x}", i == 0 ? "" : i % 6 == 0 ? ",\n       " : ", ", bits_of(values[i]));
  return text;
}

std::string place(const Place& of) {
  return fmt::format("{{Bank::{}, {}, {}, {}}}", of.bank == Bank::f ? "f" : "r", of.buffer, of.offset_words,
                     of.length_words);
}

std::string field(const std::string& name, const char* member, const std::string& value) {
  std::string path = member;
  for (const char* edge : {"top", "bottom", "left", "right"}) {
    if (path.rfind(std::string(edge) + "_", 0) == 0) path[std::string(edge).size()] = '.';
  }
  return fmt::format("  {}.{} = {};\n", name, path, value);
}

std::string value_text(bool value) {
  return value ? "true" : "false";
}
std::string value_text(std::int64_t value) {
  return std::to_string(value);
}

// "TwoWords" of "two-words".
std::string type_name(const std::string& name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '-') continue;
    const bool first = i == 0 || name[i - 1] == '-';
    text += first ? static_cast<char>(std::toupper(static_cast<unsigned char>(name[i]))) : name[i];
  }
  return text;
}

std::string command(const std::string& name, const DeviceCommand& of) {
  const auto* sweep = std::get_if<SweepCommand>(&of);
  std::string text = fmt::format("  {} {};\n", sweep != nullptr ? "SweepCommand" : "TileCommand", name);
  std::visit(
      [&](const auto& each) {
        for_each_field(each, [&](const char* member, auto value) {
          using Value = decltype(value);
          if constexpr (std::is_same_v<Value, bool>)
            text += field(name, member, value_text(value));
          else
            text += field(name, member, value_text(static_cast<std::int64_t>(value)));
        });
      },
      of);
  if (sweep == nullptr) return text;
  std::string numbers;
  for_each_weight(sweep->weights, [&](Weight, double value) {
    numbers += fmt::format("{}from_bits({:#x})", numbers.empty() ? "" : ", ", bits_of(value));
  });
  if (const auto* formula = std::get_if<FormulaWeights>(&sweep->weights)) {
    std::string all;
    for (const double value : formula->numbers)
      all += fmt::format("{}from_bits({:#x})", all.empty() ? "" : ", ", bits_of(value));
    return text + fmt::format("  {}.weights = with_numbers(options.formula, {{{}}});\n", name, all);
  }
  return text +
         fmt::format("  {}.weights = {}Weights{{{}}};\n", name, type_name(operator_name(sweep->weights)), numbers);
}

// "an" of "aN".
std::string enumerator(std::string name) {
  for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return name;
}

std::string after(const CapsuleCall& call) {
  std::string text;
  for (const std::size_t position : call.after) text += fmt::format("{}call{}", text.empty() ? "" : ", ", position);
  return "{" + text + "}";
}

std::size_t value_count(const Capsule& capsule) {
  std::size_t count = 0;
  for (const CapsuleContents& part : capsule.contents) count += part.words.size();
  for (const CapsuleCall& call : capsule.calls)
    count += call.kind == Kind::store ? call.expected.size() : call.data.size();
  return count;
}

// Which calls are named by later ones: others need no variable.
std::vector<bool> named(const Capsule& capsule) {
  std::vector<bool> is_named(capsule.calls.size());
  for (const CapsuleCall& call : capsule.calls) {
    for (const std::size_t position : call.after) is_named[position] = true;
  }
  return is_named;
}

std::string calls_text(const Capsule& capsule) {
  std::string text;
  std::string checks;
  const std::vector<bool> is_named = named(capsule);
  const auto post = [&](std::size_t i, const std::string& call) {
    text += is_named[i] ? fmt::format("  const Ticket call{} = {};\n", i, call) : fmt::format("  {};\n", call);
  };
  for (std::size_t i = 0; i < capsule.calls.size(); ++i) {
    const CapsuleCall& call = capsule.calls[i];
    if (call.kind == Kind::wait)
      text += call.after.empty() ? "  device->wait();\n" : fmt::format("  device->wait(call{});\n", call.after.front());
    if (call.kind == Kind::load) {
      text += fmt::format("  const std::vector<double> data{} = values(\n      {{{}}});\n", i, list(call.data));
      post(i, fmt::format("device->post_load({}, data{}.data(), {})", place(call.place), i, after(call)));
    }
    if (call.kind == Kind::command) {
      text += command(fmt::format("command{}", i), call.command);
      post(i, fmt::format("device->post(command{}, {})", i, after(call)));
    }
    if (call.kind != Kind::store) continue;
    text += fmt::format("  std::vector<double> got{}({});\n", i, call.place.length_words);
    post(i, fmt::format("device->post_store({}, got{}.data(), {})", place(call.place), i, after(call)));
    checks += fmt::format("  expect_bits(got{},\n      {{{}}});\n", i, list(call.expected));
  }
  return text + "  device->wait();\n" + checks;
}

std::string preparation_text(const Capsule& capsule) {
  std::string text;
  if (capsule.before) {
    DeviceCommand before = *capsule.before;
    if (auto* sweep = std::get_if<SweepCommand>(&before)) sweep->above = sweep->below = sweep->own_weights = false;
    text += command("before", before) + "  device->post(before, {});\n  device->wait();\n";
  }
  for (std::size_t i = 0; i < weight_count; ++i) {
    if (capsule.weights[i])
      text += fmt::format("  device->set_weight(Weight::{}, from_bits({:#x}));\n", enumerator(weight_names[i]),
                          bits_of(*capsule.weights[i]));
  }
  for (std::size_t i = 0; i < capsule.contents.size(); ++i) {
    const CapsuleContents& part = capsule.contents[i];
    text += fmt::format("  const std::vector<double> contents{} = values(\n      {{{}}});\n", i, list(part.words));
    text += fmt::format("  device->post_load({}, contents{}.data(), {{}});\n", place(part.place), i);
  }
  return capsule.contents.empty() ? text : text + "  device->wait();\n";
}

}  // namespace

std::string capsule_test(const Capsule& capsule) {
  if (capsule.device.arithmetic != "rtl") {
    throw ArgumentError(fmt::format("--as-test must come with --arithmetic rtl, which such a test runs, this is {}",
                                    capsule.device.arithmetic));
  }
  const std::size_t count = value_count(capsule);
  if (count > most_values) {
    throw ArgumentError(
        fmt::format("--as-test: the capsule has {} values, must have at most {}: make it smaller with "
                    "--minimise",
                    count, most_values));
  }
  std::string options = fmt::format("  options.accel = \"{}\";\n  options.config = \"{}\";\n", capsule.device.accel,
                                    capsule.device.config);
  const LinkOptions& link = capsule.device.link;
  options +=
      fmt::format("  options.link = {{{}, {}, {}}};\n", link.burst_beats, link.bytes_per_cycle, link.latency_cycles);
  if (link.stalls != 0) options += fmt::format("  options.link.stalls = {};\n", link.stalls);
  if (capsule.device.formula.digest != 0) {
    const Formula& formula = *capsule.device.formula.formula;
    options += fmt::format("  options.formula = formula_weights(read_formula({}, R\"formula({})formula\"));\n",
                           Json(formula.file).dump(), formula.text);
  }
  if (!capsule.plusargs.empty())
    options += fmt::format("  setenv(\"STENCIL_PLUSARGS\", \"{}\", 0);\n", capsule.plusargs);
  return fmt::format(
      R"(// Calls of rank {}, step {}, block {} of a run, each word against the golden models. By `stencil-cosim replay --as-test`;
// stencil_add_test(NAME SOURCES THIS.cpp LIBRARIES stencil_simulator LABELS cosim PROGRAMS config-{}) registers it.
// SPDX-License-Identifier: Apache-2.0
// clang-format off
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "host/device/accelerator.hpp"
{}#include "models/values/canonical_nan.hpp"

namespace stencil {{
namespace {{

std::vector<double> values(const std::vector<std::uint64_t>& bits) {{
  std::vector<double> values;
  for (const std::uint64_t each : bits) values.push_back(from_bits(each));
  return values;
}}

void expect_bits(const std::vector<double>& got, const std::vector<std::uint64_t>& expected) {{
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {{
    EXPECT_EQ(bits_of(got[i]), expected[i]) << "word " << i << ": expected " << from_bits(expected[i]) << ", got " << got[i];
  }}
}}

TEST(Capsule, Rank{}Step{}Block{}) {{
  AcceleratorOptions options;
{}  const std::unique_ptr<Accelerator> device = make_accelerator(options);
{}{}}}

}}  // namespace
}}  // namespace stencil
)",
      capsule.origin.rank, capsule.origin.step, capsule.origin.block(), capsule.device.config,
      capsule.device.formula.digest == 0 ? "" : "#include \"models/kernel_rows/formula_weights.hpp\"\n",
      capsule.origin.rank, capsule.origin.step, capsule.origin.block(), options, preparation_text(capsule),
      calls_text(capsule));
}

}  // namespace stencil
