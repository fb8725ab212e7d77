// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/input_check/read_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "host/base/text.hpp"
#include "models/compare.hpp"

namespace stencil {
namespace {

struct Input {
  std::vector<double> f;
  std::vector<double> r;
  const std::vector<double>& of(Bank bank) const { return bank == Bank::f ? f : r; }
};

// Which row of the input these words are.
std::string held_row(const WrongRow& wrong, const Input& input, const Strips& strips, const double* words,
                     std::int64_t cols) {
  for (const Bank bank : {wrong.bank, wrong.bank == Bank::f ? Bank::r : Bank::f}) {
    const std::vector<double>& all = input.of(bank);
    for (std::int64_t row = 0; row * cols < static_cast<std::int64_t>(all.size()); ++row) {
      if (std::memcmp(all.data() + row * cols, words, static_cast<std::size_t>(cols) * sizeof(double)) != 0) continue;
      std::string of = fmt::format("a row of rank {}", strips.at_row(row).rank);
      for (const Strip& strip : strips.all()) {
        if (strip.first_local() == row && row != wrong.row)
          of = fmt::format("the first of the part of rank {}", strip.rank);
      }
      return fmt::format(": it is row {} of {}, {}", row, bank == Bank::f ? "f" : "r", of);
    }
  }
  return "";
}

}  // namespace

std::optional<WrongRow> wrong_strips(const Strips& strips, int rank, std::int64_t rows) {
  const auto at_row = [](std::int64_t row, std::string how) {
    WrongRow wrong;
    wrong.order = -2;  // before all is read
    wrong.component = WrongRow::Component::distribution;
    wrong.found = WrongRow::Found::shared;
    wrong.row = row;
    wrong.whose = std::move(how);
    return wrong;
  };
  std::int64_t next = 0;
  for (const Strip& strip : strips.all()) {
    if (strip.first_row != next) {
      const std::int64_t row = std::min(next, strip.first_row);
      return at_row(row,
                    fmt::format("strip {} owns rows from {} on, those before it end with row {}: row {} belongs to {}",
                                strip.number, strip.first_row, next - 1, row, strip.first_row > next ? "none" : "two"));
    }
    next = strip.first_row + strip.owned;
  }
  if (next != rows)
    return at_row(std::min(next, rows), fmt::format("the strips own rows up to {}, the field has {}", next - 1, rows));
  for (const std::int64_t number : strips.of(rank)) {
    for (const std::int64_t other : strips.of(rank)) {
      const Strip& a = strips[number];
      const Strip& b = strips[other];
      if (other <= number || a.at + a.local_rows() <= b.at || b.at + b.local_rows() <= a.at) continue;
      const std::int64_t at = std::max(a.at, b.at);
      const std::int64_t row = a.first_local() + at - a.at;
      return at_row(row,
                    fmt::format("row {} of the rank's memory is to hold row {} of the field for strip {} and row {} "
                                "for strip {}: their local parts overlap by {}",
                                at, row, number, b.first_local() + at - b.at, other,
                                counted(std::min(a.at + a.local_rows(), b.at + b.local_rows()) - at, "row")));
    }
  }
  return std::nullopt;
}

std::optional<WrongRow> wrong_as_read(const ProblemSource& source, const Strips& strips, const std::vector<Strip>& mine,
                                      const double* f, const double* r) {
  const std::int64_t cols = source.cols();
  Input input{std::vector<double>(static_cast<std::size_t>(source.rows() * cols)), {}};
  input.r.resize(input.f.size());
  source.read_rows(ProblemArray::f, 0, source.rows(), input.f.data());
  source.read_rows(ProblemArray::r, 0, source.rows(), input.r.data());
  for (const Strip& strip : mine) {
    for (const Bank bank : {Bank::f, Bank::r}) {
      const double* const read = (bank == Bank::f ? f : r) + strip.at * cols;
      const Comparison rows = compare_rows(input.of(bank).data() + strip.first_local() * cols, read,
                                           strip.first_local(), strip.local_rows(), cols);
      if (!rows.first) continue;
      WrongRow wrong = WrongRow::at(rows.first->row, *rows.first);
      wrong.order = -1;  // before all steps
      wrong.component = WrongRow::Component::input;
      wrong.found = WrongRow::Found::read;
      wrong.bank = bank;
      wrong.owner = strips.at_row(wrong.row).rank;
      wrong.detail = held_row(wrong, input, strips, read + (wrong.row - strip.first_local()) * cols, cols);
      return wrong;
    }
  }
  return std::nullopt;
}

}  // namespace stencil
