// The golden rows of formulas, which no compiler has seen, beside the compiled Jacobi loop: points in the same time.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "models/jacobi.hpp"
#include "models/kernel_file/formula.hpp"
#include "models/kernel_file/number_values.hpp"
#include "models/kernel_rows/row_program.hpp"
#include "models/problem.hpp"
#include "tests/bench/interleaved.hpp"

namespace {

using namespace stencil;

constexpr std::int64_t rows = 64;

struct Fields {
  explicit Fields(std::int64_t its_cols) : cols(its_cols), f(rows * cols), r(rows * cols), out(rows * cols) {
    fill_problem_rows(1, ProblemArray::f, 0, rows, cols, f.data());
    fill_problem_rows(1, ProblemArray::r, 0, rows, cols, r.data());
  }

  // Points set; sweep: of (north, row, south, r, out).
  template <class Sweep>
  double sweeps(const Sweep& sweep) {
    constexpr int repeats = 40;
    for (int k = 0; k < repeats; ++k) {
      for (std::int64_t i = 1; i < rows - 1; ++i) {
        const double* const row = f.data() + i * cols;
        sweep(row - cols, row, row + cols, r.data() + i * cols, out.data() + i * cols);
      }
    }
    return static_cast<double>(repeats * (rows - 2) * (cols - 2));
  }

  std::int64_t cols;
  std::vector<double> f, r, out;
};

void compare(const std::string& folder, std::int64_t cols) {
  Fields fields(cols);
  const JacobiWeights weights{0.3, 0.2, 0.9};
  std::vector<bench::Candidate> candidates{{"compiled Jacobi",
                                            [&] {
                                              return fields.sweeps(
                                                  [&](auto north, auto row, auto south, auto r, auto out) {
                                                    sweep_row(cols, north, row, south, r, out, weights);
                                                  });
                                            },
                                            {}}};
  for (const char* name : {"jacobi", "five_point", "heat", "nine_point", "upwind", "damped_jacobi"}) {
    const Formula formula = read_formula_file(folder + "/" + name + ".stencil");
    candidates.push_back({name,
                          [&fields, cols, program = RowProgram(formula), numbers = number_values(formula, rows, cols)] {
                            return fields.sweeps([&](auto north, auto row, auto south, auto r, auto out) {
                              program.row(cols, north, row, south, r, out, numbers.data());
                            });
                          },
                          {}});
  }
  bench::interleave(candidates, 21);
  for (const bench::Candidate& candidate : candidates) {
    fmt::print("{:5} columns, {:15}: {:.2f} of the speed of the compiled Jacobi loop\n", cols, candidate.name,
               1.0 / bench::median_time_ratio(candidate, candidates.front()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: formula_rows_bench FOLDER: that of the kernel files, examples/formula\n");
    return 2;
  }
  for (const std::int64_t cols : {130, 1026}) compare(argv[1], cols);
  return 0;
}
