// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "host/base/errors.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/capsule/capsule_head.hpp"
#include "sim/app/capsule/head_fields.hpp"
#include "sim/device/kernels/common/command_fields.hpp"

namespace stencil {
namespace {

std::int64_t number(const Json& json, const char* name, std::int64_t least = 0,
                    std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  const std::int64_t value = json[name].integer();
  if (value < least || value > most)
    throw JsonError(fmt::format("{} is {}, must be {} .. {}", name, value, least, most));
  return value;
}

double bits_value(const Json& json) {
  const std::string& text = json.text();
  char* end = nullptr;
  const unsigned long long bits = std::strtoull(text.c_str(), &end, 16);
  if (text.size() != 18 || *end != '\0') throw JsonError(fmt::format("bits are '{}', must be 0x and 16 digits", text));
  return from_bits(bits);
}

CauseCycles cycles_of(const Json& json) {
  CauseCycles cycles;
  for (const CauseField& field : cause_fields) cycles.*field.member = number(json, field.name);
  return cycles;
}

Place place_of(const Json& json) {
  constexpr std::int64_t most_words = std::int64_t{1} << 40;
  const std::string& bank = json["bank"].text();
  if (bank != "f" && bank != "r") throw JsonError(fmt::format("bank is '{}', must be f or r", bank));
  return {bank == "f" ? Bank::f : Bank::r, static_cast<int>(number(json, "buffer", 0, 1000)),
          number(json, "offset", 0, most_words), number(json, "words", 0, most_words)};
}

void read_field(const Json& json, const char* name, bool& field) {
  field = json[name].boolean();
}
void read_field(const Json& json, const char* name, int& field) {
  field = static_cast<int>(number(json, name, -1000, 1000));
}
void read_field(const Json& json, const char* name, std::int64_t& field) {
  field = number(json, name, std::numeric_limits<std::int64_t>::min());
}

template <class Command>
DeviceCommand fields_of(const Json& json) {
  Command command;
  for_each_field(command, [&](const char* name, auto& field) { read_field(json, name, field); });
  return command;
}

// formula: of the capsule, where it has one.
DeviceCommand command_of(const Json& json, const FormulaWeights& formula) {
  const std::string& kind = json["call"].text();
  if (kind == "tile") return fields_of<TileCommand>(json);
  if (kind != "sweep") throw JsonError(fmt::format("call is '{}', must be load, store, wait, sweep or tile", kind));
  DeviceCommand command = fields_of<SweepCommand>(json);
  const auto operators = sweep_operators();
  const auto found = std::find_if(operators.begin(), operators.end(), [&](const SweepWeights& each) {
    return json["operator"].text() == operator_name(each);
  });
  if (found == operators.end()) throw JsonError(fmt::format("operator '{}' is not known", json["operator"].text()));
  SweepWeights weights = *found;
  if (std::holds_alternative<FormulaWeights>(weights)) {
    if (formula.digest == 0) throw JsonError("operator 'formula' must come with a formula");
    weights = formula;
  }
  for_each_weight(weights, [&](Weight weight, double& value) { value = bits_value(json["weights"][name_of(weight)]); });
  std::get<SweepCommand>(command).weights = weights;
  return command;
}

CapsuleCall call_of(const Json& json, std::size_t position, const FormulaWeights& formula) {
  CapsuleCall call;
  const std::string& kind = json["call"].text();
  if (kind == "wait" && !json.contains("after")) return call;
  for (const Json& after : json["after"]) {
    const std::int64_t named = after.integer();
    if (named < 0 || named >= static_cast<std::int64_t>(position)) {
      throw JsonError(fmt::format("call {} waits for call {}, must be an earlier one", position, named));
    }
    call.after.push_back(static_cast<std::size_t>(named));
  }
  if (kind == "wait") return call;
  if (kind == "load" || kind == "store") {
    call.kind = kind == "load" ? CapsuleCall::Kind::load : CapsuleCall::Kind::store;
    call.place = place_of(json);
    call.data.resize(static_cast<std::size_t>(call.place.length_words));
    if (kind == "store" && json["expected"].boolean()) call.expected.resize(call.data.size());
    return call;
  }
  call.kind = CapsuleCall::Kind::command;
  call.command = command_of(json, formula);
  call.cycles = cycles_of(json["cycles"]);
  call.model = cycles_of(json["model"]);
  return call;
}

Capabilities capabilities_of_json(const Json& json) {
  Capabilities device;
  device.accel = json["accel"].text();
  device.config = json["config"].text();
  for (const CapabilityNumber& field : capability_numbers) device.*field.member = number(json, field.name);
  device.link_bytes_per_cycle = json["link_bytes_per_cycle"].number();
  device.timed = json["timed"].boolean();
  device.measures_change = json["measures_change"].boolean();
  device.operators = {};
  for (const Json& name : json["operators"]) {
    for (const SweepWeights& each : sweep_operators()) {
      if (name.text() == operator_name(each)) device.operators[each.index()] = true;
    }
  }
  return device;
}

FormulaWeights formula_of_json(const Json& json) {
  try {
    return formula_weights(read_formula(json["file"].text(), json["text"].text()));
  } catch (const FormulaError& error) {
    throw JsonError(error.what());
  }
}

std::string arithmetic_of(const Json& json) {
  try {
    return read_arithmetic("arithmetic", json.text());
  } catch (const ArgumentError& error) {
    throw JsonError(error.what());
  }
}

CapsuleOrigin origin_of(const Json& json) {
  CapsuleOrigin origin{number(json, "rank"),
                       number(json, "step"),
                       number(json, "first_block"),
                       static_cast<std::size_t>(number(json, "command")),
                       {}};
  if (!json.contains("places")) return origin;
  for (const Json& place : json["places"]) {
    CapsulePlace& kept = origin.places.emplace_back();
    if (!place["strip"].is_null()) kept.strip = number(place, "strip");
    kept.block = number(place, "block");
    kept.row = number(place, "row");
    kept.col = number(place, "col");
    if (place.contains("step")) kept.step = number(place, "step");
  }
  return origin;
}

}  // namespace

Capsule capsule_of_head(const Json& head) {
  Capsule capsule;
  capsule.program = head["program"].text();
  capsule.device.accel = head["accel"].text();
  capsule.device.config = head["config"].text();
  if (head.contains("arithmetic")) capsule.device.arithmetic = arithmetic_of(head["arithmetic"]);
  capsule.parameters = head["parameters"].text();
  capsule.plusargs = head["plusargs"].text();
  capsule.rtl = head["rtl"].text();
  for (const LinkNumber& field : link_numbers) capsule.device.link.*field.member = number(head["link"], field.name);
  if (head["link"].contains("stalls")) capsule.device.link.stalls = number(head["link"], "stalls");
  if (head.contains("formula")) capsule.device.formula = formula_of_json(head["formula"]);
  const FormulaWeights& formula = capsule.device.formula;
  capsule.capabilities = capabilities_of_json(head["capabilities"]);
  if (capsule.device.accel == "rtl") capsule.capabilities.arithmetic = capsule.device.arithmetic;
  if (capsule.capabilities.operators.back()) capsule.capabilities.formula = formula;
  capsule.origin = origin_of(head["origin"]);
  capsule.minimised = head["minimised"].boolean();
  if (head.contains("failure")) capsule.failure = head["failure"].text();
  for (std::size_t i = 0; i < weight_count; ++i) {
    if (head["weights"].contains(weight_names[i])) capsule.weights[i] = bits_value(head["weights"][weight_names[i]]);
  }
  if (!head["before"].is_null()) capsule.before = command_of(head["before"], formula);
  for (const Json& part : head["contents"]) {
    const Place place = place_of(part);
    capsule.contents.push_back({place, std::vector<double>(static_cast<std::size_t>(place.length_words))});
  }
  for (const Json& call : head["calls"]) capsule.calls.push_back(call_of(call, capsule.calls.size(), formula));
  const std::size_t places = capsule.origin.places.size();
  if (places != 0 && places != command_count(capsule))
    throw JsonError(
        fmt::format("origin has {} places, must be as many as commands, {}", places, command_count(capsule)));
  return capsule;
}

}  // namespace stencil
