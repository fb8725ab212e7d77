// Steps of tiles over a fake device, on several ranks: bits, and which tiles are chosen.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "host/c/call_ledger.hpp"
#include "models/gauss_seidel.hpp"
#include "step.h"
#include "tests/host/c/tiled_step/dealt_field.hpp"
#include "tests/host/c/tiled_step/tiled_step_case.hpp"
#include "tests/host/support/seed.hpp"
#include "tests/support/world.hpp"
#include "vsda.h"

namespace stencil {
namespace {

TEST_F(TiledStepCalls, GiveTheBitsOfOneProcessOnEveryGrid) {
  Random random(test::test_seed());
  for (int across = 1; across <= comm_size(); ++across) {
    if (comm_size() % across != 0) continue;
    for (int round = 0; round < 4; ++round) {
      const long sweeps = random(1, 3);
      Dealt field(MPI_COMM_WORLD, deal(random, comm_size() / across, 4 * sweeps + 3),
                  deal(random, across, 4 * sweeps + 3), sweeps + 1 + random(0, 2));
      for (const char* tiles : {"1x1", "2x1", "1x2", "2x2"}) field.step(sweeps, tiles);
      field.step(sweeps);
      EXPECT_EQ(field.differing(), 0) << "parts by columns: " << across << ", sweeps: " << sweeps;
    }
  }
}

TEST_F(TiledStepCalls, WorkOnACommunicatorOfTheProgram) {
  MPI_Comm reverse = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -comm_rank(), &reverse);
  Dealt field(reverse, std::vector<long>(static_cast<std::size_t>(comm_size()), 12), {30}, 3);
  field.step(2, "2x2");
  field.step(1, "1x1");
  EXPECT_EQ(field.differing(), 0);
  MPI_Comm_free(&reverse);
  expect_refused("comm = ", field.part, 2);
}

TEST_F(TiledStepCalls, TakeThePartsOfVsdaArrays) {
  const long rows = 12 * comm_size() + 3, cols = 26, sweeps = 2;
  for (const bool boxes : {false, true}) {
    VSDA vsda;
    if (boxes) {
      VSDA_Create_2d(MPI_COMM_WORLD, rows, cols, 8, 0, 1, sweeps + 1, 0, VSDA_EDGE_NONE, VSDA_EDGE_NONE, nullptr,
                     nullptr, &vsda);
    } else {
      VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, rows, 8 * cols, sweeps + 1, nullptr, nullptr, &vsda);
    }
    const long owned = rows / comm_size() + (rows % comm_size() > comm_rank() ? 1 : 0);
    std::vector<double> f(static_cast<std::size_t>((owned + 2 * (sweeps + 1)) * cols), -1.0);
    stencil_part part{};
    stencil_part_of_vsda(&vsda, f.data(), nullptr, &part);
    EXPECT_EQ(part.owned, owned);
    const long start = part.global_row;
    for (long i = 0; i < owned * cols; ++i)
      f[static_cast<std::size_t>(part.first_owned * cols + i)] = start_value(start + i / cols, i % cols);
    MPI_Request token[4];
    VSDA_Update_begin(&vsda, token, f.data());
    VSDA_Update_end(token);
    std::vector<double> whole;
    for (long i = 0; i < rows * cols; ++i) whole.push_back(start_value(i / cols, i % cols));
    GridCuts cuts;
    for (int rank = 1; rank < comm_size(); ++rank)
      cuts.rows.push_back(rows / comm_size() * rank + std::min<long>(rank, rows % comm_size()));
    for (int round = 0; round < 3; ++round) {
      stencil_step_begin(&part, "gauss-seidel", nullptr, sweeps, "auto", "2x2", 0);
      stencil_step_wait();
      permuted_gauss_seidel(rows, cols, whole.data(), cuts, sweeps, 1);
    }
    const auto mine = whole.begin() + start * cols;
    EXPECT_TRUE(std::equal(mine, mine + owned * cols, f.begin() + part.first_owned * cols)) << boxes;
    VSDA_Destroy(&vsda);
  }
}

TEST_F(TiledStepCalls, ChooseByArgumentThenByEnvironmentThenByThePrediction) {
  std::vector<std::string> tilings;
  std::vector<std::int64_t> numbers;
  process_call_ledger().on_tiled_step([&](const TiledStepInfo& info, const std::vector<TileDone>& tiles) {
    tilings.push_back(name_of(Tiling{info.grid->rows().tiles(), info.grid->cols().tiles()}));
    numbers.push_back(info.number);
    EXPECT_EQ(tiles.size(),
              2U * static_cast<std::size_t>(info.solved_by().rows().tiles() * info.solved_by().cols().tiles()));
  });
  Dealt field = rows_of(3);
  setenv("STENCIL_TILES", "1x3", 1);
  field.step(2);
  field.step(2, "2x1");
  setenv("STENCIL_TILES", "auto", 1);
  field.step(2);
  process_call_ledger().on_tiled_step(nullptr);
  EXPECT_EQ(tilings, (std::vector<std::string>{"1x3", "2x1", "2x2"}));
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{0, 2, 4}));
  EXPECT_EQ(field.differing(), 0);
}

// The words of each buffer hold 26 columns and 10 rows at most.
TEST_F(TiledStepCalls, CutTilesSoSmallThatTheDeviceHoldsThem) {
  renew(300, 16);
  Dealt field = rows_of(3);
  field.step(2);
  field.step(2);
  EXPECT_EQ(field.differing(), 0);
  expect_refused("blocking = 1x1 tiles: rows of the largest tile with one row around = ", field.part, 2, "1x1");
}

}  // namespace
}  // namespace stencil
