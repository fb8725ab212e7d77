// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/recordings/class_key.hpp"

#include <tuple>

#include "sim/app/output/summary/read_class.hpp"

namespace stencil {
namespace {

std::string text_of(const Json& json, const char* name) {
  return has_field(json, name) ? json[name].text() : std::string();
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
  key.shape = read_shape(json);
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
