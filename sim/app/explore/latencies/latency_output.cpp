// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/latencies/latency_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "host/base/text.hpp"
#include "sim/app/output/text_table.hpp"

namespace stencil {
namespace {

std::string whole_cycles(const LatencyChoice& choice) {
  return with_commas(std::llround(choice.best.total()));
}

std::string millions(double points) {
  return fmt::format("{:.1f}", points / 1e6);
}

std::string not_mapped(const LatencyChoice& choice, const std::string& clocks) {
  const std::string why = choice.configuration.empty()
                              ? "no configuration has these latencies"
                              : fmt::format("configuration {} is not in {}", choice.configuration, clocks);
  return fmt::format("not mapped, not ranked: {}, element {}, {}:\n  {}\n", choice.latencies.text(),
                     choice.element_cycles, counted(std::llround(choice.best.total()), "cycle"), why);
}

}  // namespace

std::string latencies_text(const TuneJob& job, const std::vector<LatencyChoice>& choices, const std::string& clocks) {
  double least = choices.front().best.total();
  for (const LatencyChoice& choice : choices) least = std::min(least, choice.best.total());
  std::string text = fmt::format(
      "latencies ADD/MUL/DIV, each with its best choice; element: cycles of PE_LATENCY\n"
      "MHz with wires routed and unplaced: estimate, not placed, of\n"
      "  {}\n"
      "points: millions per second, ranked with wires routed\n",
      clocks);
  TextTable table;
  table.add({"latencies", "config", "element", "cycles", "to least", "routed", "points", "unplaced", "points"});
  std::string others;
  for (const LatencyChoice& choice : choices) {
    if (!choice.clock) {
      others += not_mapped(choice, clocks);
      continue;
    }
    table.add({choice.latencies.text(), choice.configuration, std::to_string(choice.element_cycles),
               whole_cycles(choice), fmt::format("{:.3f}", choice.best.total() / least),
               fmt::format("{:.0f}", choice.clock->routed_mhz()), millions(choice.routed_points(job)),
               fmt::format("{:.0f}", choice.clock->unplaced_mhz()), millions(choice.unplaced_points(job))});
  }
  return text + (choices.front().clock ? table.text() : "") + others;
}

Json latencies_json(const TuneJob& job, const std::vector<LatencyChoice>& choices, const std::string& clocks) {
  Json all = Json::array();
  int rank = 0;
  for (const LatencyChoice& choice : choices) {
    const bool mapped = choice.clock.has_value();
    all.push_back({{"rank", mapped ? Json(++rank) : Json(nullptr)},
                   {"add_latency", choice.latencies.add},
                   {"mul_latency", choice.latencies.mul},
                   {"div_latency", choice.latencies.div},
                   {"config", choice.configuration.empty() ? Json(nullptr) : Json(choice.configuration)},
                   {"pe_latency", choice.element_cycles},
                   {"total_cycles", choice.best.total()},
                   {"routed_mhz", mapped ? Json(choice.clock->routed_mhz()) : Json(nullptr)},
                   {"unplaced_mhz", mapped ? Json(choice.clock->unplaced_mhz()) : Json(nullptr)},
                   {"routed_points_per_second", mapped ? Json(choice.routed_points(job)) : Json(nullptr)},
                   {"unplaced_points_per_second", mapped ? Json(choice.unplaced_points(job)) : Json(nullptr)}});
  }
  return {{"clocks", clocks}, {"choices", all}};
}

}  // namespace stencil
