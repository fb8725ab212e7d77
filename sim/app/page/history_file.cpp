// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/history_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>

#include "host/base/errors.hpp"
#include "sim/app/json/json_file.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

constexpr const char* kinds[] = {"cycles", "synthesis", "instructions"};

std::string checked_text(const Json& line, const char* field, std::size_t least) {
  const std::string& text = line[field].text();
  if (text.size() < least) throw JsonError(fmt::format("field '{}' is '{}', too short", field, text));
  return text;
}

class Builder {
 public:
  void add_line(const Json& line) {
    HistoryCommit commit{checked_text(line, "commit", 7), checked_text(line, "date", 10), line["subject"].text(),
                         line["dirty"].boolean()};
    if (commit.commit.find_first_not_of("0123456789abcdef") != std::string::npos) {
      throw JsonError(fmt::format("field 'commit' is '{}', must be hexadecimal digits", one_line(commit.commit)));
    }
    history_.commits.push_back(commit);
    for (const char* kind : {kinds[0], kinds[1]}) {
      if (line[kind].is_null()) continue;
      for (const Json::Member& group : line[kind].members()) {
        for (const Json::Member& value : group.value.members()) add(kind, group.name, value.name, value.value);
      }
    }
    if (const Json& counted = line[kinds[2]]; !counted.is_null()) {
      const std::string group = fmt::format("{}, {}, valgrind {}", counted["workload"].text(),
                                            counted["compiler"].text(), counted["valgrind"].text());
      add(kinds[2], group, "total", counted["total"]);
      for (const Json::Member& room : counted["rooms"].members()) add(kinds[2], group, room.name, room.value);
    }
  }

  History result() {
    for (HistorySeries& one : history_.series) one.values.resize(history_.commits.size());
    const auto rank = [](const HistorySeries& one) { return std::find(kinds, std::end(kinds), one.kind); };
    std::stable_sort(history_.series.begin(), history_.series.end(),
                     [&](const HistorySeries& a, const HistorySeries& b) {
                       return std::make_tuple(rank(a), a.group) < std::make_tuple(rank(b), b.group);
                     });
    return std::move(history_);
  }

 private:
  void add(const std::string& kind, const std::string& group, const std::string& name, const Json& value) {
    if (value.is_null()) return;
    const auto [found, is_new] = at_.try_emplace({kind, group, name}, history_.series.size());
    if (is_new) history_.series.push_back({kind, group, name, {}});
    auto& values = history_.series[found->second].values;
    values.resize(history_.commits.size());
    values.back() = value.number();
  }

  History history_;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> at_;
};

}  // namespace

std::optional<double> HistorySeries::first() const {
  for (const auto& value : values) {
    if (value) return value;
  }
  return std::nullopt;
}

std::optional<double> HistorySeries::last() const {
  for (auto value = values.rbegin(); value != values.rend(); ++value) {
    if (*value) return *value;
  }
  return std::nullopt;
}

bool HistorySeries::changes() const {
  return std::any_of(values.begin(), values.end(), [&](const auto& value) { return value && value != first(); });
}

History read_history(const std::string& command, const std::string& path) {
  const std::string text = file_text(command, path);
  Builder builder;
  std::size_t number = 0;
  bool any = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string where = fmt::format("{} {}: line {}", command, one_line(path), number);
    const Json json = schema_json(where, line, "stencil-cosim/history/1");
    reading(where, [&] {
      builder.add_line(json);
      return 0;
    });
    any = true;
  }
  if (!any) throw ArgumentError(fmt::format("{} {}: has no line", command, one_line(path)));
  return builder.result();
}

}  // namespace stencil
