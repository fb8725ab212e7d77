// Columns of text, as wide as their widest cell, right-aligned; closer together where a line would be long.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace stencil {

class TextTable {
 public:
  // Every line has as many cells as the first.
  void add(const std::vector<std::string>& line) { lines_.push_back(line); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> lines_;
};

}  // namespace stencil
