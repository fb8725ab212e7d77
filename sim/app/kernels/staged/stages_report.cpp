// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/stages_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/output/summary/read_report.hpp"
#include "sim/app/output/text_table.hpp"

namespace stencil {

std::int64_t StagesReport::bytes() const {
  std::int64_t sum = 0;
  for (const DatumBytes& line : data) sum += line.bytes_to_device + line.bytes_from_device;
  return sum;
}

std::int64_t StagesReport::optimum_bytes() const {
  std::int64_t sum = 0;
  for (const DatumBytes& line : data) sum += line.optimum_bytes;
  return sum;
}

std::int64_t StepShareRecord::cycles() const {
  return std::max(device_cycles, host_cycles);
}

std::optional<std::int64_t> StagesReport::cycles() const {
  if (shares.empty()) return std::nullopt;
  std::map<std::int64_t, std::int64_t> slowest;  // by step
  for (const StepShareRecord& share : shares) slowest[share.step] = std::max(slowest[share.step], share.cycles());
  std::int64_t sum = 0;
  for (const auto& [step, cycles] : slowest) sum += cycles;
  return sum;
}

Json StagesReport::json() const {
  Json transfers = Json::array();
  for (const StageBytes& line : stages) {
    transfers.push_back({{"stage", line.stage},
                         {"datum", line.datum},
                         {"bytes_to_device", line.bytes_to_device},
                         {"bytes_from_device", line.bytes_from_device},
                         {"transfers", line.transfers}});
  }
  Json data_list = Json::array();
  for (const DatumBytes& line : data) {
    data_list.push_back({{"datum", line.datum},
                         {"bytes_to_device", line.bytes_to_device},
                         {"bytes_from_device", line.bytes_from_device},
                         {"transfers", line.transfers},
                         {"optimum_bytes", line.optimum_bytes}});
  }
  Json norm_list = Json::array();
  Json norm_bits = Json::array();
  for (const double norm : norms) {
    norm_list.push_back(norm);  // becomes null where it is not finite
    norm_bits.push_back(fmt::format("0x{:016x}", bits_of(norm)));
  }
  Json share_list = Json::array();
  for (const StepShareRecord& share : shares) {
    share_list.push_back({{"rank", share.rank},
                          {"step", share.step},
                          {"device_rows", share.device_rows},
                          {"host_rows", share.host_rows},
                          {"device_cycles", share.device_cycles},
                          {"host_cycles", share.host_cycles},
                          {"cycles", share.cycles()}});
  }
  return {{"place", place},         {"bytes", bytes()},       {"optimum_bytes", optimum_bytes()},
          {"data", data_list},      {"transfers", transfers}, {"norms", norm_list},
          {"norm_bits", norm_bits}, {"shares", share_list},   {"cycles", cycles()}};
}

StagesReport StagesReport::read(const Json& json) {
  StagesReport report;
  report.place = json["place"].text();
  report.sweeps_on_device = report.place.find("sweep=cpu") == std::string::npos;
  for (const Json& line : json["transfers"])
    report.stages.push_back({line["stage"].text(), line["datum"].text(), line["bytes_to_device"].integer(),
                             line["bytes_from_device"].integer(), line["transfers"].integer()});
  for (const Json& line : json["data"])
    report.data.push_back({line["datum"].text(), line["bytes_to_device"].integer(), line["bytes_from_device"].integer(),
                           line["transfers"].integer(), line["optimum_bytes"].integer()});
  for (const Json& bits : json["norm_bits"]) report.norms.push_back(from_bits(read_bits(bits)));
  for (const Json& share : json["shares"])
    report.shares.push_back({share["rank"].integer(), share["step"].integer(), share["device_rows"].integer(),
                             share["host_rows"].integer(), share["device_cycles"].integer(),
                             share["host_cycles"].integer()});
  return report;
}

std::string StagesReport::lines() const {
  TextTable table;
  table.add({"stage", "datum", "to device", "from device", "transfers"});
  for (const StageBytes& line : stages) {
    table.add({line.stage, line.datum, with_commas(line.bytes_to_device), with_commas(line.bytes_from_device),
               with_commas(line.transfers)});
  }
  std::string text = "bytes copied by the stages, over all ranks\n" + table.text();
  text += fmt::format("{} copied, the least possible: {}", counted(bytes(), "byte"), with_commas(optimum_bytes()));
  if (bytes() < optimum_bytes()) text += ": too few, rows that a stage reads were not copied";
  if (!shares.empty()) {
    const StepShareRecord& last = shares.back();
    text += '\n' + wrapped(fmt::format("last step of rank {}: accelerator {}, {}; host {}, {}", last.rank,
                                       counted(last.device_rows, "row"), counted(last.device_cycles, "cycle"),
                                       counted(last.host_rows, "row"), counted(last.host_cycles, "cycle")),
                           2, 0);
    text += '\n' + wrapped(fmt::format("divided sweeps: {}, in each step the longer side, on the slowest rank",
                                       counted(*cycles(), "cycle")),
                           2, 0);
  }
  if (!norms.empty()) {
    text +=
        '\n' + wrapped(fmt::format("largest change of a step's first sweep: {:.17g} at first, {:.17g} in the last step",
                                   norms.front(), norms.back()),
                       2, 0);
  }
  return text;
}

ReportSection::PlanCheck StagesReport::check() const {
  return {"stages", "bytes",
          fmt::format("{} copied, the least there is: {}", counted(bytes(), "byte"), with_commas(optimum_bytes())),
          bytes() == optimum_bytes()};
}

double StagesReport::swept_rows(const ReportProblem& problem, double rows) const {
  if (!sweeps_on_device) return 0.0;
  if (shares.empty()) return rows;
  double swept = 0.0;
  for (const StepShareRecord& share : shares) {
    const std::int64_t sweeps = std::min(*problem.stw, problem.iterations - share.step * *problem.stw);
    swept += static_cast<double>(share.device_rows) * static_cast<double>(sweeps);
  }
  return swept;
}

}  // namespace stencil
