// A comparison as text, as JSON, and as Markdown for a pull request.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/compare/comparison.hpp"
#include "sim/app/json/json.hpp"

namespace stencil {

// Differences that text and Markdown list; they count the others. JSON has all.
inline constexpr std::size_t most_listed_differences = 40;

// Lists the differences in setting, the explanations and a sentence for each class that differs; ends with the verdict
// in one line.
std::string comparison_text(const CycleComparison& comparison);

// {"schema": "stencil-cosim/comparison/1", "base", "new", "equal", "trouble", "compared",
//  "said": [{"field", "base", "new", "text"}],
//  "classes": [{"class": key as in reports, "label", "verdict", "sentence", "count": {"base", "new"},
//               "total": {"base", "new"}, "causes": {cause: {"base", "new", "each"}}}],
//  "explanations": [{"cause", "term", "where", "cycles_per_term", "beats", "certain", "classes",
//  "sentence"}]}
// certain: false where other causes explain the same classes alike, or none does; cycles_per_term is null without a
// term.
// Only classes that differ. base and new of total and causes are {minimum, maximum, sum}, or null where there is none;
// each: cycles that one block costs more, null where that is no whole number. causes: those that differ.
Json comparison_json(const CycleComparison& comparison);

std::string comparison_markdown(const CycleComparison& comparison);

}  // namespace stencil
