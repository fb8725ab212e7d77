// Redistribution of a block-cyclic matrix: VSDA_Copy against a hand-written exchange, PDGEMR2D and memcpy; of a tall
// matrix: the first and later calls of pdgemr2d against PDGEMR2D (tall_redistribution.hpp). Ratios of times taken in
// turn in one run; every result is checked, bit by bit, before anything is timed.
// Run: mpirun -n 2 redistribution_bench [n [from_nb to_nb]]
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/interleaved.hpp"
#include "tests/bench/redistribution/hand_redistribution.hpp"
#include "tests/bench/redistribution/tall_redistribution.hpp"
#include "tests/host/oracle/scalapack.hpp"
#include "vsda.h"

namespace stencil::bench {
namespace {

constexpr int rounds = 15;

struct Case {
  std::int64_t from_nb = 1;
  std::int64_t to_nb = 1;
  std::int64_t prow = 1;
  std::int64_t pcol = 1;
};

int my_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

std::int64_t local_rows(const SquareLayout& layout) {
  return layout.count(my_rank() / layout.pcol, layout.prow);
}
std::int64_t local_cols(const SquareLayout& layout) {
  return layout.count(my_rank() % layout.pcol, layout.pcol);
}

std::vector<double> array_of(const SquareLayout& layout) {
  return std::vector<double>(static_cast<std::size_t>(local_rows(layout) * local_cols(layout)), -1.0);
}

// Element (i, j) is i + j*n.
void number(const SquareLayout& layout, std::vector<double>& array) {
  const std::int64_t row = my_rank() / layout.pcol;
  const std::int64_t col = my_rank() % layout.pcol;
  std::size_t k = 0;
  for (std::int64_t j = 0; j < layout.n; ++j) {
    if (layout.owner(j, layout.pcol) != col) continue;
    for (std::int64_t i = 0; i < layout.n; ++i) {
      if (layout.owner(i, layout.prow) == row) array[k++] = static_cast<double>(i + j * layout.n);
    }
  }
}

VSDA describe(const SquareLayout& layout) {
  VSDA vsda;
  VSDA_Create_block_cyclic(MPI_COMM_WORLD, layout.n, layout.n, sizeof(double), layout.nb, layout.nb, 0, 0, layout.prow,
                           layout.pcol, std::max<std::int64_t>(1, local_rows(layout)), &vsda);
  return vsda;
}

void run_case(std::int64_t n, const Case& one) {
  const SquareLayout from{n, one.from_nb, one.prow, one.pcol};
  const SquareLayout to{n, one.to_nb, one.prow, one.pcol};
  std::vector<double> source = array_of(from);
  std::vector<double> target = array_of(to);
  std::vector<double> expected = array_of(to);
  number(from, source);
  number(to, expected);
  VSDA source_vsda = describe(from);
  VSDA target_vsda = describe(to);
  VSDA_PLAN plan;
  VSDA_Plan_copy(&target_vsda, 0, &source_vsda, 0, n * n, &plan);

  // Small matrices are copied many times between two barriers, since a barrier takes as long as one copy.
  const std::int64_t copies = std::max<std::int64_t>(1, 4000000 / (n * n));
  const auto timed = [copies](const std::function<void()>& work) {
    return [work, copies] {
      MPI_Barrier(MPI_COMM_WORLD);
      for (std::int64_t k = 0; k < copies; ++k) work();
      MPI_Barrier(MPI_COMM_WORLD);
      return static_cast<double>(copies);
    };
  };
  std::array<MPI_Request, 4> rq{};
  std::vector<Candidate> candidates;
  candidates.push_back({"VSDA_Copy",
                        timed([&] {
                          VSDA_Copy(&target_vsda, 0, target.data(), &source_vsda, 0, source.data(), n * n, rq.data());
                          VSDA_Update_end(rq.data());
                        }),
                        {}});
  candidates.push_back({"plan reused",
                        timed([&] {
                          VSDA_Copy_begin(&plan, target.data(), source.data(), rq.data());
                          VSDA_Update_end(rq.data());
                        }),
                        {}});
  HandRedistribution by_hand(to, from, MPI_COMM_WORLD);
  candidates.push_back({"by hand", timed([&] { by_hand.run(target.data(), source.data()); }), {}});
  std::optional<test::BlacsGrid> grid;
  if (test::scalapack() != nullptr) {
    grid.emplace(static_cast<int>(one.prow), static_cast<int>(one.pcol));
    const auto descriptor = [&](const SquareLayout& layout) {
      const auto size = static_cast<int>(layout.n);
      const auto block = static_cast<int>(layout.nb);
      return test::blacs_descriptor(*grid, size, size, block, block, 0, 0,
                                    static_cast<int>(std::max<std::int64_t>(1, local_rows(layout))));
    };
    candidates.push_back({"PDGEMR2D",
                          timed([&, from_desc = descriptor(from), to_desc = descriptor(to)] {
                            const auto size = static_cast<int>(n);
                            const int first = 1;
                            const int context = grid->context();
                            test::scalapack()->pdgemr2d(&size, &size, source.data(), &first, &first, from_desc.data(),
                                                        target.data(), &first, &first, to_desc.data(), &context);
                          }),
                          {}});
  }
  for (Candidate& candidate : candidates) {
    std::fill(target.begin(), target.end(), -1.0);
    candidate.work();
    if (std::memcmp(target.data(), expected.data(), target.size() * sizeof(double)) != 0) {
      std::fprintf(stderr, "redistribution_bench: %s is wrong\n", candidate.name.c_str());
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  candidates.push_back({"memcpy",
                        timed([&] {
                          std::memcpy(target.data(), source.data(),
                                      std::min(source.size(), target.size()) * sizeof(double));
                        }),
                        {}});
  interleave(candidates, rounds, 3);
  if (my_rank() == 0) {
    const double base = candidates.front().median();
    std::string line =
        fmt::format("{:>4} -> {:<4} {}x{}  {:10.4f} ms", one.from_nb, one.to_nb, one.prow, one.pcol, 1000.0 / base);
    for (std::size_t i = 1; i < candidates.size(); ++i) {
      line += fmt::format("  {:>6.2f} {}", median_time_ratio(candidates[i], candidates.front()), candidates[i].name);
    }
    std::puts(line.c_str());
  }
  VSDA_Plan_destroy(&plan);
  VSDA_Destroy(&source_vsda);
  VSDA_Destroy(&target_vsda);
}

}  // namespace
}  // namespace stencil::bench

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 4000;
  std::vector<std::pair<std::int64_t, std::int64_t>> blocks{{64, 128}, {64, 64}, {1, 64}, {64, 1}};
  if (argc > 3) blocks = {{std::atoll(argv[2]), std::atoll(argv[3])}};
  if (ranks != 2 || n < 1 || blocks.front().first < 1 || blocks.front().second < 1) {
    std::fprintf(stderr, "redistribution_bench: %d ranks, n = %lld; must be 2 ranks, n and blocks >= 1\n", ranks,
                 static_cast<long long>(n));
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const bool compared = stencil::test::scalapack() != nullptr;  // collective
  if (stencil::bench::my_rank() == 0) {
    if (!compared) std::puts("ScaLAPACK is not installed: not compared with PDGEMR2D");
    std::printf("%lld x %lld, time of VSDA_Copy, and how many times faster it is than\n", static_cast<long long>(n),
                static_cast<long long>(n));
  }
  for (const std::int64_t prow : {1, 2}) {
    for (const auto& [from, to] : blocks) {
      stencil::bench::run_case(n, {from, to, prow, 2 / prow});
    }
  }
  if (compared && argc == 1) stencil::bench::run_tall_cases();
  MPI_Finalize();
}
