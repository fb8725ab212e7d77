// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/model_lines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "host/base/text.hpp"

namespace stencil {
namespace {

std::string blocks_text(const BlockClass& shape, std::int64_t count) {
  const BlockWords words = words_of(shape);
  std::string text = fmt::format("{} of {} x {}, {}", counted(count, words.noun, words.nouns), with_commas(shape.rows),
                                 with_commas(shape.cols), counted(shape.niter, "sweep"));
  if (!words.kind.empty()) text += fmt::format(", {} {}", words.kind, words.direction);
  if (shape.keep) text += ", keep " + with_commas(*shape.keep);
  if (shape.place) text += fmt::format(", {}", name_of(*shape.place));
  return text;
}

std::string spread_text(const Spread& spread) {
  if (!spread.varies()) return signed_with_commas(spread.minimum);
  return signed_with_commas(spread.minimum) + ".." + signed_with_commas(spread.maximum);
}

}  // namespace

std::vector<ModelDifference> model_differences(const ClassTable& classes) {
  std::vector<ModelDifference> differences;
  for (const auto& [shape, sums] : classes) {
    ModelDifference difference;
    std::string causes;
    std::size_t at = 0;
    for (const CauseField& field : cause_fields) {
      const Spread& spread = sums.difference[at++];
      const std::int64_t largest = std::max(std::abs(spread.minimum), std::abs(spread.maximum));
      if (largest == 0) continue;
      causes += fmt::format("{}{} {}", causes.empty() ? "" : ", ", field.name, spread_text(spread));
      difference.size += largest * sums.count;
    }
    if (causes.empty()) continue;
    difference.text = fmt::format("{}: {} each", blocks_text(shape, sums.count), causes);
    differences.push_back(std::move(difference));
  }
  return differences;
}

std::string model_lines(std::vector<ModelDifference> differences) {
  std::stable_sort(differences.begin(), differences.end(),
                   [](const ModelDifference& a, const ModelDifference& b) { return a.size > b.size; });
  std::string text;
  for (std::size_t i = 0; i < std::min(differences.size(), most_model_lines); ++i) {
    text += wrapped("not as the model: " + differences[i].text, 2, 0) + '\n';
  }
  if (differences.size() > most_model_lines) {
    const std::size_t more = differences.size() - most_model_lines;
    text += fmt::format("not as the model: {} of blocks\n", counted(more, "more class", "more classes"));
  }
  return text;
}

}  // namespace stencil
