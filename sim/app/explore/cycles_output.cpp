// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/cycles_output.hpp"

#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "host/base/text.hpp"
#include "sim/app/output/blocks_json.hpp"
#include "sim/app/output/text_table.hpp"
#include "sim/app/report/record_fields.hpp"

namespace stencil {
namespace {

// Columns keep their places in a CSV file; counts that are not listed here follow them.
constexpr const char* columns[] = {"config",
                                   "schedule",
                                   "blocking",
                                   "cols",
                                   "portion",
                                   "niter",
                                   "rows",
                                   "blocks",
                                   "block",
                                   "block_rows",
                                   "rows_swept",
                                   "load",
                                   "compute",
                                   "fill",
                                   "stall",
                                   "store",
                                   "idle",
                                   "pass_stalls",
                                   "order_stalls",
                                   "total",
                                   "model",
                                   "model_load",
                                   "model_compute",
                                   "model_fill",
                                   "model_stall",
                                   "model_store",
                                   "model_idle",
                                   "ideal",
                                   "roofline",
                                   "stream",
                                   "efficiency",
                                   "roofline_share",
                                   "occupancy",
                                   "useful_points_per_cycle",
                                   "flops_per_cycle",
                                   "bytes_to_device",
                                   "bytes_from_device",
                                   "useful_points",
                                   "refused"};

// Counts that have other names in a report.
constexpr std::pair<const char*, const char*> short_names[] = {{"ideal_cycles", "ideal"},
                                                               {"roofline_cycles", "roofline"},
                                                               {"stream_cycles", "stream"},
                                                               {"pass_stall_cycles", "pass_stalls"}};

std::string column_of(const std::string& count) {
  for (const auto& [reported, column] : short_names) {
    if (count == reported) return column;
  }
  return count;
}

void put_counts(Json& json, const BlockCounts& counts) {
  for (const CauseField& field : cause_fields) json.put(field.name, counts.cycles.*field.member);
  json.put("total", counts.cycles.total());
  for (const CauseField& field : cause_fields) {
    json.put(std::string("model_") + field.name, counts.cycles.model.*field.member);
  }
  json.put("model", counts.cycles.model.total());
  visit_other_counts(counts, [&](const char* name, std::int64_t count) { json.put(column_of(name), count); });
}

// A field of a CSV line, quoted where necessary.
std::string csv_field(const Json& value) {
  if (value.is_null()) return {};
  if (!value.is_text()) return value.dump();
  std::string quoted = "\"";
  for (const char c : value.text()) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

// The block that stands for all blocks between the first and the last.
bool stands_for_many(const Json& row) {
  return row["block"].is_number() && row["block"] == row["blocks"].integer() / 2;
}

// Three digits, ".412", "1.00" or "26.4", since every line of the table must fit a terminal; "-" for null.
std::string three_digits(const Json& value) {
  if (value.is_null()) return "-";
  const double number = value.number();
  if (number < 0.9995) return fmt::format("{:.3f}", number).substr(1);
  return fmt::format("{:.{}f}", number, number < 9.995 ? 2 : 1);
}

std::string cell(const Json& row, const char* name) {
  const Json& value = row[name];
  if (value.is_null()) return "-";
  return value.is_text() ? value.text() : with_commas(value.integer());
}

// "=" where every cause took the cycles that were predicted, else the difference of the totals.
std::string against_model(const Json& row) {
  bool holds = true;
  for (const CauseField& field : cause_fields) {
    holds = holds && row[field.name].integer() == row[std::string("model_") + field.name].integer();
  }
  return holds ? "=" : signed_with_commas(row["total"].integer() - row["model"].integer());
}

std::string shape_text(const Json& row) {
  return fmt::format("{} {} {}: {}, portion {}, {}", row["config"].text(), row["schedule"].text(),
                     row["blocking"].text(), counted(row["cols"].integer(), "column"),
                     with_commas(row["portion"].integer()), counted(row["niter"].integer(), "sweep"));
}

}  // namespace

Json row_json(const CyclesRow& row) {
  Json json;
  for (const char* column : columns) json.put(column, nullptr);
  json.put("config", row.shape.config);
  json.put("schedule", name_of(row.shape.scheme.how.schedule));
  json.put("blocking", name_of(row.shape.scheme.how.blocking));
  json.put("cols", row.shape.cols);
  json.put("portion", row.shape.scheme.portion);
  json.put("niter", row.shape.scheme.interval);
  json.put("rows", row.shape.rows);
  json.put("blocks", row.of_blocks);
  json.put("block", row.block ? Json(*row.block) : Json("all"));
  json.put("block_rows", row.block_rows);
  put_counts(json, row);
  json.put("order_stalls", row.order_stalls());
  json.put("efficiency", row.efficiency());
  json.put("roofline_share", row.roofline_share());
  json.put("occupancy", row.occupancy());
  json.put("useful_points_per_cycle", row.points_per_cycle());
  json.put("flops_per_cycle", row.flops_per_cycle());
  json.put("useful_points", row.useful_points);
  if (!row.refused.empty()) json.put("refused", row.refused);
  return json;
}

std::vector<Json> classes_of(const Measurement& measurement) {
  const Shape& shape = measurement.shape;
  return classes_json({shape.kernel->name(), shape.config, name_of(shape.scheme.how.schedule),
                       name_of(shape.scheme.how.blocking), "", measurement.report.machine.link},
                      measurement.report.classes);
}

Json document(const CyclesDocument& parts) {
  return {{"schema", "stencil-cosim/cycles/1"},
          {"ok", parts.ok},
          {"accel", parts.options.accel},
          {"link", link_json(parts.options.link)},
          {"machines", parts.machines},
          {"rows", parts.rows},
          {"classes", parts.classes}};
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

std::string to_table(const std::vector<Json>& rows, const std::string& kernel, bool every_block) {
  constexpr const char* counts[] = {"load", "compute", "fill", "stall", "store", "idle", "total"};
  constexpr const char* ratios[] = {"efficiency", "roofline_share", "occupancy", "useful_points_per_cycle"};
  TextTable table;
  table.add({"blk", "load", "compute", "fill", "stall", "store", "idle", "total", "pred", "eff", "roof", "occ", "pts"});
  std::string refusals;
  std::string shape;
  for (const Json& row : rows) {
    if (!row["refused"].is_null()) {
      refusals += wrapped(fmt::format("refused: {}: {}", shape_text(row), row["refused"].text()), 2, 0) + '\n';
      continue;
    }
    if (!every_block && row["block"].is_number() && !stands_for_many(row)) continue;
    const std::string heading = fmt::format("{}, {}", shape_text(row), counted(row["blocks"].integer(), "block"));
    if (heading != shape) table.add_heading(wrapped(shape = heading, 2, 0));
    std::vector<std::string> line{row["block"].is_text() ? row["block"].text() : with_commas(row["block"].integer())};
    for (const char* name : counts) line.push_back(cell(row, name));
    line.push_back(against_model(row));
    for (const char* name : ratios) line.push_back(three_digits(row[name]));
    table.add(line);
  }
  return kernel +
         ": cycles per block, and of all; fill: in compute; pred: = predicted\n"
         "shares of total: eff ideal, roof roofline, occ streaming; pts: useful/cycle\n" +
         table.text() + refusals;
}

}  // namespace stencil
