// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/json.hpp"

#include <fmt/format.h>

#include "host/io/output_file.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/output/blocks_json.hpp"

namespace stencil {
namespace {

std::string hex(std::uint64_t bits) {
  return fmt::format("0x{:016x}", bits);
}

Json mismatch_json(const LocatedMismatch& mismatch) {
  return {{"rank", mismatch.rank},
          {"step", mismatch.step},
          {"strip", mismatch.strip},
          {"block", mismatch.block},
          {"sweep", mismatch.sweep},
          {"row", mismatch.at.row},
          {"col", mismatch.at.col},
          {"expected", hex(mismatch.at.expected_bits)},
          {"got", hex(mismatch.at.got_bits)},
          {"ulp", mismatch.at.ulp()}};
}

Json changes_json(const Verdict& verdict) {
  Json json = {{"compared", verdict.changes->compared}, {"mismatches", verdict.changes->mismatches}};
  if (const auto& first = verdict.first_change) {
    json.put("first", {{"step", first->step}, {"expected", hex(first->expected_bits)}, {"got", hex(first->got_bits)}});
  }
  return json;
}

void put_field(Json& json, const char* name, const std::string& text) {
  json.put(name, text_or_null(text));
}
template <class Value>
void put_field(Json& json, const char* name, const Value& value) {
  json.put(name, value);
}

Json problem_json(const ReportProblem& problem) {
  Json json;
  visit_fields(problem, problem_fields, [&](const char* name, const auto& value) { put_field(json, name, value); });
  return json;
}

Json rtl_json(const RtlSources& sources) {
  Json files{std::vector<Json::Member>()};
  for (const RtlSource& file : sources.files) files.put(file.path, file.digest.substr(0, 16));
  return {{"digest", sources.digest}, {"files", files}};
}

}  // namespace

Json machine_json(const ReportMachine& machine) {
  return {{"ranks", machine.ranks},
          {"accel", machine.device.accel},
          {"config", machine.device.config},
          {"contract_version", machine.device.contract_version},
          {"pes", machine.device.pes},
          {"lanes", machine.device.lanes},
          {"memory_words", machine.device.memory_words},
          {"max_cols", machine.device.max_cols},
          {"axi_data_bits", machine.device.axi_data_bits},
          {"f_buffers", machine.device.f_buffers},
          {"r_buffers", machine.device.r_buffers},
          {"line_beats", machine.device.line_beats},
          {"burst_beats", machine.link.burst_beats},
          {"link_bytes_per_cycle", machine.link.bytes_per_cycle},
          {"link_latency_cycles", machine.link.latency_cycles},
          {"pe_latency", machine.device.pe_latency},
          {"rtl", machine.rtl ? rtl_json(*machine.rtl) : Json(nullptr)}};
}

namespace {

ClassContext class_context(const Report& report) {
  const ReportProblem problem = report.problem.value_or(ReportProblem{});
  return {report.problem ? problem.kernel : report.client_kernel,
          report.machine.device.config,
          problem.schedule,
          problem.blocking,
          problem.distribution,
          report.machine.link};
}

Json dma_json(const Report& report) {
  const std::int64_t version = report.machine.device.contract_version;
  Json json;
  for (const DmaField& field : dma_fields) {
    const bool counted = version == 0 || version >= field.since;
    json.put(field.name, counted ? Json(report.dma.*field.member) : Json(nullptr));
  }
  json.put("efficiency", report.dma_efficiency());
  return json;
}

Json totals_json(const Report& report, const Totals& totals) {
  return {{"cycles", totals.cycles},
          {"cycles_all_ranks", totals.cycles_all_ranks},
          {"model_cycles", totals.model_cycles},
          {"ideal_cycles", totals.ideal_cycles},
          {"efficiency", totals.efficiency()},
          {"roofline_cycles", totals.roofline_cycles},
          {"stream_cycles", totals.stream_cycles},
          {"occupancy", totals.occupancy()},
          {"rows_swept", totals.rows_swept},
          {"useful_points_per_cycle", report.useful_points_per_cycle()},
          {"bytes_to_device", totals.traffic.bytes_to_device},
          {"bytes_from_device", totals.traffic.bytes_from_device},
          {"dma", dma_json(report)}};
}

// The library's own pretty printer would spend twenty lines on a block.
std::string lines_text(const std::vector<Json>& items) {
  std::string text = "[";
  for (const Json& item : items) {
    if (text.size() > 1) text += ',';
    text += "\n    " + item.dump();
  }
  return text + (items.empty() ? "]" : "\n  ]");
}

Json digests_json(const std::vector<HandshakeDigests>& digests) {
  Json list = Json::array();
  for (std::size_t rank = 0; rank < digests.size(); ++rank) {
    list.push_back({{"rank", rank},
                    {"with_cycles", digests[rank].with_cycles},
                    {"without_cycles", digests[rank].without_cycles},
                    {"bursts", digests[rank].bursts}});
  }
  return list;
}

std::string blocks_text(const std::vector<BlockRecord>& blocks) {
  std::vector<Json> items;
  for (const BlockRecord& block : blocks) items.push_back(block_json(block));
  return lines_text(items);
}

Json error_json(const ReportError& error) {
  Json json{{"rank", error.rank}, {"text", error.text}, {"status", error.status}};
  if (!error.launch.empty()) json.put("launch", error.launch);
  return json;
}

Json command_json(const ReportCommand& command) {
  Json environment{std::vector<Json::Member>()};
  for (const auto& [name, value] : command.environment) environment.put(name, value);
  return {{"environment", environment}, {"words", Json(command.words)}};
}

}  // namespace

std::string report_json(const Report& report) {
  const Totals totals = report.totals();
  const Verdict& verdict = report.verdict;
  std::string text = "{\n";
  const auto field = [&](const char* name, const std::string& value, const char* end = ",\n") {
    text += fmt::format("  \"{}\": {}{}", name, value, end);
  };
  field("schema", "\"stencil-cosim/report/1\"");
  field("ok", Json(report.ok()).dump());
  field("compared", Json(verdict.compared).dump());
  field("mismatches", verdict.compared ? std::to_string(verdict.mismatches) : "null");
  field("first_mismatch", verdict.first_mismatch ? mismatch_json(*verdict.first_mismatch).dump() : "null");
  if (!report.ok_covers.is_null()) field("ok_covers", report.ok_covers.dump());
  if (!report.divergence.is_null()) field("divergence", report.divergence.dump());
  if (verdict.changes) field("changes", changes_json(verdict).dump());
  field("error", report.error ? error_json(*report.error).dump() : "null");
  field("problem", report.problem ? problem_json(*report.problem).dump() : "null");
  Json machine = machine_json(report.machine);
  if (!report.machine.digests.empty()) machine.put("digests", digests_json(report.machine.digests));
  if (report.machine.paranoid) machine.put("paranoid", true);
  field("machine", machine.dump());
  if (report.command) field("command", command_json(*report.command).dump());
  field("classes", lines_text(classes_json(class_context(report), report.classes)));
  field("blocks", blocks_text(report.blocks));
  field("blocks_omitted", std::to_string(report.blocks_omitted));
  for (const char* name : report_section_names) {
    const ReportSection* part = report.parts.named(name);
    field(name, part != nullptr ? part->json().dump() : "null");
  }
  field("totals", totals_json(report, totals).dump());
  const Json simulation = {{"wall_s", report.simulation.wall_s},
                           {"device_cycles_per_s", report.simulation.device_cycles_per_s(totals)}};
  field("simulation", simulation.dump(), "\n");
  return text + "}\n";
}

void write_report(const Report& report, const std::string& path) {
  write_output(path, report_json(report));
}

}  // namespace stencil
