// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/latencies/latencies.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "host/base/errors.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/device/backends/platform_backends.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most_latency = 16;

bool alike_but_for_latencies(const Configuration& a, const Configuration& b) {
  const auto shape = [](const Configuration& c) {
    return std::vector<std::int64_t>{c.pes,           c.lanes,     c.memory_words, c.max_cols,
                                     c.axi_data_bits, c.f_buffers, c.line_beats};
  };
  return shape(a) == shape(b) && a.kernels == b.kernels && a.arithmetic == b.arithmetic &&
         a.formula.digest == b.formula.digest;
}

Latencies latencies_of(const Configuration& configuration) {
  return {configuration.add_latency, configuration.mul_latency, configuration.div_latency};
}

Configuration device_of(const AcceleratorOptions& options) {
  const Configuration& declared = find_configuration(options.config);
  return options.formula.digest != 0 ? with_formula(declared, options.formula) : declared;
}

}  // namespace

std::string Latencies::text() const {
  return fmt::format("{}/{}/{}", add, mul, div);
}

std::vector<Latencies> parse_latencies(const std::string& option, const std::string& text) {
  std::vector<Latencies> all;
  for (const std::string& three : parse_names(option, text)) {
    const std::size_t first = three.find('/');
    const std::size_t second = first == std::string::npos ? first : three.find('/', first + 1);
    if (second == std::string::npos)
      throw ArgumentError(fmt::format("{} has '{}', must be three latencies ADD/MUL/DIV, as 5/6/2", option, three));
    const auto part = [&option](const char* name, std::int64_t least, const std::string& number) {
      const std::string shown = option + " " + name;
      return parse_integer({shown.c_str(), least, most_latency}, number);
    };
    const Latencies latencies{part("ADD_LATENCY", 5, three.substr(0, first)),
                              part("MUL_LATENCY", 6, three.substr(first + 1, second - first - 1)),
                              part("DIV_LATENCY", 2, three.substr(second + 1))};
    if (std::find(all.begin(), all.end(), latencies) != all.end())
      throw ArgumentError(fmt::format("{} has {} twice, must have each once", option, latencies.text()));
    all.push_back(latencies);
  }
  return all;
}

Configuration with_latencies(const AcceleratorOptions& options, const Latencies& latencies) {
  Configuration configuration = device_of(options);
  configuration.add_latency = latencies.add;
  configuration.mul_latency = latencies.mul;
  configuration.div_latency = latencies.div;
  if (configuration.formula.digest == 0) return configuration;
  const FormulaWeights formula = configuration.formula;
  return with_formula(std::move(configuration), formula);
}

Capabilities predicted_capabilities(const AcceleratorOptions& options, const Latencies& latencies) {
  return make_dry_accelerator(capabilities_of(with_latencies(options, latencies)), options.link)->capabilities();
}

std::vector<Latencies> declared_latencies(const AcceleratorOptions& options) {
  const Configuration device = device_of(options);
  std::vector<Latencies> all;
  for (const Configuration& other : configurations()) {
    const Latencies latencies = latencies_of(other);
    if (alike_but_for_latencies(device, other) && std::find(all.begin(), all.end(), latencies) == all.end())
      all.push_back(latencies);
  }
  if (all.empty()) all.push_back(latencies_of(device));
  return all;
}

LatencyChoice latency_choice(const AcceleratorOptions& options, const Latencies& latencies,
                             const std::map<std::string, ClockEstimate>& clocks, const std::string& path,
                             const std::vector<LatencyChoice>& others) {
  const Configuration device = with_latencies(options, latencies);
  LatencyChoice choice;
  choice.latencies = latencies;
  choice.element_cycles = device.pe_latency();
  for (const Configuration& other : configurations()) {
    if (!(latencies_of(other) == latencies) || !alike_but_for_latencies(device, other)) continue;
    const auto clock = clocks.find(other.name);
    if (choice.configuration.empty() || clock != clocks.end()) choice.configuration = other.name;
    if (clock == clocks.end()) continue;
    choice.clock = clock->second;
    break;
  }
  if (!choice.clock) return choice;
  for (const LatencyChoice& before : others) {
    if (before.clock && before.clock->delays != choice.clock->delays)
      throw ArgumentError(
          fmt::format("{}:{}: delays is '{}', must be '{}' as of {} in line {}, or the clocks cannot be "
                      "compared",
                      path, choice.clock->line, choice.clock->delays, before.clock->delays, before.configuration,
                      before.clock->line));
  }
  return choice;
}

void rank_latencies(const TuneJob& job, std::vector<LatencyChoice>& choices) {
  std::stable_sort(choices.begin(), choices.end(), [&job](const LatencyChoice& a, const LatencyChoice& b) {
    if (!a.clock || !b.clock) return a.clock.has_value() && !b.clock.has_value();
    const double of_a = a.routed_points(job), of_b = b.routed_points(job);
    return of_a > of_b || (of_a == of_b && a.best.total() < b.best.total());
  });
}

}  // namespace stencil
