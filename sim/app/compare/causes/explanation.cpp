// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  if (all.size() > most_alike) text += fmt::format(", or {} others", all.size() - most_alike);
  return text;
}

}  // namespace

std::string Explanation::name() const {
  std::vector<std::string> all = names;
  for (const Fit& fit : fits) {
    if (std::find(all.begin(), all.end(), fit.name()) == all.end()) all.push_back(fit.name());
  }
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
  const std::string in = ", in " + counted(static_cast<std::int64_t>(classes.size()), "class", "classes");
  if (fits.empty()) return fmt::format("{}: {}{}", cause, text, in);
  const std::string all = alternatives();
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
