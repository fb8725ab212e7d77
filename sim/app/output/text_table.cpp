// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/text_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace stencil {
namespace {

constexpr std::size_t readable_columns = 80;

}  // namespace

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths;
  for (const Line& line : lines_) {
    widths.resize(std::max(widths.size(), line.cells.size()));
    for (std::size_t column = 0; column < line.cells.size(); ++column) {
      widths[column] = std::max(widths[column], line.cells[column].size());
    }
  }
  return widths;
}

// The first column and those from `begin` to before `end`.
std::string TextTable::part(const std::vector<std::size_t>& widths, std::size_t begin, std::size_t end,
                            const char* gap) const {
  std::string text;
  for (const Line& line : lines_) {
    text += line.heading;
    if (!line.cells.empty()) text += fmt::format("{:>{}}", line.cells.front(), widths.front());
    for (std::size_t column = begin; column < std::min(end, line.cells.size()); ++column) {
      text += fmt::format("{}{:>{}}", gap, line.cells[column], widths[column]);
    }
    text += '\n';
  }
  return text;
}

std::string TextTable::text() const {
  const std::vector<std::size_t> widths = this->widths();
  if (widths.empty()) return {};
  const std::size_t all = std::accumulate(widths.begin(), widths.end(), std::size_t{0});
  if (all + 2 * (widths.size() - 1) <= readable_columns) return part(widths, 1, widths.size(), "  ");
  std::string text;
  std::size_t begin = 1;
  do {
    std::size_t end = begin;
    std::size_t width = widths.front();
    while (end < widths.size() && (end == begin || width + 1 + widths[end] <= readable_columns)) {
      width += 1 + widths[end++];
    }
    text += part(widths, begin, end, " ");
    begin = end;
  } while (begin < widths.size());
  return text;
}

}  // namespace stencil
