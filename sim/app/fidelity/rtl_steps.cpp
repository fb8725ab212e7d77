// SPDX-License-Identifier: Apache-2.0
#include "sim/app/fidelity/rtl_steps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"

namespace stencil {
namespace {

__extension__ typedef unsigned __int128 Wide;  // steps times steps; ISO C++ has no name for them

[[noreturn]] void refuse(const std::string& option, const std::string& text) {
  throw ArgumentError(
      fmt::format("{} is '{}', must be first, class, a share of the steps, 0.0 .. 1.0, such as 0.05, or steps from 0, "
                  "such as 0,4-7",
                  option, text));
}

// "7" or "4-7" at the beginning of a text; moves `at` behind it. False: there is none.
bool take_range(const char*& at, const char* end, std::pair<std::int64_t, std::int64_t>& range) {
  const auto [dash, no_first] = std::from_chars(at, end, range.first);
  if (no_first != std::errc() || range.first < 0) return false;
  range.second = range.first;
  at = dash;
  if (at == end || *at != '-') return true;
  const auto [behind, no_last] = std::from_chars(at + 1, end, range.second);
  at = behind;
  return no_last == std::errc() && range.second >= range.first;
}

RtlStepsChoice::Ranges joined(RtlStepsChoice::Ranges given) {
  std::sort(given.begin(), given.end());
  RtlStepsChoice::Ranges all;
  for (const auto& range : given) {
    if (!all.empty() && range.first <= all.back().second + 1)
      all.back().second = std::max(all.back().second, range.second);
    else
      all.push_back(range);
  }
  return all;
}

RtlStepsChoice::Ranges parse_list(const std::string& option, const std::string& text) {
  RtlStepsChoice::Ranges given;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    std::pair<std::int64_t, std::int64_t> range;
    if (!take_range(at, end, range)) refuse(option, text);
    given.push_back(range);
    if (at == end) break;
    if (*at++ != ',') refuse(option, text);
  }
  return joined(std::move(given));
}

std::string range_text(const std::pair<std::int64_t, std::int64_t>& range) {
  return range.first == range.second ? fmt::format("{}", range.first) : fmt::format("{}-{}", range.first, range.second);
}

std::string share_text(double share) {
  const std::string text = fmt::format("{}", share);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

}  // namespace

RtlStepsChoice parse_rtl_steps(const std::string& option, const std::string& text) {
  using Which = RtlStepsChoice::Which;
  if (text == "first") return {Which::first};
  if (text == "class") return {Which::each_class};
  if (text.find_first_of(".e") == std::string::npos) return {Which::list, 0.0, parse_list(option, text)};
  double share = 0.0;
  const auto [behind, wrong] = std::from_chars(text.data(), text.data() + text.size(), share);
  if (wrong != std::errc() || behind != text.data() + text.size() || !(share >= 0.0 && share <= 1.0))
    refuse(option, text);
  return {Which::share, share};
}

std::string describe(const RtlStepsChoice& choice) {
  if (choice.which == RtlStepsChoice::Which::first) return "first";
  if (choice.which == RtlStepsChoice::Which::each_class) return "class";
  if (choice.which == RtlStepsChoice::Which::share) return share_text(choice.share);
  std::string text;
  for (const auto& range : choice.listed) text += (text.empty() ? "" : ",") + range_text(range);
  return text;
}

RtlSteps::RtlSteps(const RtlStepsChoice& choice, std::int64_t steps, const std::vector<std::int64_t>& each_class)
    : steps_(steps) {
  switch (choice.which) {
    case RtlStepsChoice::Which::first:
      listed_ = {{0, 0}};
      break;
    case RtlStepsChoice::Which::each_class:
      for (const std::int64_t step : each_class) listed_.emplace_back(step, step);
      listed_ = joined(std::move(listed_));
      break;
    case RtlStepsChoice::Which::share: {
      constexpr double rounding = 1e-9;  // 7 % of 100 steps are 7 of them, not 8
      on_rtl_ =
          std::min<std::int64_t>(steps, std::llround(std::ceil(choice.share * static_cast<double>(steps) - rounding)));
      is_spread_ = true;
      return;
    }
    case RtlStepsChoice::Which::list:
      listed_ = choice.listed;
      if (listed_.back().second >= steps)
        throw ArgumentError(fmt::format("--rtl-steps is {}: step {} must be 0 .. {}, the steps of the run",
                                        describe(choice), listed_.back().second, steps - 1));
      break;
  }
  for (const auto& range : listed_) on_rtl_ += range.second - range.first + 1;
}

// Spread ones are floor(k * steps / on_rtl).
bool RtlSteps::holds(std::int64_t step) const {
  if (is_spread_) {
    if (on_rtl_ == 0) return false;
    const Wide all = static_cast<Wide>(steps_), some = static_cast<Wide>(on_rtl_), at = static_cast<Wide>(step);
    const Wide first = (at * some + all - 1) / all;  // the least k whose step is not before this one
    return first < some && first * all < (at + 1) * some;
  }
  const auto behind = std::upper_bound(listed_.begin(), listed_.end(), step,
                                       [](std::int64_t value, const auto& range) { return value < range.first; });
  return behind != listed_.begin() && step <= std::prev(behind)->second;
}

std::int64_t RtlSteps::switches() const {
  if (is_spread_) {
    const std::int64_t on_model = steps_ - on_rtl_;
    if (on_model == 0) return 0;
    if (on_rtl_ == 0) return 1;
    // Runs of the rarer side stand apart, and both begin on RTL.
    if (on_rtl_ <= on_model) return 2 * on_rtl_ - 1;
    return 2 * on_model - (holds(steps_ - 1) ? 0 : 1);
  }
  const auto runs = static_cast<std::int64_t>(listed_.size());
  if (runs == 0) return 1;
  const bool begins = listed_.front().first == 0, ends = listed_.back().second + 1 == steps_;
  return 2 * runs - (begins ? 1 : 0) - (ends ? 1 : 0) + (begins ? 0 : 1);
}

std::string RtlSteps::text() const {
  constexpr int most_named = 8;
  std::string text;
  int named = 0;
  const auto name = [&](const std::string& range) {
    text += (text.empty() ? "" : ", ") + range;
    return ++named < most_named;
  };
  if (is_spread_) {
    for (std::int64_t k = 0; k < on_rtl_; ++k) {
      const Wide step = static_cast<Wide>(k) * static_cast<Wide>(steps_) / static_cast<Wide>(on_rtl_);
      if (!name(fmt::format("{}", static_cast<std::int64_t>(step))) && k + 1 < on_rtl_) return text + ", ..";
    }
    return text;
  }
  for (const auto& range : listed_) {
    if (!name(range_text(range)) && &range != &listed_.back()) return text + ", ..";
  }
  return text;
}

}  // namespace stencil
