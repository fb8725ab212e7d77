// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/explanation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_alike = 4;  // terms, or conditions, named that explain the same

void add_once(const std::string& text, std::vector<std::string>& all) {
  if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(text);
}

// "a, or b, or 3 others".
std::string listed(const std::vector<std::string>& all) {
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), most_alike); ++i) text += (i == 0 ? "" : ", or ") + all[i];
  const auto more = static_cast<std::int64_t>(all.size()) - static_cast<std::int64_t>(most_alike);
  if (more > 0) text += ", or " + counted(more, "other");
  return text;
}

}  // namespace

std::string Fit::beats_text() const {
  return beats == most_beats ? fmt::format("{} beats", with_commas(beats))
                             : fmt::format("{} to {} beats", with_commas(beats), with_commas(most_beats));
}

std::string Fit::beat() const {
  return cause == "load" ? "beat loaded" : cause == "store" ? "beat stored" : "beat of the engine";
}

std::string Fit::name() const {
  if (term != nullptr) return term->name;
  return most_beats == 1 ? "a bubble per beat" : "a bubble every " + beats_text();
}

std::string Fit::where() const {
  if (term != nullptr) return term->where + condition.text;
  return most_beats == 1 ? "at each beat" : "once every " + beats_text();
}

std::string Fit::varies() const {
  return term != nullptr ? term->varies : "columns";
}

std::string Fit::text() const {
  const std::string each = times < most_times ? fmt::format("{}, in {} of {} cases", term->where, times, most_times)
                           : term != nullptr  ? fmt::format("per {}", term->unit)
                           : most_beats == 1  ? "per " + beat()
                                              : "in every " + beats_text();
  return fmt::format("{} {} {} ({}){}", counted(std::abs(cycles), "cycle"), cycles > 0 ? "more" : "fewer", each, name(),
                     nearly ? ", within a cycle per block" : "");
}

std::string Explanation::name() const {
  std::vector<std::string> all = names;
  for (const Fit& fit : fits) {
    if (std::find(all.begin(), all.end(), fit.name()) == all.end()) all.push_back(fit.name());
  }
  if (beats != 0) all.push_back("bubbles");
  if (all.empty()) return "not explained";
  std::string text;
  for (const std::string& one : all) text += (text.empty() ? "" : ", or ") + one;
  return text;
}

std::string Explanation::where() const {
  return fits.size() == 1 ? fits.front().where() : std::string();
}

std::string Explanation::alternatives() const {
  std::vector<std::string> terms, conditions, both;
  for (const Fit& fit : fits) {
    add_once(fit.text(), terms);
    add_once(fit.condition.text, conditions);
    add_once(fit.text() + fit.condition.text, both);
  }
  // Each term under each condition: named once. The text of a condition begins with a space.
  if (terms.size() * conditions.size() == both.size()) {
    const char* each = terms.size() > 1 && !conditions.front().empty() ? ", each" : "";
    for (std::size_t i = 1; i < conditions.size(); ++i) conditions[i].erase(0, 1);
    return listed(terms) + each + listed(conditions);
  }
  return listed(both);
}

std::string Explanation::sentence() const {
  const std::string in = ", in " + counted(static_cast<std::int64_t>(classes.size()), "class", "classes") +
                         (few ? "; these classes cannot exclude other terms" : "");
  if (fits.empty()) return fmt::format("{}: {}{}", cause, text, in);
  std::string all = alternatives();
  if (beats != 0) all += fmt::format(", or bubbles in the {} of each block", counted(beats, "beat"));
  if (fits.size() == 1) return fmt::format("{}: {}{}", cause, all, in);
  std::set<std::string> conditions, others;
  for (const Fit& fit : fits) conditions.insert(fit.condition.text);
  for (const Fit& fit : fits) others.insert(fit.varies());
  if (conditions.size() > 1) others.insert("sizes and places");
  std::string vary;
  for (const std::string& one : others) vary += (vary.empty() ? "" : ", ") + one;
  return fmt::format("{}: {}{}: alike here, other {} tell them apart", cause, all, in, vary);
}

}  // namespace stencil
