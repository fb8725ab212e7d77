// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/tune_output.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/app/output/text_table.hpp"

namespace stencil {
namespace {

// Of the whole grid, per device cycle of the job's length, a rank.
double useful_points_per_cycle(const TuneJob& job, const Tuned& tuned) {
  return static_cast<double>(job.rows) * static_cast<double>(job.cols) * static_cast<double>(job.iterations) /
         static_cast<double>(job.ranks) / tuned.total();
}

std::int64_t rounded(double cycles) {
  return std::llround(cycles);
}

std::string verification_line(const Verification& v) {
  if (!v.done) {
    return fmt::format(
        "NOT VERIFIED on the device: the first interval takes {} cycles, more than --verify-cycles allows\n",
        v.predicted_cycles);
  }
  if (v.holds()) {
    return fmt::format("verified on the device: the first interval took {} cycles as predicted, every value right\n",
                       v.measured_cycles);
  }
  return fmt::format("WRONG: the first interval took {} cycles, predicted {}; {} values differ{}\n", v.measured_cycles,
                     v.predicted_cycles, v.mismatches, v.difference.empty() ? "" : "; " + v.difference);
}

std::string command_line(const TuneJob& job, const AcceleratorOptions& options, const BlockScheme& best) {
  return fmt::format(
      "mpirun -n {} stencil-cosim run{} --rows {} --cols {} --iterations {} --stw {} --portion {} --schedule {} "
      "--blocking {} --config {} --burst {} --link-bytes {} --link-latency {}\n",
      job.ranks, job.kernel == sweep_kernels().front() ? "" : fmt::format(" --kernel {}", job.kernel->name()), job.rows,
      job.cols, job.iterations, best.interval, best.portion, name_of(best.how.schedule), name_of(best.how.blocking),
      options.config, options.link.burst_beats, options.link.bytes_per_cycle, options.link.latency_cycles);
}

}  // namespace

std::string to_text(const TuneJob& job, const AcceleratorOptions& options, const Capabilities& device,
                    const TuneResult& result, const Verification& verification) {
  std::string text = fmt::format(
      "{} x {}, {} iterations, {} rank{}; configuration {}: {} elements of {} lanes, {} words a buffer, {} bytes a "
      "cycle\n"
      "{} choices fit, {} predicted cycle by cycle, the others cannot be among the best {}\n",
      job.rows, job.cols, job.iterations, job.ranks, job.ranks == 1 ? "" : "s", device.config, device.pes, device.lanes,
      device.memory_words, device.link_bytes_per_cycle, result.considered, result.predicted, result.best.size());
  TextTable table;
  table.add({"schedule", "blocking", "stw", "portion", "device cycles", "exchange cycles", "total", "to best",
             "points/cycle/rank"});
  for (const Tuned& tuned : result.best) {
    table.add({name_of(tuned.candidate.how.schedule), name_of(tuned.candidate.how.blocking),
               std::to_string(tuned.candidate.interval), std::to_string(tuned.candidate.portion),
               std::to_string(tuned.device_cycles), std::to_string(rounded(tuned.exchange_cycles)),
               std::to_string(rounded(tuned.total())),
               fmt::format("{:.3f}", tuned.total() / result.best.front().total()),
               fmt::format("{:.3f}", useful_points_per_cycle(job, tuned))});
  }
  return text + table.text() + verification_line(verification) +
         command_line(job, options, result.best.front().candidate);
}

Json to_json(const TuneJob& job, const AcceleratorOptions& options, const Capabilities& device,
             const TuneResult& result, const Verification& verification) {
  Json best = Json::array();
  for (const Tuned& tuned : result.best) {
    best.push_back({{"schedule", name_of(tuned.candidate.how.schedule)},
                    {"blocking", name_of(tuned.candidate.how.blocking)},
                    {"stw", tuned.candidate.interval},
                    {"portion", tuned.candidate.portion},
                    {"device_cycles", tuned.device_cycles},
                    {"exchange_cycles", tuned.exchange_cycles},
                    {"total_cycles", tuned.total()},
                    {"useful_points_per_cycle_per_rank", useful_points_per_cycle(job, tuned)}});
  }
  return {{"schema", "stencil-cosim/tune/1"},
          {"job",
           {{"rows", job.rows},
            {"cols", job.cols},
            {"iterations", job.iterations},
            {"ranks", job.ranks},
            {"message_latency_cycles", job.message_latency_cycles},
            {"message_bytes_per_cycle", job.message_bytes_per_cycle}}},
          {"machine",
           {{"config", device.config},
            {"pes", device.pes},
            {"lanes", device.lanes},
            {"memory_words", device.memory_words},
            {"link_bytes_per_cycle", device.link_bytes_per_cycle},
            {"burst_beats", options.link.burst_beats},
            {"latency_cycles", options.link.latency_cycles}}},
          {"considered", result.considered},
          {"predicted", result.predicted},
          {"best", best},
          {"verification",
           {{"done", verification.done},
            {"ok", verification.done ? Json(verification.holds()) : Json(nullptr)},
            {"predicted_cycles", verification.predicted_cycles},
            {"measured_cycles", verification.done ? Json(verification.measured_cycles) : Json(nullptr)},
            {"mismatches", verification.mismatches},
            {"difference", verification.difference}}}};
}

}  // namespace stencil
