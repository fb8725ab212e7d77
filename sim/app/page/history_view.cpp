// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/history_view.hpp"

#include <algorithm>

#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

Json series_view(const HistorySeries& one, std::size_t begin) {
  Json values = Json::array();
  for (std::size_t i = begin; i < one.values.size(); ++i) {
    const auto& value = one.values[i];
    // Whole numbers without a decimal point, as in the file.
    if (value && *value == static_cast<double>(static_cast<std::int64_t>(*value))) {
      values.push_back(static_cast<std::int64_t>(*value));
    } else {
      values.push_back(value);
    }
  }
  return {{"kind", one.kind}, {"group", one.group}, {"name", one.name}, {"values", values}};
}

}  // namespace

Json history_view(const History& history, const std::string& file) {
  const std::size_t begin = history.commits.size() - std::min(history.commits.size(), most_page_commits);
  Json commits = Json::array();
  for (std::size_t i = begin; i < history.commits.size(); ++i) {
    const HistoryCommit& one = history.commits[i];
    commits.push_back({{"commit", one.commit}, {"date", one.date}, {"subject", one.subject}, {"dirty", one.dirty}});
  }
  Json series = Json::array();
  for (const bool changing : {true, false}) {
    for (const HistorySeries& one : history.series) {
      if (one.changes() == changing && series.size() < most_page_series) series.push_back(series_view(one, begin));
    }
  }
  return {{"file", utf8_text(file)},
          {"commits", commits},
          {"other_commits", begin},
          {"series", series},
          {"other_series", history.series.size() - series.size()}};
}

}  // namespace stencil
