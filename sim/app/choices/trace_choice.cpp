// SPDX-License-Identifier: Apache-2.0
#include "sim/app/choices/trace_choice.hpp"

#include <fmt/core.h>

#include <charconv>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

constexpr const char* all_of = "all:";

// "from-to" at the end of a text; both >= 0, in order.
bool parse_range(const std::string& text, std::size_t begin, TraceChoice& choice) {
  const char* const end = text.data() + text.size();
  const auto [dash, no_from] = std::from_chars(text.data() + begin, end, choice.from_cycle);
  if (no_from != std::errc() || dash == end || *dash != '-') return false;
  const auto [last, no_to] = std::from_chars(dash + 1, end, choice.to_cycle);
  return no_to == std::errc() && last == end && choice.from_cycle >= 0 && choice.to_cycle >= choice.from_cycle;
}

}  // namespace

TraceChoice parse_trace(const std::string& option, const std::string& text) {
  TraceChoice choice;
  if (text == "off") return choice;
  choice.which = text == "failure" ? TraceChoice::Which::failure : TraceChoice::Which::all;
  if (text == "failure" || text == "all") return choice;
  const std::size_t length = std::string(all_of).size();
  if (text.compare(0, length, all_of) == 0 && parse_range(text, length, choice)) return choice;
  throw ArgumentError(
      fmt::format("{} is '{}', must be off, failure, all or all:from-to, such as all:7500-9000, in cycles of the "
                  "device",
                  option, text));
}

std::string text_of(const TraceChoice& choice) {
  if (choice.which == TraceChoice::Which::off) return "off";
  if (choice.which == TraceChoice::Which::failure) return "failure";
  const bool whole = choice.from_cycle == 0 && choice.to_cycle == TraceChoice().to_cycle;
  return whole ? "all" : fmt::format("{}{}-{}", all_of, choice.from_cycle, choice.to_cycle);
}

void check_trace(const TraceChoice& choice, const AcceleratorOptions& device, const std::string& capsule) {
  if (choice.which == TraceChoice::Which::off) return;
  if (device.accel != "rtl") {
    throw ArgumentError(
        fmt::format("--trace is {}, must come with --accel rtl, this is {}", text_of(choice), device.accel));
  }
  if (choice.which == TraceChoice::Which::failure && capsule.empty()) {
    throw ArgumentError(
        "--trace is failure, must come with --report or --capsule: the waves go beside the capsule of the first "
        "wrong call");
  }
}

std::string wave_path(const std::string& file, const std::string& suffix) {
  std::string base = file;
  for (const std::string ending : {".capsule", ".json"}) {
    if (base.size() <= ending.size() || base.compare(base.size() - ending.size(), ending.size(), ending) != 0) continue;
    base.resize(base.size() - ending.size());
    break;
  }
  return base + suffix + ".fst";
}

}  // namespace stencil
