// Steps of tiles that are refused: what every rank is told, with names, values, ranges and what works.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "accel.h"
#include "host/c/running_step.hpp"
#include "step.h"
#include "tests/host/c/tiled_step/dealt_field.hpp"
#include "tests/host/c/tiled_step/tiled_step_case.hpp"
#include "tests/host/support/fatal_catcher.hpp"
#include "tests/support/world.hpp"

namespace stencil {
namespace {

TEST_F(TiledStepCalls, NameValueRangeAndTheNearestThatWorks) {
  Dealt field = rows_of(5);
  const stencil_part right = field.part;
  stencil_part part = right;
  expect_refused(
      "blocking = \"2 by 3\", must be auto or tiles by rows and by columns, each 1 .. 1048576; the nearest is "
      "2x3",
      part, 3, "2 by 3");
  expect_refused(
      "blocking = \"0x3\", must be auto or tiles by rows and by columns, each 1 .. 1048576; the nearest is 1x3", part,
      3, "0x3");
  expect_refused("blocking = \"skewed\", must be auto or tiles", part, 3, "skewed");
  expect_refused("schedule = \"overlapped\", must be auto", part, 3, nullptr, "overlapped");
  expect_refused("portion = 5, must be 0 .. 0", part, 3, nullptr, nullptr, 5);
  expect_refused("sweeps = 0, must be 1 .. 1073741824", part, 0);
  setenv("STENCIL_TILES", "2*2", 1);
  expect_refused(
      "environment variable STENCIL_TILES = '2*2', must be auto or tiles by rows and by columns, each 1 .. "
      "1048576; the nearest is 2x2",
      part);
  unsetenv("STENCIL_TILES");
  expect_refused("blocking = 9x1 tiles: tile 0 of subdomain ", part, 4, "9x1");
  expect_refused("the nearest that works is ", part, 4, "9x1");
  part.f = nullptr;
  expect_refused("f = NULL", part);
  part = right;
  part.cols = 0;
  expect_refused("cols = 0, must be >= 1", part);
  part = right;
  part.global_row = part.owned = 0;
  part.first_owned = 1;
  expect_refused("stencil_step_begin: first_owned = 1, must be 0 .. 0 (global_row: no row lies before the first", part);
  renew(4000, 0);
  expect_refused("stencil_step_begin: accelerator software of configuration fake has no Gauss-Seidel kernel", right);
  renew(50, 16);
  expect_refused("no tiles fit: with one per part, ", right, 4);
  expect_refused("none works with 4 sweeps, at most ", right, 4);
}

TEST_F(TiledStepCalls, EveryRankIsToldWhatIsWrongOnOne) {
  const int last = comm_size() - 1;
  Dealt field = rows_of(4);
  const bool me = comm_rank() == last;
  stencil_part part = field.part;
  if (me) part.owned = -1;
  expect_refused("owned = -1, must be 0 .. ", part);
  if (comm_size() == 1) return;
  part = field.part;
  const std::string number = std::to_string(last);
  expect_refused("sweeps of rank " + number + " = 2, must be 3", part, me ? 2 : 3);
  expect_refused("blocking of rank " + number + " = \"2x1\", must be \"auto\", as on rank 0", part, 3,
                 me ? "2x1" : nullptr);
  if (me) ++part.global_row;
  expect_refused(
      "global_row of rank " + number + " = " + std::to_string(20 * last + 1) + ", must be " + std::to_string(20 * last),
      part);
  part = field.part;
  if (me) part.global_row = 0, part.first_owned = 0;
  expect_refused(comm_size() == 2 ? "global_col of rank 1 = 0, must be 30" : "global_row ", part);
  part = field.part;
  expect_refused("sweeps = 4, must be 1 .. 3: rank 0 has 4 halo rows below those that it owns", part, 4);
  if (me) part.f += part.stride, --part.rows, part.first_owned = 0;
  expect_refused("first_owned of rank " + number + " = 0, must be 1 .. 1 (a halo row before a cut)", part);
  part = field.part;
  if (me) part.owned -= 1;
  expect_refused("rank " + number + " has 1 halo row below those that it owns, which are the last ones of the field",
                 part);
  field.step(3);
  EXPECT_EQ(field.differing(), 0);
}

TEST_F(TiledStepCalls, OneStepIsInFlightAtATime) {
  Dealt field = rows_of(4);
  expect_fatal(exit_usage, "stencil_step_wait: no step is in flight", [] { stencil_step_wait(); });
  expect_fatal(exit_usage, "stencil_step_begin: part = NULL",
               [] { stencil_step_begin(nullptr, "gauss-seidel", nullptr, 3, nullptr, nullptr, 0); });
  stencil_step_begin(&field.part, "gauss-seidel", nullptr, 3, nullptr, nullptr, 0);
  const char* const in_flight = "a step of stencil_step_begin is in flight, must be ended by stencil_step_wait first";
  expect_fatal(exit_usage, in_flight,
               [&] { stencil_step_begin(&field.part, "gauss-seidel", nullptr, 3, nullptr, nullptr, 0); });
  expect_fatal(exit_usage, in_flight, [&] { f_to_accel(0, field.part.f, 10); });
  EXPECT_NE(describe_step_in_flight(), "");
  stencil_step_wait();
  f_to_accel(0, field.part.f, 10);
  const double weights[3] = {1.0, 1.0, 0.25};
  stencil_part cut = field.part;
  cut.r = cut.f;
  cut.global_col = 4;
  expect_fatal(exit_usage, "global_col = 4, must be 0 .. 0 (only tiles of kernel gauss-seidel take parts of rows)",
               [&] { stencil_step_begin(&cut, "jacobi", weights, 1, nullptr, nullptr, 0); });
}

TEST_F(TiledStepCalls, ACommunicatorThatIsFreedBeforeTheWaitIsNamed) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  Dealt field(comm, std::vector<long>(static_cast<std::size_t>(comm_size()), 12), {30}, 3);
  stencil_step_begin(&field.part, "gauss-seidel", nullptr, 2, nullptr, nullptr, 0);
  MPI_Comm_free(&comm);
  expect_fatal(exit_usage, "stencil_step_wait: the communicator has been freed", [] { stencil_step_wait(); });
}

}  // namespace
}  // namespace stencil
