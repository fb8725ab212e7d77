// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/comparison_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "host/base/text.hpp"
#include "sim/app/compare/sentence.hpp"
#include "sim/app/output/blocks_json.hpp"
#include "sim/app/report/record_fields.hpp"

namespace stencil {
namespace {

// "48 classes compared: 36 equal, 12 slower".
std::string counts_text(const CycleComparison& comparison) {
  constexpr std::array verdicts{ClassVerdict::slower, ClassVerdict::faster,  ClassVerdict::moved,
                                ClassVerdict::count,  ClassVerdict::missing, ClassVerdict::appeared};
  std::string text;
  std::size_t in_both = 0;
  for (const ClassVerdict verdict : verdicts) {
    const auto number = std::count_if(comparison.differences.begin(), comparison.differences.end(),
                                      [&](const ClassDifference& one) { return one.verdict == verdict; });
    if (number == 0) continue;
    if (verdict != ClassVerdict::missing && verdict != ClassVerdict::appeared)
      in_both += static_cast<std::size_t>(number);
    const char* words = verdict == ClassVerdict::moved   ? "of the same total but other causes"
                        : verdict == ClassVerdict::count ? "with another number of blocks"
                                                         : name_of(verdict);
    text += fmt::format(", {} {}", with_commas(static_cast<std::int64_t>(number)), words);
  }
  return fmt::format("{} compared: {} equal{}", counted(comparison.compared, "class", "classes"),
                     with_commas(comparison.compared - in_both), text);
}

std::string verdict_line(const CycleComparison& comparison) {
  return fmt::format("{}: {}", comparison.equal() ? "EQUAL" : "CHANGED", counts_text(comparison));
}

// Sorted by cycles, the largest differences first.
std::vector<const ClassDifference*> by_size(const CycleComparison& comparison) {
  std::vector<const ClassDifference*> all;
  for (const ClassDifference& difference : comparison.differences) all.push_back(&difference);
  const auto size = [](const ClassDifference& one) {
    return std::abs(one.now.cycles.back().sum - one.base.cycles.back().sum);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const ClassDifference* a, const ClassDifference* b) { return size(*a) > size(*b); });
  return all;
}

Json recorded_json(const RecordedClass& recorded, std::size_t place) {
  return recorded.count == 0 ? Json(nullptr) : spread_json(recorded.cycles[place]);
}

Json pair_json(const ClassDifference& difference, std::size_t place) {
  return {{"base", recorded_json(difference.base, place)}, {"new", recorded_json(difference.now, place)}};
}

Json differing_causes(const ClassDifference& difference) {
  Json causes{std::vector<Json::Member>()};
  const std::int64_t count = difference.now.count;
  for (std::size_t at = 0; at < cause_fields.size(); ++at) {
    const Spread& base = difference.base.cycles[at];
    const Spread& now = difference.now.cycles[at];
    if (base.minimum == now.minimum && base.maximum == now.maximum && base.sum == now.sum) continue;
    Json cause = pair_json(difference, at);
    const bool whole = difference.base.count == count && (now.sum - base.sum) % count == 0;
    cause.put("each", whole ? Json((now.sum - base.sum) / count) : Json(nullptr));
    causes.put(cause_fields[at].name, cause);
  }
  return causes;
}

Json beats_json(const Explanation& explanation) {
  const bool none = explanation.fits.empty() || explanation.fits.front().term != nullptr;
  return none ? Json(nullptr) : Json(explanation.fits.front().beats);
}

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string total_text(const RecordedClass& recorded) {
  return recorded.count == 0 ? "-" : range_text(recorded.cycles.back());
}

}  // namespace

