// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/summary/read_class.hpp"

#include <fmt/core.h>

#include <initializer_list>

#include "sim/app/report/record_fields.hpp"

namespace stencil {
namespace {

// A choice by its name.
template <class Choice>
Choice choice_of(const Json& json, const char* name, std::initializer_list<Choice> all) {
  for (const Choice choice : all) {
    if (json[name].text() == name_of(choice)) return choice;
  }
  throw JsonError(fmt::format("{} is {}, which is not known", name, json[name].dump()));
}

void get(const Json& json, const char* name, std::int64_t& value) {
  value = json[name].integer();
}
void get(const Json& json, const char* name, std::optional<std::int64_t>& value) {
  if (has_field(json, name)) value = json[name].integer();
}
void get(const Json& json, const char*, std::optional<ChainLinks>& chain) {
  if (has_field(json, "above")) chain = ChainLinks{json["above"].boolean(), json["below"].boolean()};
}
void get(const Json& json, const char*, std::optional<TileKind>& tile) {
  if (!has_field(json, "tile_class")) return;
  tile =
      TileKind{choice_of(json, "tile_class", {TileClass::local, TileClass::send, TileClass::receive, TileClass::mixed}),
               json["backward"].boolean()};
}
void get(const Json& json, const char* name, std::optional<StepPlace>& place) {
  if (has_field(json, name))
    place = choice_of(json, name, {StepPlace::first, StepPlace::middle, StepPlace::last, StepPlace::only});
}

}  // namespace

bool has_field(const Json& json, const char* name) {
  return json.contains(name) && !json[name].is_null();
}

BlockClass read_shape(const Json& json) {
  BlockClass shape;
  visit_fields(shape, class_fields, [&](const char* name, auto& value) { get(json, name, value); });
  return shape;
}

Spread read_spread(const Json& json, std::int64_t count) {
  if (json.is_number()) return {json.integer(), json.integer(), json.integer() * count};
  return {json["minimum"].integer(), json["maximum"].integer(), json["sum"].integer()};
}

CauseSpreads read_causes(const Json& json, std::int64_t count) {
  CauseSpreads spreads;
  std::size_t at = 0;
  for (const CauseField& field : cause_fields) spreads[at++] = read_spread(json[field.name], count);
  spreads[at] = read_spread(json["total"], count);
  return spreads;
}

ClassSums read_sums(const Json& json) {
  ClassSums sums;
  sums.count = json["count"].integer();
  if (sums.count < 1) throw JsonError(fmt::format("count is {}, must be 1 or more", sums.count));
  if (has_field(json, "on_rtl")) sums.on_rtl = json["on_rtl"].integer();
  sums.cycles = read_causes(json["cycles"], sums.count);
  sums.model = read_causes(json["model"], sums.count);
  sums.difference = read_causes(json["difference"], sums.count);
  std::size_t at = 0;
  visit_other_counts(BlockCounts(),
                     [&](const char* name, std::int64_t) { sums.others[at++] = read_spread(json[name], sums.count); });
  return sums;
}

}  // namespace stencil
