// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/tune_output.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <cmath>
#include <cstdlib>

#include "host/base/text.hpp"

#include "host/base/shell_word.hpp"
#include "sim/app/output/text_table.hpp"

namespace stencil {
namespace {

// Of the whole domain, per device cycle that the job takes, per rank.
double useful_points_per_cycle(const TuneJob& job, const Tuned& tuned) {
  return static_cast<double>(job.rows) * static_cast<double>(job.cols) * static_cast<double>(job.iterations) /
         static_cast<double>(job.ranks) / tuned.total();
}

std::int64_t rounded(double cycles) {
  return std::llround(cycles);
}

std::string verification_line(const Verification& v) {
  if (!v.done) {
    return fmt::format("NOT CHECKED: first interval takes {}, more than --verify-cycles\n",
                       counted(v.predicted_cycles, "cycle"));
  }
  if (v.holds()) {
    return fmt::format("PASS: the first interval took {} cycles as predicted, every value right\n",
                       with_commas(v.measured_cycles));
  }
  return fmt::format("FAIL: the first interval took {}, predicted {}; {}{}\n", counted(v.measured_cycles, "cycle"),
                     with_commas(v.predicted_cycles), counted(v.mismatches, "value differs", "values differ"),
                     v.difference.empty() ? "" : "; " + v.difference);
}

std::string command_line(const TuneJob& job, const AcceleratorOptions& options, const BlockScheme& best,
                         const std::string& program) {
  return fmt::format(
      "{} run{} --rows {} --cols {} --iterations {} --stw {} --portion {} --schedule {} "
      "--blocking {} --config {} --burst {} --link-bytes {} --link-latency {}\n",
      on_ranks(job.ranks, program),
      job.kernel == sweep_kernels().front()
          ? ""
          : fmt::format(" --kernel {}{}", shell_word(job.kernel->name()), job.kernel->number_words()),
      job.rows, job.cols, job.iterations, best.interval, best.portion, name_of(best.how.schedule),
      name_of(best.how.blocking), options.config, options.link.burst_beats, options.link.bytes_per_cycle,
      options.link.latency_cycles);
}

}  // namespace

std::string on_ranks(std::int64_t ranks, const std::string& program) {
  const auto is_set = [](const char* variable) { return std::getenv(variable) != nullptr; };
  const bool root_is_allowed = is_set("OMPI_ALLOW_RUN_AS_ROOT") && is_set("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM");
  const bool asks_for_root = geteuid() == 0 && !root_is_allowed;
  return fmt::format("mpirun -n {} --oversubscribe {}{}", ranks, asks_for_root ? "--allow-run-as-root " : "",
                     shell_word(program));
}

std::string to_text(const TuneJob& job, const AcceleratorOptions& options, const Capabilities& device,
                    const TuneResult& result, const Verification& verification, const std::string& program,
                    const std::string& latencies) {
  std::string text = fmt::format(
      "{} x {}, {}, {}; configuration {}: {} of {},\n"
      "  {} per buffer, {} bytes per cycle\n"
      "{}; {} predicted exactly, the others cannot be among the best {}\n"
      "device + exchange = total cycles; to best: ratio; points: useful/cycle/rank\n",
      with_commas(job.rows), with_commas(job.cols), counted(job.iterations, "iteration"), counted(job.ranks, "rank"),
      device.config, counted(device.pes, "element"), counted(device.lanes, "lane"),
      counted(device.memory_words, "word"), device.link_bytes_per_cycle,
      counted(static_cast<std::int64_t>(result.considered), "choice fits", "choices fit"),
      with_commas(static_cast<std::int64_t>(result.predicted)), result.best.size());
  TextTable table;
  table.add({"schedule", "blocking", "stw", "portion", "device", "exchange", "total", "to best", "points"});
  for (const Tuned& tuned : result.best) {
    table.add({name_of(tuned.candidate.how.schedule), name_of(tuned.candidate.how.blocking),
               with_commas(tuned.candidate.interval), with_commas(tuned.candidate.portion),
               with_commas(tuned.device_cycles), with_commas(rounded(tuned.exchange_cycles)),
               with_commas(rounded(tuned.total())), fmt::format("{:.3f}", tuned.total() / result.best.front().total()),
               fmt::format("{:.3f}", useful_points_per_cycle(job, tuned))});
  }
  return text + table.text() + latencies + "the best choice, as a run:\n" +
         command_line(job, options, result.best.front().candidate, program) + verification_line(verification);
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
