// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_alike = 4;  // terms named that explain the same

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

std::string Explanation::sentence() const {
  const std::string in = ", in " + counted(static_cast<std::int64_t>(classes.size()), "class", "classes");
  if (fits.empty()) return fmt::format("{}: {}{}", cause, text, in);
  std::string all;
  for (std::size_t i = 0; i < std::min(fits.size(), most_alike); ++i) all += (i == 0 ? "" : ", or ") + fits[i].text();
  if (fits.size() > most_alike) all += fmt::format(", or {} others", fits.size() - most_alike);
  if (fits.size() == 1) return fmt::format("{}: {}{}", cause, all, in);
  std::set<std::string> others;
  for (const Fit& fit : fits) others.insert(fit.varies());
  std::string vary;
  for (const std::string& one : others) vary += (vary.empty() ? "" : ", ") + one;
  return fmt::format("{}: {}{}: alike here, other {} tell them apart", cause, all, in, vary);
}

}  // namespace stencil
