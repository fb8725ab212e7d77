// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/placement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <vector>

#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"

namespace stencil {
namespace {

struct StageChoice {
  const char* name;
  Where Placement::*where;
  std::vector<Where> allowed;
};

const std::vector<StageChoice>& choices() {
  static const std::vector<StageChoice> all{
      {"exchange", &Placement::exchange, {Where::cpu, Where::accel}},
      {"sweep", &Placement::sweep, {Where::cpu, Where::accel, Where::split}},
      {"norm", &Placement::norm, {Where::off, Where::cpu, Where::accel}},
  };
  return all;
}

std::vector<std::string> stage_names() {
  std::vector<std::string> names;
  for (const StageChoice& choice : choices()) names.emplace_back(choice.name);
  return names;
}

[[noreturn]] void refuse(const std::string& option, const std::string& text, const std::string& why) {
  throw ArgumentError(fmt::format("{} is '{}': {}", option, text, why));
}

Where parse_where(const std::string& option, const std::string& text, const StageChoice& choice,
                  const std::string& name) {
  std::vector<std::string> names;
  for (const Where where : choice.allowed) {
    names.emplace_back(name_of(where));
    if (name == names.back()) return where;
  }
  refuse(option, text,
         fmt::format("{} is '{}', must be one of: {}{}", choice.name, name, fmt::join(names, ", "),
                     did_you_mean(name, names)));
}

}  // namespace

const char* name_of(Where where) {
  constexpr std::array<const char*, 4> names{"off", "cpu", "accel", "split"};
  return names[static_cast<std::size_t>(where)];
}

std::vector<std::string> placement_words() {
  std::vector<std::string> words;
  for (const StageChoice& choice : choices()) {
    for (const Where where : choice.allowed) words.push_back(fmt::format("{}={}", choice.name, name_of(where)));
  }
  return words;
}

std::string describe(const Placement& placement) {
  return fmt::format("exchange={},sweep={},norm={}", name_of(placement.exchange), name_of(placement.sweep),
                     name_of(placement.norm));
}

Placement parse_placement(const std::string& option, const std::string& text) {
  Placement placement;
  std::vector<std::string> seen;
  std::istringstream list(text);
  for (std::string item; std::getline(list, item, ',');) {
    const std::size_t equals = item.find('=');
    const std::string name = item.substr(0, equals);
    const StageChoice* chosen = nullptr;
    for (const StageChoice& choice : choices()) {
      if (name == choice.name) chosen = &choice;
    }
    if (chosen == nullptr || equals == std::string::npos) {
      refuse(option, text,
             fmt::format("'{}' must be one of: exchange=, sweep=, norm={}", item,
                         chosen == nullptr ? did_you_mean(name, stage_names()) : ""));
    }
    for (const std::string& before : seen) {
      if (before == name) refuse(option, text, fmt::format("{} must be given once", name));
    }
    seen.push_back(name);
    placement.*chosen->where = parse_where(option, text, *chosen, item.substr(equals + 1));
  }
  if (seen.empty()) refuse(option, text, "must name a stage: exchange=, sweep=, norm=");
  if (placement.exchange == Where::accel && placement.sweep != Where::accel) {
    refuse(
        option, text,
        fmt::format("exchange=accel must come with sweep=accel, not sweep={}: only there all rows stay on the device",
                    name_of(placement.sweep)));
  }
  return placement;
}

}  // namespace stencil
