// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/recordings/baseline.hpp"

#include "host/io/output_file.hpp"
#include "sim/app/report/record_fields.hpp"

namespace stencil {
namespace {

Json short_spread(const Spread& spread) {
  return spread.varies() ? spread_json(spread) : Json(spread.minimum);
}

Json cycles_json(const CauseSpreads& cycles) {
  Json json;
  std::size_t at = 0;
  for (const CauseField& field : cause_fields) json.put(field.name, short_spread(cycles[at++]));
  json.put("total", short_spread(cycles[at]));
  return json;
}

// Digests of the RTL change with every edit: with them, branches would conflict in this line.
Json without_rtl(const Json& machine) {
  Json kept;
  for (const auto& [name, value] : machine.members()) {
    if (name != "rtl") kept.put(name, value);
  }
  return kept;
}

}  // namespace

std::string baseline_text(const Recording& recording) {
  Json machines = Json::array();
  for (const Json& machine : recording.machines) machines.push_back(without_rtl(machine));
  const Json head{{"schema", baseline_schema}, {"machines", machines}, {"problem", recording.problem}};
  std::string text = head.dump() + "\n";
  for (const auto& [key, recorded] : recording.classes) {
    Json line = key_json(key);
    line.put("count", recorded.count);
    line.put("cycles", cycles_json(recorded.cycles));
    text += line.dump() + "\n";
  }
  return text;
}

void write_baseline(const Recording& recording, const std::string& file) {
  write_output(file, baseline_text(recording));
}

}  // namespace stencil
