// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/blocks_json.hpp"

#include <fmt/core.h>

namespace stencil {
namespace {

// How a field is written. A field of another type does not compile.
void put(Json& json, const char* name, std::int64_t value) {
  json.put(name, value);
}
void put(Json& json, const char* name, const std::optional<std::int64_t>& value) {
  json.put(name, value);
}
void put(Json& json, const char*, const std::optional<ChainLinks>& chain) {
  json.put("above", chain ? Json(chain->above) : Json(nullptr));
  json.put("below", chain ? Json(chain->below) : Json(nullptr));
}
void put(Json& json, const char*, const std::optional<TileKind>& tile) {
  json.put("tile_class", tile ? Json(name_of(tile->tile_class)) : Json(nullptr));
  json.put("backward", tile ? Json(tile->backward) : Json(nullptr));
}
void put(Json& json, const char* name, const std::optional<StepPlace>& place) {
  json.put(name, place ? Json(name_of(*place)) : Json(nullptr));
}

template <class Record, class Fields>
void put_fields(Json& json, const Record& record, const Fields& fields) {
  visit_fields(record, fields, [&](const char* name, const auto& value) { put(json, name, value); });
}

Json causes_json(const CauseCycles& cycles) {
  Json json;
  for (const CauseField& field : cause_fields) json.put(field.name, cycles.*field.member);
  json.put("total", cycles.total());
  return json;
}

Json spreads_json(const CauseSpreads& spreads) {
  Json json;
  std::size_t at = 0;
  for (const CauseField& field : cause_fields) json.put(field.name, spread_json(spreads[at++]));
  json.put("total", spread_json(spreads[at]));
  return json;
}

Json class_json(const ClassContext& context, const BlockClass& shape, const ClassSums& sums) {
  Json json{{"kernel", text_or_null(context.kernel)},
            {"config", text_or_null(context.config)},
            {"schedule", text_or_null(context.schedule)},
            {"blocking", text_or_null(context.blocking)},
            {"distribution", text_or_null(context.distribution)}};
  put_fields(json, shape, class_fields);
  json.put("link", link_json(context.link));
  json.put("count", sums.count);
  if (context.is_mixed) json.put("on_rtl", sums.on_rtl);
  json.put("label", shape_label(shape));
  json.put("cycles", spreads_json(sums.cycles));
  json.put("model", spreads_json(sums.model));
  json.put("difference", spreads_json(sums.difference));
  std::size_t at = 0;
  visit_other_counts(BlockCounts(),
                     [&](const char* name, std::int64_t) { json.put(name, spread_json(sums.others[at++])); });
  return json;
}

}  // namespace

Json spread_json(const Spread& spread) {
  return {{"minimum", spread.minimum}, {"maximum", spread.maximum}, {"sum", spread.sum}};
}

Json block_json(const BlockRecord& block) {
  Json json;
  put_fields(json, block, position_fields);
  put_fields(json, block, class_fields);
  json.put("direction", text_or_null(words_of(block).direction));
  json.put("cycles", causes_json(block.cycles));
  json.put("fill_cycles", block.cycles.fill);
  json.put("model_cycles", block.cycles.model.total());
  json.put("model", causes_json(block.cycles.model));
  visit_other_counts(block, [&](const char* name, std::int64_t count) { json.put(name, count); });
  return json;
}

std::vector<Json> classes_json(const ClassContext& context, const ClassTable& classes) {
  std::vector<Json> list;
  for (const auto& [shape, sums] : classes) list.push_back(class_json(context, shape, sums));
  return list;
}

Json link_json(const LinkOptions& link) {
  return {{"burst_beats", link.burst_beats},
          {"bytes_per_cycle", link.bytes_per_cycle},
          {"latency_cycles", link.latency_cycles}};
}

std::string shape_label(const BlockClass& shape) {
  const BlockWords words = words_of(shape);
  std::string text;
  if (!words.kind.empty()) text += words.kind + " ";
  if (shape.place && !(words.middle_goes_without_saying && *shape.place == StepPlace::middle)) {
    text += fmt::format("{} ", name_of(*shape.place));
  }
  text += fmt::format("{} of {} x {}, {} sweep{}", words.noun, shape.rows, shape.cols, shape.niter,
                      shape.niter == 1 ? "" : "s");
  if (*words.direction != '\0') text += fmt::format(" {}", words.direction);
  if (shape.keep) text += fmt::format(", keep {}", *shape.keep);
  const ChainLinks chain = shape.chain.value_or(ChainLinks{});
  if (chain.above || chain.below) {
    text += chain.above && chain.below ? ", joined above and below" : chain.above ? ", joined above" : ", joined below";
  }
  return text;
}

std::string class_label(const ClassContext& context, const BlockClass& shape) {
  const std::string config = context.config.substr(0, context.config.find(' '));
  std::string words;
  for (const std::string* word : {&config, &context.schedule, &context.blocking, &context.distribution}) {
    if (!word->empty()) words += (words.empty() ? "" : " ") + *word;
  }
  const std::string text = shape_label(shape);
  return words.empty() ? text : fmt::format("{} ({})", text, words);
}

}  // namespace stencil
