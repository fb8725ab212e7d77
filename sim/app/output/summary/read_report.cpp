// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/summary/read_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "sim/app/output/summary/read_class.hpp"

namespace stencil {
namespace {

void get(const Json& json, std::int64_t& value) {
  value = json.integer();
}
void get(const Json& json, std::uint64_t& value) {
  // A number beyond 63 bits is no integer of Json.
  const std::string digits = json.dump();
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end.ec != std::errc() || *end.ptr != '\0') throw JsonError(digits + " is no number from 0");
}
void get(const Json& json, double& value) {
  value = json.number();
}
void get(const Json& json, std::string& value) {
  value = json.text();
}
template <class Value>
void get(const Json& json, std::optional<Value>& value) {
  get(json, value.emplace());
}

LocatedMismatch mismatch_of(const Json& json) {
  LocatedMismatch found;
  found.rank = json["rank"].integer();
  found.step = json["step"].integer();
  found.block = json["block"].integer();
  found.sweep = json["sweep"].integer();
  if (has_field(json, "strip")) found.strip = json["strip"].integer();
  found.at = {json["row"].integer(), json["col"].integer(), read_bits(json["expected"]), read_bits(json["got"])};
  return found;
}

Verdict verdict_of(const Json& json) {
  Verdict verdict;
  if (!json["compared"].is_null()) {
    verdict.compared = json["compared"].integer();
    verdict.mismatches = json["mismatches"].integer();
  }
  if (!json["first_mismatch"].is_null()) verdict.first_mismatch = mismatch_of(json["first_mismatch"]);
  if (!json.contains("changes")) return verdict;
  const Json& changes = json["changes"];
  verdict.changes = CheckCount{changes["compared"].integer(), changes["mismatches"].integer()};
  if (!changes.contains("first")) return verdict;
  const Json& first = changes["first"];
  verdict.first_change = ChangeMismatch{first["step"].integer(), read_bits(first["expected"]), read_bits(first["got"])};
  return verdict;
}

ReportProblem problem_of(const Json& json) {
  ReportProblem problem;
  std::apply(
      [&](const auto&... field) {
        ((has_field(json, field.name) ? get(json[field.name], problem.*field.member) : void()), ...);
      },
      problem_fields);
  return problem;
}

constexpr std::pair<const char*, std::int64_t Capabilities::*> device_numbers[] = {
    {"contract_version", &Capabilities::contract_version},
    {"pes", &Capabilities::pes},
    {"lanes", &Capabilities::lanes},
    {"memory_words", &Capabilities::memory_words},
    {"max_cols", &Capabilities::max_cols},
    {"axi_data_bits", &Capabilities::axi_data_bits},
    {"f_buffers", &Capabilities::f_buffers},
    {"r_buffers", &Capabilities::r_buffers},
    {"line_beats", &Capabilities::line_beats},
    {"pe_latency", &Capabilities::pe_latency},
};

ReportMachine machine_of(const Json& json) {
  ReportMachine machine;
  machine.ranks = json["ranks"].integer();
  machine.paranoid = json.contains("paranoid");
  Capabilities& device = machine.device;
  device.accel = json["accel"].text();
  device.config = json["config"].text();
  if (has_field(json, "arithmetic")) device.arithmetic = json["arithmetic"].text();
  for (const auto& [name, member] : device_numbers) device.*member = json[name].integer();
  device.timed = device.pe_latency > 0;
  machine.link = {json["burst_beats"].integer(), json["link_bytes_per_cycle"].integer(),
                  json["link_latency_cycles"].integer(),
                  json.contains("link_stalls") ? json["link_stalls"].integer() : 0};
  // As the platform makes it of the link.
  const std::int64_t port = device.axi_data_bits / 8;
  const std::int64_t link = machine.link.bytes_per_cycle;
  if (device.timed) device.link_bytes_per_cycle = static_cast<double>(link > 0 ? std::min(link, port) : port);
  if (!json.contains("digests")) return machine;
  for (const Json& one : json["digests"])
    machine.digests.push_back({one["with_cycles"].text(), one["without_cycles"].text(), one["bursts"].text()});
  return machine;
}

ReportCommand command_of(const Json& json) {
  ReportCommand command;
  for (const auto& [name, value] : json["environment"].members()) command.environment[name] = value.text();
  for (const Json& word : json["words"]) command.words.push_back(word.text());
  return command;
}

Totals totals_of(const Json& json) {
  Totals totals;
  totals.cycles = json["cycles"].integer();
  totals.cycles_all_ranks = json["cycles_all_ranks"].integer();
  totals.model_cycles = json["model_cycles"].integer();
  totals.ideal_cycles = json["ideal_cycles"].integer();
  totals.roofline_cycles = json["roofline_cycles"].integer();
  totals.stream_cycles = json["stream_cycles"].integer();
  totals.rows_swept = json["rows_swept"].integer();
  totals.traffic.bytes_to_device = json["bytes_to_device"].integer();
  totals.traffic.bytes_from_device = json["bytes_from_device"].integer();
  return totals;
}

}  // namespace

std::uint64_t read_bits(const Json& json) {
  const std::string& text = json.text();
  std::uint64_t bits = 0;
  const char* const end = text.data() + text.size();
  const bool hexadecimal = text.rfind("0x", 0) == 0 && text.size() > 2;
  const auto read = std::from_chars(text.data() + (hexadecimal ? 2 : 0), end, bits, 16);
  if (!hexadecimal || read.ec != std::errc() || read.ptr != end) throw JsonError(json.dump() + " is no word in hex");
  return bits;
}

Report read_report(const Json& json) {
  Report report;
  report.verdict = verdict_of(json);
  report.read_totals = totals_of(json["totals"]);
  report.machine = machine_of(json["machine"]);
  if (has_field(json, "ok_covers")) report.ok_covers = json["ok_covers"];
  if (has_field(json, "divergence")) report.divergence = json["divergence"];
  if (!json["error"].is_null()) {
    const Json& error = json["error"];
    report.error =
        ReportError{error["rank"].integer(), error["text"].text(), static_cast<int>(error["status"].integer()),
                    has_field(error, "launch") ? error["launch"].text() : "",
                    has_field(error, "blocks_of") ? error["blocks_of"].text() : ""};
  }
  if (!json["problem"].is_null()) report.problem = problem_of(json["problem"]);
  if (json.contains("command")) report.command = command_of(json["command"]);
  for (const Json& one : json["classes"].items()) report.classes[read_shape(one)].add(read_sums(one));
  report.blocks_omitted = json["blocks_omitted"].integer() + static_cast<std::int64_t>(json["blocks"].size());
  for (const DmaField& field : dma_fields) {
    const Json& dma = json["totals"]["dma"];
    if (has_field(dma, field.name)) report.dma.*field.member = dma[field.name].integer();
  }
  report.simulation.wall_s = json["simulation"]["wall_s"].number();
  return report;
}

}  // namespace stencil
