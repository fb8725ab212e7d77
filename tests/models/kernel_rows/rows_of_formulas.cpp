// Evaluates kernel files from standard input, for formula_rows_test.py. A record is three 64-bit integers, bytes of the
// file, rows and cols of the domain; the file; binary64: north, centre, south, r of `cols` values each, and the numbers
// to use. The answer is the defaults of all numbers and a row of `cols` values, all 1.0 where none is set.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "models/kernel_file/formula.hpp"
#include "models/kernel_file/number_values.hpp"
#include "models/kernel_rows/row_program.hpp"

namespace {

using namespace stencil;

std::vector<double> read_values(std::size_t count) {
  std::vector<double> values(count);
  std::cin.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(count * sizeof(double)));
  return values;
}

void write_values(const std::vector<double>& values) {
  std::cout.write(reinterpret_cast<const char*>(values.data()),
                  static_cast<std::streamsize>(values.size() * sizeof(double)));
}

void answer_all() {
  std::array<std::int64_t, 3> head{};
  while (std::cin.read(reinterpret_cast<char*>(head.data()), sizeof head)) {
    std::string text(static_cast<std::size_t>(head[0]), '\0');
    std::cin.read(text.data(), head[0]);
    const auto cols = static_cast<std::size_t>(head[2]);
    const Formula formula = read_formula("formula", text);
    const std::vector<double> north = read_values(cols), centre = read_values(cols), south = read_values(cols);
    const std::vector<double> r = read_values(cols), numbers = read_values(formula.numbers.size());
    if (!std::cin) throw std::runtime_error("a record is cut off");
    std::vector<double> out(cols, 1.0);
    RowProgram(formula).row(head[2], north.data(), centre.data(), south.data(),
                            formula.reads_source ? r.data() : nullptr, out.data(), numbers.data());
    write_values(number_values(formula, head[1], head[2]));
    write_values(out);
  }
}

}  // namespace

int main() {
  try {
    answer_all();
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
