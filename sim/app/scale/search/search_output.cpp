// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/search/search_output.hpp"

#include <fmt/core.h>

#include "host/base/text.hpp"
#include "sim/app/output/text_table.hpp"
#include "sim/app/scale/scale_output.hpp"

namespace stencil {
namespace {

std::string job_text(const ScaleJob& job) {
  const std::string size = fmt::format("{} x {}", with_commas(job.rows), with_commas(job.cols));
  if (!job.tiles)
    return fmt::format("{}, {} of {}", size, counted(job.sweep.iterations, "iteration"), kernel_name_of(job));
  return fmt::format("{}, {} of {} forward and {} backward", size, counted(job.tiles->rounds, "round"),
                     counted(job.tiles->sweeps, "sweep"), with_commas(job.tiles->sweeps));
}

std::vector<std::string> choice_heads(const ScaleJob& job) {
  if (job.tiles) return {"tiles", "fuse"};
  return {"strips", "schedule", "blocking", "stw", "portion"};
}

std::vector<std::string> choice_cells(const ScaleJob& job, const ClusterChoice& choice) {
  if (job.tiles) return {describe(choice.tiles), choice.fuse};
  const BlockScheme& scheme = choice.scheme;
  const bool whole = scheme.how.schedule == Schedule::resident;
  return {choice.strip_rows ? fmt::format("cyclic {}", with_commas(*choice.strip_rows)) : "blocked",
          name_of(scheme.how.schedule), whole ? "-" : name_of(scheme.how.blocking), with_commas(scheme.interval),
          whole ? "-" : with_commas(scheme.portion)};
}

std::string table_of(const ScaleJob& job, const ClusterSearch& search) {
  TextTable table;
  const auto add = [&](std::vector<std::string> cells, const std::vector<std::string>& more) {
    cells.insert(cells.end(), more.begin(), more.end());
    table.add(cells);
  };
  add(choice_heads(job), {"makespan", "busy", "to best"});
  const auto best = static_cast<double>(search.best.front().point.time.makespan);
  for (const ClusterTuned& tuned : search.best) {
    add(choice_cells(job, tuned.choice),
        {with_commas(tuned.point.time.makespan), fmt::format("{:.3f}", tuned.point.efficiency()),
         fmt::format("{:.3f}", static_cast<double>(tuned.point.time.makespan) / best)});
  }
  return table.text();
}

Json choice_json(const ScaleJob& job, const ClusterTuned& tuned) {
  const ClusterChoice& choice = tuned.choice;
  Json json;
  if (job.tiles) {
    json.put("tiles", describe(choice.tiles));
    json.put("fuse", choice.fuse);
  } else {
    json.put("distribution", name_of(choice.distribution));
    json.put("strip_rows", choice.strip_rows);
    json.put("schedule", name_of(choice.scheme.how.schedule));
    json.put("blocking", name_of(choice.scheme.how.blocking));
    json.put("stw", choice.scheme.interval);
    json.put("portion", choice.scheme.portion);
  }
  const ScalePoint& point = tuned.point;
  json.put("makespan_cycles", point.time.makespan);
  json.put("waiting_cycles", point.time.waiting);
  json.put("efficiency", point.efficiency());
  json.put("messages", point.messages);
  json.put("bytes", point.bytes);
  json.put("path_message_cycles", point.time.path_messages);
  return json;
}

Json job_json(const ScaleJob& job) {
  Json json{{"kernel", job.tiles ? std::string(tiles_kernel) : job.kernel->name()},
            {"rows", job.rows},
            {"cols", job.cols},
            {"iterations", job.iterations()}};
  if (!job.tiles) return json;
  json.put("sweeps", job.tiles->sweeps);
  json.put("rounds", job.tiles->rounds);
  return json;
}

}  // namespace

std::string search_text(const ScaleJob& job, const std::vector<ClusterSearch>& searches,
                        const ClusterCommands& commands) {
  std::string text = fmt::format("{}\nconfiguration {}, bursts of up to {}\n{}\n", job_text(job), job.device.config,
                                 counted(job.device.link.burst_beats, "beat"), text_of_messages(job.network));
  for (const ClusterSearch& search : searches) {
    text += fmt::format("{}: {}; {} predicted exactly, the others\n  cannot be among the best {}\n",
                        counted(search.ranks, "rank"),
                        counted(static_cast<std::int64_t>(search.considered), "choice fits", "choices fit"),
                        with_commas(static_cast<std::int64_t>(search.predicted)), search.best.size());
    text += table_of(job, search) + "the best choice, as a prediction and as a run:\n" +
            scale_command_of(job, search.best.front(), commands) + "\n" +
            run_command_of(job, search.best.front(), commands) + "\n";
  }
  return text + "makespan in cycles; busy: share of the devices' cycles; to best: ratio\n";
}

Json search_json(const ScaleJob& job, const std::vector<ClusterSearch>& searches, const ClusterCommands& commands) {
  Json list = Json::array();
  for (const ClusterSearch& search : searches) {
    Json best = Json::array();
    for (const ClusterTuned& tuned : search.best) best.push_back(choice_json(job, tuned));
    list.push_back({{"ranks", search.ranks},
                    {"considered", search.considered},
                    {"predicted", search.predicted},
                    {"scale_command", scale_command_of(job, search.best.front(), commands)},
                    {"run_command", run_command_of(job, search.best.front(), commands)},
                    {"best", std::move(best)}});
  }
  return {{"schema", "stencil-cosim/tune-cluster/1"},
          {"job", job_json(job)},
          {"machine", machine_json(job)},
          {"network", network_json(job)},
          {"searches", std::move(list)}};
}

}  // namespace stencil
