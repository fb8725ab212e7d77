// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/class_label.hpp"

#include <fmt/format.h>

namespace stencil {

std::string shape_label(const BlockClass& shape) {
  const BlockWords words = words_of(shape);
  std::string text;
  if (!words.kind.empty()) text += words.kind + " ";
  if (shape.place && !(words.middle_goes_without_saying && *shape.place == StepPlace::middle)) {
    text += fmt::format("{} ", name_of(*shape.place));
  }
  text += fmt::format("{} of {} x {}, {} sweep{}", words.noun, shape.rows, shape.cols, shape.niter,
                      shape.niter == 1 ? "" : "s");
  if (*words.direction != '\0') text += fmt::format(" {}", words.direction);
  if (shape.keep) text += fmt::format(", keep {}", *shape.keep);
  const ChainLinks chain = shape.chain.value_or(ChainLinks{});
  if (chain.above || chain.below) {
    text += chain.above && chain.below ? ", joined above and below" : chain.above ? ", joined above" : ", joined below";
  }
  return text;
}

std::string class_label(const ClassContext& context, const BlockClass& shape) {
  const std::string config = context.config.substr(0, context.config.find(' '));
  std::string words;
  for (const std::string* word : {&config, &context.schedule, &context.blocking, &context.distribution}) {
    if (!word->empty()) words += (words.empty() ? "" : " ") + *word;
  }
  const std::string text = shape_label(shape);
  return words.empty() ? text : fmt::format("{} ({})", text, words);
}

}  // namespace stencil
