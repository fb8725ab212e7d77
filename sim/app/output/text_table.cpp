// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace stencil {
namespace {

constexpr std::size_t readable_columns = 80;

}  // namespace

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const Line& line : lines_) {
    widths.resize(std::max(widths.size(), line.cells.size()));
    for (std::size_t column = 0; column < line.cells.size(); ++column) {
      widths[column] = std::max(widths[column], line.cells[column].size());
    }
  }
  const std::size_t gaps = widths.empty() ? 0 : widths.size() - 1;
  const char* gap = std::accumulate(widths.begin(), widths.end(), 2 * gaps) <= readable_columns ? "  " : " ";
  std::string text;
  for (const Line& line : lines_) {
    text += line.heading;
    for (std::size_t column = 0; column < line.cells.size(); ++column) {
      text += fmt::format("{}{:>{}}", column == 0 ? "" : gap, line.cells[column], widths[column]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace stencil
