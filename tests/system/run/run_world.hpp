// Shared by the tests of whole runs: the world of ranks, a directory that all ranks see, options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "host/mpi/agreement.hpp"
#include "sim/app/diagnostics/diagnosed_run.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "sim/app/run/options.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/shared_scratch.hpp"
#include "tests/support/world.hpp"

namespace stencil::testing_support {

inline int world_rank() {
  return test::comm_rank();
}
inline int world_size() {
  return test::comm_size();
}

using SharedDirectory = test::SharedScratch;

// The device under test: STENCIL_TEST_ACCEL, software if it is not set. It is checked: no host may read words that it
// has not loaded.
inline RunOptions shape(std::int64_t rows, std::int64_t cols, std::int64_t iterations, std::int64_t stw,
                        std::int64_t portion) {
  RunOptions options = default_run_options();
  options.rows = rows;
  options.cols = cols;
  sweep_options(options).iterations = iterations;
  sweep_options(options).scheme.interval = stw;
  sweep_options(options).scheme.portion = portion;
  const char* accel = std::getenv("STENCIL_TEST_ACCEL");
  options.device.accel = accel == nullptr ? "software" : accel;
  options.device.checking = all_checks();
  return options;
}

// The message with which a run is refused on every rank.
inline std::string refusal(const RunOptions& options) {
  return test::refusal<AgreedError>([&] { run(MPI_COMM_WORLD, options); });
}

inline const std::vector<ItstepOptions> all_ways{{Schedule::overlapped, Blocking::overlapped_rows},
                                                 {Schedule::sequential, Blocking::overlapped_rows},
                                                 {Schedule::overlapped, Blocking::skewed},
                                                 {Schedule::sequential, Blocking::skewed}};

// And those of whole runs of one strip a rank.
inline std::vector<ItstepOptions> run_ways() {
  std::vector<ItstepOptions> ways = all_ways;
  ways.push_back({Schedule::resident, Blocking::overlapped_rows});
  for (const Blocking blocking : all_blockings) ways.push_back({Schedule::joined, blocking});
  return ways;
}

}  // namespace stencil::testing_support
