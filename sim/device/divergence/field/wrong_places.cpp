// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/field/wrong_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stencil {
namespace {

// "column 9", "columns 3, 7"; empty: of more than a few.
std::string named(const char* noun, const std::set<std::int64_t>& numbers) {
  constexpr std::size_t few = 4;
  if (numbers.size() > few) return "";
  return fmt::format("all in {}{} {}", noun, numbers.size() == 1 ? "" : "s", fmt::join(numbers, ", "));
}

// Leaves out a quarter at least.
std::string range(const char* noun, const std::set<std::int64_t>& numbers, std::int64_t all) {
  const std::int64_t first = *numbers.begin(), last = *numbers.rbegin();
  return 4 * (last - first + 1) > 3 * all ? "" : fmt::format("all in {} {} .. {}", noun, first, last);
}

// The largest power of two by which all words leave the same rest.
std::string rest(const std::vector<std::int64_t>& wrong) {
  constexpr std::int64_t most = 4096;
  std::int64_t by = 1;
  while (by < most && std::all_of(wrong.begin(), wrong.end(),
                                  [&](std::int64_t word) { return word % (2 * by) == wrong.front() % (2 * by); }))
    by *= 2;
  return by == 1 ? "" : fmt::format("all of words {} modulo {}", wrong.front() % by, by);
}

}  // namespace

std::string wrong_places(const std::vector<std::int64_t>& wrong, std::int64_t cols, std::int64_t first_row,
                         std::int64_t rows) {
  constexpr std::size_t enough = 4;
  if (wrong.size() < enough) return "";
  std::set<std::int64_t> in_rows, in_cols;
  for (const std::int64_t word : wrong) {
    in_rows.insert(first_row + word / std::max<std::int64_t>(cols, 1));
    in_cols.insert(word % std::max<std::int64_t>(cols, 1));
  }
  std::vector<std::string> forms;
  if (cols > 0) {
    forms = {in_cols.size() == 1 ? named("column", in_cols) : "", in_rows.size() == 1 ? named("row", in_rows) : ""};
    if (in_cols.size() > 1)
      forms.push_back(4 * static_cast<std::int64_t>(in_cols.size()) > cols ? "" : named("column", in_cols));
    if (in_rows.size() > 1)
      forms.push_back(4 * static_cast<std::int64_t>(in_rows.size()) > rows ? "" : named("row", in_rows));
  }
  forms.push_back(rest(wrong));
  if (cols > 0) {
    forms.push_back(range("columns", in_cols, cols));
    forms.push_back(range("rows", in_rows, rows));
  }
  const auto found = std::find_if(forms.begin(), forms.end(), [](const std::string& form) { return !form.empty(); });
  return found == forms.end() ? "" : *found;
}

}  // namespace stencil
