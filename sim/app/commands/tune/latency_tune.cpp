// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/tune/latency_tune.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"
#include "sim/app/cli/arguments.hpp"

namespace stencil {

void add_latency_options(Command& tune, LatencyTuneOptions& options) {
  tune.add_option("--clocks", "T.tsv",
                  "compare latencies of the arithmetic by points per second, with the clock estimate of ci/synthesis "
                  "(docs/synthesis-timing.tsv)",
                  "", [&options](const std::string& text) { options.clocks = parse_file_name("--clocks", text); });
  tune.add_option("--latencies", "LIST",
                  "with --clocks: latencies ADD/MUL/DIV to compare, 5/6/2 .. 16/16/16, as 5/6/2,7/8/4",
                  "those of configurations that differ in them alone",
                  [&options](const std::string& text) { options.latencies = parse_latencies("--latencies", text); });
}

void check_latency_options(const Command& given, const LatencyTuneOptions& options) {
  if (given.was_given("--latencies") && !options.asked())
    throw ArgumentError(fmt::format("--latencies is {}, must come with --clocks", given.text_of("--latencies")));
}

std::vector<LatencyChoice> latency_choices(const LatencyTuneOptions& options, const AcceleratorOptions& device) {
  std::vector<LatencyChoice> choices;
  if (!options.asked()) return choices;
  const std::map<std::string, ClockEstimate> clocks = read_clock_file(options.clocks);
  for (const Latencies& latencies : options.latencies.empty() ? declared_latencies(device) : options.latencies)
    choices.push_back(latency_choice(device, latencies, clocks, options.clocks, choices));
  return choices;
}

void tune_latencies(const TuneJob& job, const AcceleratorOptions& device, const TuneFor& tune_for,
                    std::vector<LatencyChoice>& choices) {
  for (LatencyChoice& choice : choices) choice.best = tune_for(predicted_capabilities(device, choice.latencies));
  rank_latencies(job, choices);
}

}  // namespace stencil
