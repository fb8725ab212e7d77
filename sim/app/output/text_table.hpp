// Columns of text, as wide as their widest cell, right-aligned, two blanks apart: one where a line would be longer than
// 80. What then still does not fit comes below, after the first column again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stencil {

class TextTable {
 public:
  // Every line has as many cells as the first.
  void add(const std::vector<std::string>& cells) { lines_.push_back({"", cells}); }
  // A line between those of the table, which has no columns.
  void add_heading(const std::string& text) { lines_.push_back({text, {}}); }

  std::size_t columns() const { return lines_.empty() ? 0 : lines_.front().cells.size(); }
  std::string text() const;

 private:
  struct Line {
    std::string heading;
    std::vector<std::string> cells;
  };

  std::vector<std::size_t> widths() const;
  std::string part(const std::vector<std::size_t>& widths, std::size_t begin, std::size_t end, const char* gap) const;

  std::vector<Line> lines_;
};

}  // namespace stencil
