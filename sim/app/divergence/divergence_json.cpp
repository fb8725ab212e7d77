// SPDX-License-Identifier: Apache-2.0
#include "sim/app/divergence/divergence_json.hpp"

#include <fmt/format.h>

#include "models/compare.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/divergence/divergence_text.hpp"

namespace stencil {
namespace {

Json hex(std::uint64_t bits) {
  return fmt::format("0x{:016x}", bits);
}

Json hex(double value) {
  return hex(bits_of(value));
}

void put_place(Json& json, const Capsule& capsule, const Divergence& divergence) {
  const CapsuleOrigin& origin = capsule.origin;
  json.put("rank", origin.rank);
  const bool is_placed = divergence.command < origin.places.size();
  json.put("step", is_placed ? origin.places[divergence.command].step.value_or(origin.step) : origin.step);
  if (is_placed) {
    const CapsulePlace& place = origin.places[divergence.command];
    json.put("strip", place.strip);
    json.put("block", place.block);
    json.put("row", place.row + divergence.row);
    json.put("col", place.col + divergence.col);
  } else {
    for (const char* name : {"strip", "block", "row", "col"}) json.put(name, nullptr);
  }
  const auto& wrong = divergence.first_wrong;
  json.put("sweep", wrong && wrong->first == wrong->last ? Json(wrong->first) : Json(nullptr));
  json.put("call", static_cast<std::int64_t>(divergence.call));
  json.put("command", static_cast<std::int64_t>(divergence.command));
  json.put("buffer", Json{{"bank", divergence.word.bank == Bank::f ? "f" : "r"},
                          {"number", divergence.word.buffer},
                          {"word", divergence.word.offset_words},
                          {"row", divergence.row},
                          {"col", divergence.col}});
}

void put_point(Json& json, const Divergence& divergence) {
  json.put("formula", divergence.formula.empty() ? Json(nullptr) : Json(divergence.formula));
  Json operands = Json::array();
  for (const DivergenceOperand& each : divergence.operands)
    operands.push_back({{"name", each.name}, {"bits", hex(each.value)}, {"value", each.value}, {"from", each.from}});
  json.put("operands", operands);
  Json operators = Json::array();
  for (const DivergenceResult& each : divergence.results) {
    operators.push_back({{"step", each.step},
                         {"unit", each.unit},
                         {"a", hex(each.a)},
                         {"b", hex(each.b)},
                         {"result", hex(each.value)}});
  }
  json.put("operators", operators);
}

Json stray_json(const std::optional<StrayResults>& stray) {
  if (!stray) return nullptr;
  return {{"command", static_cast<std::int64_t>(stray->command)},
          {"words", stray->words},
          {"first", stray->first},
          {"swept", stray->swept}};
}

Json event_json(const std::optional<OperatorEvent>& event) {
  if (!event) return nullptr;
  return {{"instance", event->instance},
          {"kind", event->kind},
          {"cycle", event->cycle},
          {"expected", hex(event->expected)},
          {"got", hex(event->got)}};
}

}  // namespace

Json divergence_json(const Capsule& capsule, const Divergence& divergence) {
  Json json{{"where", name_of(divergence.where)}, {"room", component_of(divergence)}};
  json.put("side", divergence.side == WrongSide::unknown ? Json(nullptr) : Json(name_of(divergence.side)));
  json.put("source", divergence.source.empty() ? Json(nullptr) : Json(divergence.source));
  put_place(json, capsule, divergence);
  json.put("expected", hex(divergence.expected));
  json.put("got", hex(divergence.got));
  json.put("expected_value", from_bits(divergence.expected));
  json.put("got_value", from_bits(divergence.got));
  json.put("formula_gives", divergence.exact ? hex(*divergence.exact) : Json(nullptr));
  json.put("ulp", ulp_distance(divergence.expected, divergence.got));
  json.put("differing", divergence.differing);
  json.put("words", divergence.words);
  json.put("burst", divergence.beat ? Json(divergence.beat->burst) : Json(nullptr));
  json.put("beat", divergence.beat ? Json(divergence.beat->beat) : Json(nullptr));
  json.put("element", divergence.element);
  json.put("lane", divergence.lane);
  put_point(json, divergence);
  const auto& explanation = divergence.explanation;
  json.put("as_if", explanation && !explanation->as_if.empty() ? Json(explanation->as_if) : Json(nullptr));
  json.put("fits", explanation ? Json(explanation->fits) : Json(nullptr));
  json.put("of", explanation ? Json(explanation->of) : Json(nullptr));
  json.put("stray", stray_json(divergence.stray));
  json.put("only_this_sweep", divergence.only_this_sweep);
  json.put("given_cycle", divergence.given);
  json.put("leaves_cycle", divergence.leaves);
  json.put("operator", event_json(divergence.event));
  json.put("operators_right", divergence.operators_right);
  json.put("text", divergence_text(capsule, divergence));
  return json;
}

}  // namespace stencil
