// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/sentence.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "host/base/text.hpp"
#include "sim/app/output/blocks_json.hpp"
#include "sim/app/report/record_fields.hpp"

namespace stencil {
namespace {

// "+270" cycles per block; the average where the blocks differ.
std::string each_text(std::int64_t sum, std::int64_t count) {
  const char* sign = sum < 0 ? "-" : "+";
  if (sum % count == 0) return sign + with_commas(std::abs(sum) / count);
  return fmt::format("{}{:.2f} on average", sign, static_cast<double>(std::abs(sum)) / static_cast<double>(count));
}

// " at the change of passes", or nothing where there is no explanation.
std::string where(const std::string& cause, const std::vector<Explanation>& explanations, std::size_t pair) {
  for (const Explanation& explanation : explanations) {
    const auto& classes = explanation.classes;
    if (explanation.cause == cause && std::find(classes.begin(), classes.end(), pair) != classes.end()) {
      return explanation.where().empty() ? std::string() : " " + explanation.where();
    }
  }
  return {};
}

std::string causes_text(const ClassDifference& difference, const std::vector<Explanation>& explanations,
                        std::size_t pair) {
  const ClassPair both{&difference.key, &difference.base, &difference.now, {}};
  const std::int64_t count = difference.now.count;
  std::string text;
  const auto add = [&](const std::string& name, std::int64_t sum, const std::string& cause) {
    if (sum != 0) text += fmt::format(", {} {}{}", name, each_text(sum, count), where(cause, explanations, pair));
  };
  for (const CauseField& field : cause_fields) {
    const std::string cause = field.name;
    const std::int64_t sum = sum_difference(both, cause);
    if (cause == "fill") continue;
    if (cause != "compute") {
      add(cause, sum, cause);
      continue;
    }
    const std::int64_t fill = sum_difference(both, "fill");
    if (sum == fill) {
      add("compute (fill)", fill, "fill");
    } else {
      add("compute", sum, "compute");
      if (fill != 0) text += fmt::format(" (fill {})", each_text(fill, count));
    }
  }
  return text.empty() ? ", spread differently over its blocks" : text;
}

}  // namespace

std::string range_text(const Spread& spread) {
  if (!spread.varies()) return with_commas(spread.minimum);
  return with_commas(spread.minimum) + " .. " + with_commas(spread.maximum);
}

std::string sentence_of(const ClassDifference& difference, const std::vector<Explanation>& explanations,
                        std::size_t pair) {
  const std::string label = class_label(difference.key.context, difference.key.shape);
  const Spread& base = difference.base.cycles.back();
  const Spread& now = difference.now.cycles.back();
  switch (difference.verdict) {
    case ClassVerdict::missing:
      return fmt::format("{}: missing, was {} of {} cycles", label, counted(difference.base.count, "block"),
                         range_text(base));
    case ClassVerdict::appeared:
      return fmt::format("{}: new, {} of {} cycles", label, counted(difference.now.count, "block"), range_text(now));
    case ClassVerdict::count:
      return fmt::format("{}: {} -> {} blocks, {} -> {} cycles", label, with_commas(difference.base.count),
                         with_commas(difference.now.count), range_text(base), range_text(now));
    default:
      return fmt::format("{}: {} -> {}{}", label, range_text(base), range_text(now),
                         causes_text(difference, explanations, pair));
  }
}

}  // namespace stencil
