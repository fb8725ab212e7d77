// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/history_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "host/base/text.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_sparks = 23;  // what 80 columns leave
constexpr std::size_t most_changes = 6;  // listed per commit
constexpr std::size_t subject_width = 26;
constexpr std::size_t changes_column = 10 + 2 + 10 + 2 + subject_width + 2;

// Width in characters, not bytes.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, width_of(text)), ' ');
}

std::string cut(const std::string& text, std::size_t width) {
  if (width_of(text) <= width) return text;
  std::string begin;
  std::size_t count = 0;
  for (const char c : text) {
    count += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
    if (count == width) return begin + "~";
    begin += c;
  }
  return begin;
}

std::string signed_grouped(double value) {
  return (value < 0 ? "-" : "+") + grouped(std::fabs(value));
}

std::string title(const HistorySeries& one) {
  return one_line(fmt::format("{} {}: {}", one.kind, one.group, one.name));
}

// Per series its number in the lines of commits, from 1; 0 if it never changed.
std::vector<std::size_t> numbers_of(const History& history) {
  std::vector<std::size_t> numbers;
  std::size_t last = 0;
  for (const HistorySeries& one : history.series) numbers.push_back(one.changes() ? ++last : 0);
  return numbers;
}

// The last measured value before commit `at`.
std::optional<double> before(const HistorySeries& one, std::size_t at) {
  while (at > 0) {
    if (one.values[--at]) return one.values[at];
  }
  return std::nullopt;
}

std::string changes_of(const History& history, const std::vector<std::size_t>& numbers, std::size_t at) {
  std::vector<std::string> changes;
  std::size_t begun = 0;
  std::size_t measured = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const HistorySeries& one = history.series[i];
    const auto now = one.values[at];
    if (!now) continue;
    ++measured;
    const auto old = before(one, at);
    if (!old) ++begun;
    if (!old || *old == *now) continue;
    changes.push_back(fmt::format("[{}] {}", numbers[i], signed_grouped(*now - *old)));
  }
  std::string text;
  const auto append = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  for (std::size_t i = 0; i < std::min(changes.size(), most_changes); ++i) append(changes[i]);
  if (changes.size() > most_changes) append(with_commas(changes.size() - most_changes) + " more");
  if (begun != 0) append(counted(begun, "series begins", "series begin"));
  if (measured == 0) return "nothing measured";
  return text.empty() ? "nothing" : text;
}

}  // namespace

std::string grouped(double value) {
  std::string digits = fmt::format("{:.2f}", std::fabs(value));
  std::string decimals = digits.substr(digits.size() - 3);
  digits.resize(digits.size() - 3);
  while (!decimals.empty() && (decimals.back() == '0' || decimals.back() == '.')) decimals.pop_back();
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return (value < 0 ? "-" : "") + digits + decimals;
}

std::string sparkline(const std::vector<std::optional<double>>& values) {
  static const char* const levels[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::optional<double> least;
  std::optional<double> most;
  for (const auto& value : values) {
    if (!value) continue;
    least = std::min(least.value_or(*value), *value);
    most = std::max(most.value_or(*value), *value);
  }
  std::string text;
  for (const auto& value : values) {
    if (!value) {
      text += ' ';
    } else if (*least == *most) {
      text += levels[3];
    } else {
      text += levels[static_cast<std::size_t>(std::lround(7.0 * (*value - *least) / (*most - *least)))];
    }
  }
  return text;
}

std::string history_table(const History& history, const std::string& name) {
  const std::size_t commits = history.commits.size();
  std::string text = fmt::format("{}: {}, {} .. {}, {}\n", one_line(name), counted(commits, "commit"),
                                 one_line(history.commits.front().date.substr(0, 10)),
                                 one_line(history.commits.back().date.substr(0, 10)),
                                 counted(history.series.size(), "series", "series"));
  text += fmt::format("{:<10}  {:<10}  {:<{}}  {}\n", "commit", "date", "subject", subject_width, "what changed");
  const std::vector<std::size_t> numbers = numbers_of(history);
  bool dirty = false;
  for (std::size_t i = 0; i < commits; ++i) {
    const HistoryCommit& one = history.commits[i];
    dirty = dirty || one.dirty;
    text +=
        fmt::format("{:<10}  {:<10}  {}  {}\n", one.commit.substr(0, 9) + (one.dirty ? "+" : ""),
                    one_line(one.date.substr(0, 10)), padded(cut(one_line(one.subject), subject_width), subject_width),
                    wrapped(changes_of(history, numbers, i), changes_column, changes_column));
  }
  if (dirty) text += "+ with edits that are in no commit\n";

  const auto still =
      std::count_if(history.series.begin(), history.series.end(), [](const auto& one) { return !one.changes(); });
  if (still < static_cast<std::ptrdiff_t>(history.series.size())) {
    text += fmt::format("\n{:<5} {}\n{:>21}  {:>15}  {:>15}\n", "", "series", "first", "last", "change");
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == 0) continue;
    const HistorySeries& one = history.series[i];
    const std::size_t begin = one.values.size() - std::min(one.values.size(), most_sparks);
    text += fmt::format("{:<5} {}\n{:>21}  {:>15}  {:>15}  {}\n", fmt::format("[{}]", numbers[i]),
                        wrapped(title(one), 6, 6), grouped(*one.first()), grouped(*one.last()),
                        signed_grouped(*one.last() - *one.first()),
                        sparkline({one.values.begin() + static_cast<std::ptrdiff_t>(begin), one.values.end()}));
  }
  if (still != 0) text += fmt::format("{} series never changed\n", still);
  return text;
}

}  // namespace stencil
