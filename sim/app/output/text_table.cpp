// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace stencil {
namespace {

constexpr std::size_t readable_columns = 100;

}  // namespace

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const auto& line : lines_) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t column = 0; column < line.size(); ++column) {
      widths[column] = std::max(widths[column], line[column].size());
    }
  }
  const std::size_t gaps = widths.empty() ? 0 : widths.size() - 1;
  const char* gap = std::accumulate(widths.begin(), widths.end(), 2 * gaps) <= readable_columns ? "  " : " ";
  std::string text;
  for (const auto& line : lines_) {
    for (std::size_t column = 0; column < line.size(); ++column) {
      text += fmt::format("{}{:>{}}", column == 0 ? "" : gap, line[column], widths[column]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace stencil
