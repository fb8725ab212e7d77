// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/scale_output.hpp"

#include <fmt/core.h>

#include "host/base/text.hpp"
#include "sim/app/output/text_table.hpp"

namespace stencil {
namespace {

double path_share(const ScalePoint& point) {
  return point.time.makespan > 0
             ? static_cast<double>(point.time.path_messages) / static_cast<double>(point.time.makespan)
             : 0.0;
}

std::string sweeps_text(const ScaleJob& job) {
  const SweepOptions& sweep = job.sweep;
  const std::string cut =
      sweep.place
          ? fmt::format("strips of up to {}, stages: {}", counted(sweep.scheme.portion, "row"), describe(*sweep.place))
          : fmt::format("blocks of up to {}, {} schedule, {} blocking", counted(sweep.scheme.portion, "row"),
                        name_of(sweep.schedule()), name_of(sweep.scheme.how.blocking));
  return fmt::format("{} x {}{}, {} of {}, exchange every {},\n  {},\n  {} distribution\n", with_commas(job.rows),
                     with_commas(job.cols), job.weak ? " on each rank" : "", counted(sweep.iterations, "iteration"),
                     kernel_name_of(job), with_commas(sweep.scheme.interval), cut, name_of(sweep.distribution));
}

std::string tiles_text(const ScaleJob& job) {
  const TileOptions& asked = *job.tiles;
  return fmt::format("{} x {}{}, {} of {} forward and {} backward,\n  {}, {} tiles{} of each subdomain\n",
                     with_commas(job.rows), with_commas(job.cols), job.weak ? " on each rank" : "",
                     counted(asked.rounds, "round"), counted(asked.sweeps, "sweep"), with_commas(asked.sweeps),
                     kernel_name_of(job), describe(asked.tiles),
                     asked.fuse == "on" ? ", fused where they can be," : "");
}

Json sweeps_json(const ScaleJob& job) {
  const SweepOptions& sweep = job.sweep;
  return {{"kernel", job.kernel->name()},
          {"weak", job.weak},
          {"rows", job.rows},
          {"cols", job.cols},
          {"iterations", sweep.iterations},
          {"stw", sweep.scheme.interval},
          {"portion", sweep.scheme.portion},
          {"place", sweep.place ? Json(describe(*sweep.place)) : Json(nullptr)},
          {"schedule", name_of(sweep.schedule())},
          {"blocking", name_of(sweep.scheme.how.blocking)},
          {"distribution", name_of(sweep.distribution)},
          {"strip_rows", sweep.block_rows}};
}

Json tiles_json(const ScaleJob& job) {
  const TileOptions& asked = *job.tiles;
  return {{"kernel", tiles_kernel},
          {"weak", job.weak},
          {"rows", job.rows},
          {"cols", job.cols},
          {"iterations", asked.iterations()},
          {"tiles", describe(asked.tiles)},
          {"sweeps", asked.sweeps},
          {"rounds", asked.rounds},
          {"fuse", asked.fuse},
          {"history", asked.history}};
}

Json connection_of(const Connection& connection) {
  return {{"latency_cycles", connection.latency_cycles},
          {"bytes_per_cycle", static_cast<double>(connection.bandwidth.bytes_per_1000_cycles) / 1000.0}};
}

}  // namespace

Json machine_json(const ScaleJob& job) {
  return {{"config", job.device.config},
          {"burst_beats", job.device.link.burst_beats},
          {"link_bytes_per_cycle", job.device.link.bytes_per_cycle},
          {"link_latency_cycles", job.device.link.latency_cycles}};
}

Json network_json(const ScaleJob& job) {
  return {{"ranks_per_node", job.network.ranks_per_node},
          {"within_node", connection_of(job.network.within_node)},
          {"between_nodes", connection_of(job.network.between_nodes)}};
}

std::string scale_text(const ScaleJob& job, const std::vector<ScalePoint>& points) {
  std::string text = job.tiles ? tiles_text(job) : sweeps_text(job);
  text += fmt::format("configuration {}, bursts of up to {}\n{}\n", job.device.config,
                      counted(job.device.link.burst_beats, "beat"), text_of_messages(job.network));
  TextTable table;
  table.add({"ranks", "rows", "makespan", "busy", "messages", "points/cycle", "scaling"});
  for (const ScalePoint& point : points) {
    table.add({with_commas(point.ranks), with_commas(point.rows), with_commas(point.time.makespan),
               fmt::format("{:.3f}", point.efficiency()), fmt::format("{:.3f}", path_share(point)),
               fmt::format("{:.2f}", point.points_per_cycle), fmt::format("{:.3f}", scaling(point, points.front()))});
  }
  return text + table.text() +
         "makespan in cycles; busy: share of the devices' cycles; messages: of the\n"
         "critical path; scaling: useful points per cycle and rank, to the first line\n";
}

Json scale_json(const ScaleJob& job, const std::vector<ScalePoint>& points) {
  Json list = Json::array();
  for (const ScalePoint& point : points) {
    list.push_back({{"ranks", point.ranks},
                    {"rows", point.rows},
                    {"cols", point.cols},
                    {"makespan_cycles", point.time.makespan},
                    {"waiting_cycles", point.time.waiting},
                    {"efficiency", point.efficiency()},
                    {"messages", point.messages},
                    {"bytes", point.bytes},
                    {"path_message_cycles", point.time.path_messages},
                    {"points_per_cycle", point.points_per_cycle},
                    {"scaling", scaling(point, points.front())}});
  }
  return {{"schema", "stencil-cosim/scale/1"},
          {"job", job.tiles ? tiles_json(job) : sweeps_json(job)},
          {"machine", machine_json(job)},
          {"network", network_json(job)},
          {"points", std::move(list)}};
}

}  // namespace stencil
