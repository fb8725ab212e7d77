// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/input_check/read_check.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string>

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
