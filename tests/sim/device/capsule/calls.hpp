// Calls for tests of capsules: host memory, a recorded device and a listener that keeps all that it is told.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "host/jacobi/itstep.hpp"
#include "models/problem.hpp"
#include "sim/device/capsule/listeners.hpp"
#include "sim/device/capsule/replay.hpp"
#include "tests/support/test_devices.hpp"

namespace stencil::capsule_tests {

struct KeepAll final : CapsuleListener {
  bool wants(std::int64_t step) override { return step != unwanted_step; }
  bool wants_results() const override { return results; }
  void after_wait(const Capsule& capsule) override { kept.push_back(capsule); }

  std::int64_t unwanted_step = -1;
  bool results = false;
  std::vector<Capsule> kept;
};

inline AcceleratorOptions options(const char* accel) {
  AcceleratorOptions options;
  options.accel = accel;
  options.config = "small";
  return options;
}

inline std::unique_ptr<RecordingAccelerator> recorded(std::unique_ptr<Accelerator> device,
                                                      const AcceleratorOptions& options, CapsuleListener& listener) {
  return std::make_unique<RecordingAccelerator>(std::move(device), options, listener);
}

inline std::vector<double> field(ProblemArray array, std::int64_t rows, std::int64_t cols) {
  std::vector<double> values(static_cast<std::size_t>(rows * cols));
  fill_problem_rows(1, array, 0, rows, cols, values.data());
  return values;
}

// Two sweeps over 12 x 10 points inside their border.
inline TileCommand tile_in(int buffer) {
  TileCommand tile;
  tile.f_buffer = buffer;
  tile.rows = 12;
  tile.cols = 10;
  tile.sweeps = 2;
  tile.top = tile.left = {1, 0};
  tile.bottom = {11, 0};
  tile.right = {9, 0};
  return tile;
}

struct BlockTotals final : BlockObserver {
  void after_block(const BlockRun& run) override { totals.push_back(run.cycles.total()); }
  std::vector<std::int64_t> totals;
};

// Steps of 4 sweeps over 60 x 20 points in blocks of 15 rows. Returns the cycles of each block.
inline std::vector<std::int64_t> sweep(Accelerator& device, const ItstepOptions& how, int steps,
                                       RecordingAccelerator* told,
                                       const SweepWeights& weights = JacobiWeights{1.0, 2.0, 1.0 / 6.0}) {
  std::vector<double> f = field(ProblemArray::f, 60, 20);
  std::vector<double> r = field(ProblemArray::r, 60, 20);
  BlockTotals blocks;
  for (int step = 0; step < steps; ++step) {
    if (told != nullptr) told->begin_step(step);
    itstep(device, {60, 20, f.data(), r.data()}, weights, {how, 15, 4}, &blocks);
  }
  return blocks.totals;
}

inline const std::vector<ItstepOptions> all_ways{{Schedule::overlapped, Blocking::overlapped_rows},
                                                 {Schedule::sequential, Blocking::overlapped_rows},
                                                 {Schedule::overlapped, Blocking::skewed},
                                                 {Schedule::sequential, Blocking::skewed}};

}  // namespace stencil::capsule_tests
