// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "models/kernel_file/formula.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/capsule/capsule_head.hpp"
#include "sim/app/capsule/head_fields.hpp"
#include "sim/device/kernels/common/command_fields.hpp"

namespace stencil {
namespace {

std::string bits_text(double value) {
  return fmt::format("{:#018x}", bits_of(value));
}

Json numbers(const CauseCycles& cycles) {
  Json json;
  for (const CauseField& field : cause_fields) json.put(field.name, cycles.*field.member);
  return json;
}

Json with_place(Json json, const Place& place) {
  json.put("bank", place.bank == Bank::f ? "f" : "r");
  json.put("buffer", place.buffer);
  json.put("offset", place.offset_words);
  json.put("words", place.length_words);
  return json;
}

Json command_json(const DeviceCommand& command) {
  Json json;
  json.put("call", command_kind(command));
  std::visit([&](const auto& of) { for_each_field(of, [&](const char* name, auto value) { json.put(name, value); }); },
             command);
  if (const auto* sweep = std::get_if<SweepCommand>(&command)) {
    json.put("operator", operator_name(sweep->weights));
    Json weights;
    for_each_weight(sweep->weights,
                    [&](Weight weight, double value) { weights.put(name_of(weight), bits_text(value)); });
    json.put("weights", weights);
  }
  return json;
}

Json call_json(const CapsuleCall& call) {
  Json json;
  if (call.kind == CapsuleCall::Kind::wait) {
    json.put("call", "wait");
    if (call.after.empty()) return json;
  } else if (call.kind == CapsuleCall::Kind::command) {
    json = command_json(call.command);
    json.put("cycles", numbers(call.cycles));
    json.put("model", numbers(call.model));
  } else {
    json.put("call", call.kind == CapsuleCall::Kind::load ? "load" : "store");
    json = with_place(std::move(json), call.place);
    if (call.kind == CapsuleCall::Kind::store) json.put("expected", !call.expected.empty());
  }
  json.put("after", std::vector<std::int64_t>(call.after.begin(), call.after.end()));
  return json;
}

Json capabilities_json(const Capabilities& device) {
  Json json;
  json.put("accel", device.accel);
  json.put("config", device.config);
  for (const CapabilityNumber& field : capability_numbers) json.put(field.name, device.*field.member);
  json.put("link_bytes_per_cycle", device.link_bytes_per_cycle);
  json.put("timed", device.timed);
  json.put("measures_change", device.measures_change);
  std::vector<std::string> operators;
  for (const SweepWeights& each : sweep_operators()) {
    if (device.operators[each.index()]) operators.emplace_back(operator_name(each));
  }
  json.put("operators", operators);
  return json;
}

Json origin_json(const CapsuleOrigin& origin) {
  Json json{{"rank", origin.rank},
            {"step", origin.step},
            {"first_block", origin.first_block},
            {"command", static_cast<std::int64_t>(origin.command)}};
  if (origin.places.empty()) return json;
  Json places = Json::array();
  for (const CapsulePlace& place : origin.places) {
    Json one{{"strip", place.strip}, {"block", place.block}, {"row", place.row}, {"col", place.col}};
    if (place.step) one.put("step", *place.step);
    places.push_back(one);
  }
  json.put("places", places);
  return json;
}

}  // namespace

Json capsule_head(const Capsule& capsule) {
  Json head;
  head.put("program", capsule.program);
  head.put("accel", capsule.device.accel);
  head.put("config", capsule.device.config);
  const std::string& arithmetic = capsule.capabilities.arithmetic;
  if (!arithmetic.empty() && arithmetic != "rtl") head.put("arithmetic", arithmetic);
  head.put("parameters", capsule.parameters);
  head.put("plusargs", capsule.plusargs);
  head.put("rtl", capsule.rtl);
  Json link;
  for (const LinkNumber& field : link_numbers) link.put(field.name, capsule.device.link.*field.member);
  if (capsule.device.link.stalls != 0) link.put("stalls", capsule.device.link.stalls);
  head.put("link", link);
  if (capsule.device.formula.digest != 0) {
    const Formula& formula = *capsule.device.formula.formula;
    head.put("formula", {{"file", formula.file}, {"text", formula.text}});
  }
  head.put("capabilities", capabilities_json(capsule.capabilities));
  head.put("origin", origin_json(capsule.origin));
  head.put("minimised", capsule.minimised);
  if (!capsule.failure.empty()) head.put("failure", capsule.failure);
  Json weights{std::vector<Json::Member>{}};
  for (std::size_t i = 0; i < weight_count; ++i) {
    if (capsule.weights[i]) weights.put(weight_names[i], bits_text(*capsule.weights[i]));
  }
  head.put("weights", weights);
  head.put("before", capsule.before ? command_json(*capsule.before) : Json());
  Json contents = Json::array();
  for (const CapsuleContents& part : capsule.contents) contents.push_back(with_place({}, part.place));
  head.put("contents", contents);
  Json calls = Json::array();
  for (const CapsuleCall& call : capsule.calls) calls.push_back(call_json(call));
  head.put("calls", calls);
  return head;
}

}  // namespace stencil