std::string comparison_text(const CycleComparison& comparison) {
  std::string text;
  const auto add = [&text](const std::string& sentence) { text += wrapped(sentence, 2, 0) + "\n"; };
  for (const RecordingDifference& recording_difference : comparison.recording_differences)
    add(recording_difference.text);
  if (!comparison.error.empty()) add(fmt::format("{}: {}", comparison.now, comparison.error));
  const auto differences = by_size(comparison);
  if (!differences.empty()) add("class of blocks: cycles per block before -> now, and the causes per block");
  for (const Explanation& explanation : comparison.explanations) add("why: " + explanation.sentence());
  for (std::size_t i = 0; i < std::min(differences.size(), most_listed_differences); ++i) {
    add(differences[i]->sentence);
  }
  if (differences.size() > most_listed_differences) {
    add(fmt::format("{} more classes differ; --json lists all", differences.size() - most_listed_differences));
  }
  add(verdict_line(comparison));
  return text;
}

Json comparison_json(const CycleComparison& comparison) {
  Json lines = Json::array();
  for (const RecordingDifference& recording_difference : comparison.recording_differences) {
    lines.push_back({{"field", recording_difference.field},
                     {"base", recording_difference.base},
                     {"new", recording_difference.now},
                     {"text", recording_difference.text}});
  }
  Json classes = Json::array();
  for (const ClassDifference& difference : comparison.differences) {
    classes.push_back({{"class", key_json(difference.key)},
                       {"label", class_label(difference.key.context, difference.key.shape)},
                       {"verdict", name_of(difference.verdict)},
                       {"sentence", difference.sentence},
                       {"count", Json{{"base", difference.base.count}, {"new", difference.now.count}}},
                       {"total", pair_json(difference, cause_fields.size())},
                       {"causes", differing_causes(difference)}});
  }
  Json explanations = Json::array();
  for (const Explanation& explanation : comparison.explanations) {
    explanations.push_back({{"cause", explanation.cause},
                            {"term", explanation.name()},
                            {"where", explanation.where()},
                            {"cycles_per_term", explanation.fits.empty() ? Json(nullptr) : Json(explanation.cycles())},
                            {"beats", beats_json(explanation)},
                            {"certain", explanation.certain()},
                            {"classes", explanation.classes.size()},
                            {"sentence", explanation.sentence()}});
  }
  return {{"schema", "stencil-cosim/comparison/1"},
          {"base", comparison.base},
          {"new", comparison.now},
          {"equal", comparison.equal()},
          {"trouble", text_or_null(comparison.error)},
          {"compared", comparison.compared},
          {"said", lines},
          {"classes", classes},
          {"explanations", explanations}};
}

std::string comparison_markdown(const CycleComparison& comparison) {
  std::string text = fmt::format("**{}**: {}\n", comparison.equal() ? "equal" : "changed", counts_text(comparison));
  if (!comparison.error.empty()) text += fmt::format("\n> **{}**\n", escaped(comparison.error));
  if (!comparison.recording_differences.empty()) text += "\n";
  for (const RecordingDifference& recording_difference : comparison.recording_differences)
    text += fmt::format("- {}\n", recording_difference.text);
  if (!comparison.explanations.empty()) text += "\n";
  for (const Explanation& explanation : comparison.explanations) text += fmt::format("- {}\n", explanation.sentence());
  const auto differences = by_size(comparison);
  if (differences.empty()) return text;
  text += "\n| class | blocks | before | now | difference |\n|---|--:|--:|--:|---|\n";
  for (std::size_t i = 0; i < std::min(differences.size(), most_listed_differences); ++i) {
    const ClassDifference& one = *differences[i];
    const std::string label = class_label(one.key.context, one.key.shape);
    const std::string blocks = one.base.count == one.now.count ? std::to_string(one.now.count)
                                                               : fmt::format("{} -> {}", one.base.count, one.now.count);
    const std::size_t cut = one.sentence.find(", ", label.size());  // after the totals
    const std::string causes = one.base.count == one.now.count && cut != std::string::npos
                                   ? one.sentence.substr(cut + 2)
                                   : std::string(name_of(one.verdict));
    text += fmt::format("| {} | {} | {} | {} | {} |\n", escaped(label), blocks, total_text(one.base),
                        total_text(one.now), escaped(causes));
  }
  if (differences.size() > most_listed_differences) {
    text += fmt::format("\n{} more classes differ.\n", differences.size() - most_listed_differences);
  }
  return text;
}

}  // namespace stencil
