// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/report.hpp"

#include <algorithm>
#include <map>

#include "host/device/counts.hpp"

namespace stencil {
namespace {

std::optional<double> share(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void Verdict::add_block(std::int64_t step, const CheckCount& found) {
  if (steps.empty() || steps.back().step != step) steps.push_back({step, 0, 0, 0});
  ++steps.back().blocks;
  steps.back().compared += found.compared;
  steps.back().mismatches += found.mismatches;
}

void Verdict::add_steps(const std::vector<StepCheck>& more) {
  std::vector<StepCheck> all;
  all.reserve(std::max(steps.size(), more.size()));
  auto mine = steps.begin();
  for (const StepCheck& one : more) {
    while (mine != steps.end() && mine->step < one.step) all.push_back(*mine++);
    all.push_back(one);
    if (mine == steps.end() || mine->step != one.step) continue;
    all.back().blocks += mine->blocks;
    all.back().compared += mine->compared;
    all.back().mismatches += mine->mismatches;
    ++mine;
  }
  all.insert(all.end(), mine, steps.end());
  steps = std::move(all);
}

std::optional<bool> Verdict::ok() const {
  if (compared.value_or(0) == 0) return std::nullopt;
  return mismatches == 0;
}

std::optional<double> Totals::efficiency() const {
  return share(ideal_cycles, cycles);
}

std::optional<double> Totals::roofline() const {
  return share(roofline_cycles, cycles);
}

std::optional<double> Totals::occupancy() const {
  return share(stream_cycles, cycles_all_ranks);
}

double Simulation::device_cycles_per_s(const Totals& totals) const {
  return wall_s > 0.0 ? static_cast<double>(totals.cycles_all_ranks) / wall_s : 0.0;
}

std::optional<bool> Report::ok() const {
  return error ? std::optional(false) : verdict.ok();
}

Totals Report::totals() const {
  if (read_totals) return *read_totals;
  Totals totals;
  for (const auto& [rank, sums] : ranks) {
    if (sums.cycles.total() > totals.slowest.total()) totals.slowest = sums.cycles;
    totals.model_cycles = std::max(totals.model_cycles, sums.cycles.model.total());
    totals.ideal_cycles = std::max(totals.ideal_cycles, sums.cycles.ideal);
    totals.roofline_cycles = std::max(totals.roofline_cycles, sums.limits.roofline_cycles);
    totals.cycles_all_ranks += sums.cycles.total();
    totals.stream_cycles += sums.limits.stream_cycles;
    totals.rows_swept += sums.limits.rows_swept;
    totals.traffic += sums.traffic;
  }
  totals.cycles = totals.slowest.total();
  return totals;
}

std::optional<double> Report::dma_efficiency() const {
  const std::int64_t busy = dma.load_busy + dma.store_busy;
  const double bytes_that_fit = machine.device.link_bytes_per_cycle * static_cast<double>(busy);
  if (bytes_that_fit == 0.0) return std::nullopt;
  const TrafficCounts traffic = totals().traffic;
  return static_cast<double>(traffic.bytes_to_device + traffic.bytes_from_device) / bytes_that_fit;
}

std::optional<double> Report::useful_points_per_cycle() const {
  const std::int64_t cycles = totals().cycles_all_ranks;
  if (!problem || cycles == 0) return std::nullopt;
  double swept_rows = static_cast<double>(problem->rows) * static_cast<double>(problem->iterations);
  for (const ReportSection* part : parts.all()) swept_rows = part->swept_rows(*problem, swept_rows);
  if (swept_rows == 0.0) return std::nullopt;
  return swept_rows * static_cast<double>(problem->cols) / static_cast<double>(cycles);
}

std::int64_t Report::most_points_per_cycle() const {
  std::int64_t lanes = machine.device.lanes;
  for (const ReportSection* part : parts.all()) lanes = part->lanes(lanes);
  return machine.device.pes * lanes;
}

Json rtl_json(const ReportMachine& machine) {
  if (!machine.rtl) return nullptr;
  const RtlSources& sources = *machine.rtl;
  Json files{std::vector<Json::Member>()};
  for (const RtlSource& file : sources.files) files.put(file.path, file.digest.substr(0, 16));
  return {{"digest", sources.digest}, {"files", files}};
}

Json arithmetic_json(const ReportMachine& machine) {
  const std::string& name = machine.device.arithmetic;
  return name.empty() ? Json(nullptr) : Json(name);
}

Json link_stalls_json(const ReportMachine& machine) {
  return machine.link.stalls == 0 ? Json(nullptr) : Json(machine.link.stalls);
}

Json digests_json(const ReportMachine& machine) {
  const std::vector<HandshakeDigests>& digests = machine.digests;
  if (digests.empty()) return nullptr;
  Json list = Json::array();
  for (std::size_t rank = 0; rank < digests.size(); ++rank) {
    list.push_back({{"rank", rank},
                    {"with_cycles", digests[rank].with_cycles},
                    {"without_cycles", digests[rank].without_cycles},
                    {"bursts", digests[rank].bursts}});
  }
  return list;
}

}  // namespace stencil
