// The gain of tiles in the time of a Gauss-Seidel sweep on one core, and its cause: the cache, or chains side by side.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "host/gauss_seidel/solver.hpp"
#include "models/gauss_seidel.hpp"
#include "models/problem.hpp"
#include "tests/bench/interleaved.hpp"

namespace {

using namespace stencil;
using Field = std::vector<double>;

// A rectangle, one point after another, ignoring NaN, the previous point in a register: the fastest possible loop, and
// the same code for all candidates.
template <int ahead>
[[gnu::noinline]] void sweep_points(double* field, std::ptrdiff_t pitch, const PointRange& rows,
                                    const PointRange& cols) {
  for (std::int64_t y = 0; y < rows.count(); ++y) {
    double* p =
        field + (ahead > 0 ? rows.first + y : rows.last - 1 - y) * pitch + (ahead > 0 ? cols.first : cols.last - 1);
    double before = p[-ahead];
    for (std::int64_t x = 0; x < cols.count(); ++x, p += ahead) {
      const double west = ahead > 0 ? before : p[-1];
      const double east = ahead > 0 ? p[1] : before;
      *p = before = ((((p[-pitch] + p[pitch]) + p[0]) + west) + east) / 5.0;
    }
  }
}

void sweep_rectangle(bool backward, double* field, std::ptrdiff_t pitch, const PointRange& rows,
                     const PointRange& cols) {
  (backward ? sweep_points<-1> : sweep_points<1>)(field, pitch, rows, cols);
}

// The same tiles in the same order, but the sweeps of each one after another: the gain of the cache alone.
class PlainTiles : public TileExecutor {
 public:
  void run(std::int64_t /*round*/, const TileStep& step, const TileFrame& frame, double* field) override {
    const TileWindow& window = step.window;
    for (std::int64_t t = 1; t <= window.sweeps; ++t) {
      sweep_rectangle(window.backward, field, frame.cols.count(), window.rows.in_sweep(t), window.cols.in_sweep(t));
    }
  }
};

struct Case {
  std::int64_t inner;   // points per side
  std::int64_t sweeps;  // per group
  std::int64_t tiles;   // per side
  std::int64_t repeats;
};

bool measure(const Case& one, int rounds) {
  TileGridShape shape;
  shape.rows = shape.cols = one.inner + 2;
  shape.sweeps = one.sweeps;
  shape.tile_rows = shape.tile_cols = one.tiles;
  const TileGrid grid(shape);
  shape.tile_rows = shape.tile_cols = 1;
  const TileGrid whole(shape);
  const std::int64_t side = shape.rows;
  Field start(static_cast<std::size_t>(side * side));
  fill_problem_rows(1, ProblemArray::f, 0, side, side, start.data());
  const auto points = static_cast<double>(2 * one.sweeps * one.repeats * one.inner * one.inner);

  PlainTiles plain_tiles;
  CpuTiles tiles;
  const auto solve = [&](const TileGrid& cut, TileExecutor& executor, Field& field) {
    solve_tiles(MPI_COMM_SELF, cut, executor, field.data(), {one.repeats, false});
    return points;
  };
  const auto plainly = [&](Field& field) {
    const PointRange inner{1, side - 1};
    for (std::int64_t sweep = 0; sweep < 2 * one.sweeps * one.repeats; ++sweep) {
      sweep_rectangle(sweep % (2 * one.sweeps) >= one.sweeps, field.data(), side, inner, inner);
    }
    return points;
  };
  std::vector<Field> fields(5, start);
  std::vector<bench::Candidate> candidates{
      {"sweep after sweep over the field", [&] { return plainly(fields[0]); }, {}},
      {"the golden loop, the same with its care for NaN",
       [&] {
         symmetric_gauss_seidel(side, side, fields[1].data(), one.sweeps, one.repeats);
         return points;
       },
       {}},
      {"tiles, sweep after sweep in each", [&] { return solve(grid, plain_tiles, fields[2]); }, {}},
      {"tiles, sweeps side by side", [&] { return solve(grid, tiles, fields[3]); }, {}},
      {"one tile, sweeps side by side", [&] { return solve(whole, tiles, fields[4]); }, {}},
  };
  bench::interleave(candidates, rounds, 1);
  for (const Field& field : fields) {
    if (std::memcmp(field.data(), fields[0].data(), field.size() * sizeof(double)) != 0) {
      fmt::print(stderr, "the candidates did not do the same\n");
      return false;
    }
  }
  fmt::print(
      "{0} x {0} points ({1:.1f} MB), {2} sweeps each way, {3} x {3} tiles, {4} rounds in turn; time per sweep\n",
      one.inner, 8e-6 * static_cast<double>(side * side), one.sweeps, one.tiles, rounds);
  for (const bench::Candidate& candidate : candidates) {
    fmt::print("{:<50} {:5.2f}   ({:.2f} ns a point)\n", candidate.name,
               bench::median_time_ratio(candidate, candidates[0]), 1e9 / candidate.median());
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 7;
  const std::int64_t inner = argc > 2 ? std::atoll(argv[2]) : 4096;  // 134 MB
  const std::int64_t sweeps = argc > 3 ? std::atoll(argv[3]) : 8;
  const std::int64_t tiles = argc > 4 ? std::atoll(argv[4]) : inner / 256;
  const bool same = measure({128, sweeps, 2, 100}, rounds) && measure({inner, sweeps, tiles, 1}, rounds);
  MPI_Finalize();
  return same ? 0 : 1;
}
