// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/cycles_output.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "sim/explore/cause_names.hpp"
#include "sim/report/text_table.hpp"

namespace stencil {
namespace {

void put_causes(Json& json, const std::string& prefix, const CauseCycles& cycles) {
  for (const auto& [name, count] : cause_names) json.put(prefix + name, cycles.*count);
}

// A field of a CSV line, quoted where it must be.
std::string csv_field(const Json& value) {
  if (value.is_null()) return {};
  if (!value.is_text()) return value.dump();
  std::string quoted = "\"";
  for (const char c : value.text()) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

// The block shown for all that lie between the first and the last.
bool stands_for_many(const Json& row) {
  return row["block"].is_number() && row["block"] == row["blocks"].integer() / 2;
}

std::string cell(const Json& row, const char* name) {
  const Json& value = row[name];
  if (value.is_null()) return "-";
  if (value.is_real()) return fmt::format("{:.3f}", value.number());
  return value.is_text() ? value.text() : value.dump();
}

}  // namespace

Json row_json(const CyclesRow& row) {
  Json json;
  json.put("config", row.shape.config);
  json.put("schedule", name_of(row.shape.how.schedule));
  json.put("blocking", name_of(row.shape.how.blocking));
  json.put("cols", row.shape.cols);
  json.put("portion", row.shape.portion);
  json.put("niter", row.shape.niter);
  json.put("rows", row.shape.rows);
  json.put("blocks", row.of_blocks);
  json.put("block", row.block ? Json(*row.block) : Json("all"));
  json.put("block_rows", row.block_rows);
  json.put("rows_swept", row.rows_swept);
  put_causes(json, "", row.cycles);
  json.put("pass_stalls", row.pass_stalls);
  json.put("order_stalls", row.order_stalls());
  json.put("total", row.cycles.total());
  json.put("model", row.cycles.model.total());
  put_causes(json, "model_", row.cycles.model);
  json.put("ideal", row.cycles.ideal);
  json.put("roofline", row.roofline);
  json.put("stream", row.stream);
  json.put("efficiency", row.efficiency());
  json.put("roofline_share", row.roofline_share());
  json.put("occupancy", row.occupancy());
  json.put("useful_points_per_cycle", row.points_per_cycle());
  json.put("flops_per_cycle", row.flops_per_cycle());
  json.put("bytes_to_device", row.traffic.bytes_to_device);
  json.put("bytes_from_device", row.traffic.bytes_from_device);
  json.put("useful_points", row.useful_points);
  json.put("refused", row.refused.empty() ? Json(nullptr) : Json(row.refused));
  return json;
}

Json document(const AcceleratorOptions& options, const std::vector<Json>& rows) {
  return {{"schema", "stencil-cosim/cycles/1"},
          {"accel", options.accel},
          {"link",
           {{"burst_beats", options.link.burst_beats},
            {"bytes_per_cycle", options.link.bytes_per_cycle},
            {"latency_cycles", options.link.latency_cycles}}},
          {"rows", rows}};
}

std::string to_csv(const std::vector<Json>& rows) {
  std::string text;
  if (rows.empty()) return text;
  for (const auto& [name, value] : rows.front().members()) text += (text.empty() ? "" : ",") + name;
  text += '\n';
  for (const Json& row : rows) {
    std::string line;
    for (const auto& [name, value] : row.members()) line += (line.empty() ? "" : ",") + csv_field(value);
    text += line + '\n';
  }
  return text;
}

std::string to_table(const std::vector<Json>& rows, bool every_block) {
  constexpr const char* names[] = {"config", "schedule", "blocking", "cols",  "portion", "niter",
                                   "block",  "load",     "compute",  "fill",  "stall",   "order_stalls",
                                   "store",  "idle",     "total",    "model", "ideal",   "roofline"};
  constexpr std::pair<const char*, const char*> ratios[] = {{"efficiency", "eff"},
                                                            {"occupancy", "occ"},
                                                            {"useful_points_per_cycle", "points/cyc"},
                                                            {"flops_per_cycle", "flops/cyc"}};
  TextTable table;
  std::vector<std::string> line(std::begin(names), std::end(names));
  for (const auto& [name, title] : ratios) line.emplace_back(title);
  table.add(line);
  std::string refusals;
  for (const Json& row : rows) {
    if (!row["refused"].is_null()) {
      refusals += fmt::format("refused: {} {} {}, {} columns, portion {}, niter {}: {}\n", cell(row, "config"),
                              cell(row, "schedule"), cell(row, "blocking"), cell(row, "cols"), cell(row, "portion"),
                              cell(row, "niter"), cell(row, "refused"));
      continue;
    }
    if (!every_block && row["block"].is_number() && !stands_for_many(row)) continue;
    line.clear();
    for (const char* name : names) line.push_back(cell(row, name));
    for (const auto& [name, title] : ratios) line.push_back(cell(row, name));
    table.add(line);
  }
  return table.text() + refusals;
}

}  // namespace stencil
