// Tests of steps of tiles: a fake device whose memory and slots a case chooses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "host/c/process_accelerator.hpp"
#include "host/c/running_step.hpp"
#include "step.h"
#include "tests/host/c/tiled_step/dealt_field.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/fatal_catcher.hpp"
#include "tests/support/world.hpp"

namespace stencil {

using test::comm_rank;
using test::comm_size;
using test::expect_fatal;
using test::FakeAccelerator;

inline std::int64_t memory_words = 4000;
inline std::int64_t tile_slots = 16;

class TiledStepCalls : public ::testing::Test {
 protected:
  TiledStepCalls() {
    for (const char* variable : {"STENCIL_TILES", "STENCIL_SCHEDULE", "STENCIL_BLOCKING", "STENCIL_PORTION"})
      unsetenv(variable);
    renew(4000, 16);
  }
  ~TiledStepCalls() override { renew(4000, 16); }

  static void renew(std::int64_t words, std::int64_t slots) {
    memory_words = words;
    tile_slots = slots;
    reset_steps();
    set_dry_accelerator_maker(nullptr);
    reset_process_accelerator();
  }

  // A field of 20 rows for each rank, 30 columns.
  static Dealt rows_of(long halo) {
    return {MPI_COMM_WORLD, std::vector<long>(static_cast<std::size_t>(comm_size()), 20), {30}, halo};
  }

  static void expect_refused(const std::string& text, const stencil_part& part, long sweeps = 3,
                             const char* tiles = nullptr, const char* schedule = nullptr, long portion = 0) {
    expect_fatal(exit_usage, text,
                 [&] { stencil_step_begin(&part, "gauss-seidel", nullptr, sweeps, schedule, tiles, portion); });
    EXPECT_EQ(describe_step_in_flight(), "");
  }
};

}  // namespace stencil
