// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/recordings/class_key.hpp"

#include <fmt/format.h>

#include <tuple>

#include "sim/app/report/record_fields.hpp"

namespace stencil {
namespace {

bool has(const Json& json, const char* name) {
  return json.contains(name) && !json[name].is_null();
}

std::string text_of(const Json& json, const char* name) {
  return has(json, name) ? json[name].text() : std::string();
}

// A choice by its name. Throws JsonError for an unknown name.
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
  if (has(json, name)) value = json[name].integer();
}
void get(const Json& json, const char*, std::optional<ChainLinks>& chain) {
  if (has(json, "above")) chain = ChainLinks{json["above"].boolean(), json["below"].boolean()};
}
void get(const Json& json, const char*, std::optional<TileKind>& tile) {
  if (!has(json, "tile_class")) return;
  tile =
      TileKind{choice_of(json, "tile_class", {TileClass::local, TileClass::send, TileClass::receive, TileClass::mixed}),
               json["backward"].boolean()};
}
void get(const Json& json, const char* name, std::optional<StepPlace>& place) {
  if (has(json, name))
    place = choice_of(json, name, {StepPlace::first, StepPlace::middle, StepPlace::last, StepPlace::only});
}

auto context_words(const ClassContext& context) {
  return std::tie(context.kernel, context.config, context.schedule, context.blocking, context.distribution,
                  context.link.burst_beats, context.link.bytes_per_cycle, context.link.latency_cycles);
}

}  // namespace

bool operator<(const ClassKey& a, const ClassKey& b) {
  if (context_words(a.context) != context_words(b.context)) return context_words(a.context) < context_words(b.context);
  return ClassOrder()(a.shape, b.shape);
}

bool operator==(const ClassKey& a, const ClassKey& b) {
  return !(a < b) && !(b < a);
}

ClassKey class_key(const Json& json) {
  ClassKey key;
  ClassContext& context = key.context;
  context.kernel = text_of(json, "kernel");
  context.config = text_of(json, "config");
  context.config.resize(std::min(context.config.find(' '), context.config.size()));
  context.schedule = text_of(json, "schedule");
  context.blocking = text_of(json, "blocking");
  context.distribution = text_of(json, "distribution");
  const Json& link = json["link"];
  context.link = {link["burst_beats"].integer(), link["bytes_per_cycle"].integer(), link["latency_cycles"].integer()};
  visit_fields(key.shape, class_fields, [&](const char* name, auto& value) { get(json, name, value); });
  return key;
}

Json key_json(const ClassKey& key) {
  Json json;
  const std::vector<Json> full = classes_json(key.context, {{key.shape, {}}});
  for (const auto& [name, value] : full.front().members()) {
    if (name == "count") break;  // the counts follow the key
    if (!value.is_null()) json.put(name, value);
  }
  return json;
}

}  // namespace stencil
