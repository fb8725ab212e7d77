// Steps of tiles over a fake device, on several ranks: bits, what is chosen, what every rank is told of an error.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "accel.h"
#include "host/c/call_ledger.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/c/running_step.hpp"
#include "models/gauss_seidel.hpp"
#include "step.h"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/fatal_catcher.hpp"
#include "tests/host/support/seed.hpp"
#include "tests/support/world.hpp"
#include "vsda.h"

namespace stencil {
namespace {

using test::comm_rank;
using test::comm_size;
using test::expect_fatal;
using test::FakeAccelerator;
using test::Random;

std::int64_t memory_words = 4000;
std::int64_t tile_slots = 16;

// With cycles that the fake counts by points, as a clock has them.
std::unique_ptr<FakeAccelerator> make_fake() {
  auto device = std::make_unique<FakeAccelerator>(memory_words, 60, FakeAccelerator::Happens::at_wait);
  device->set_tile_slots(tile_slots == 0 ? 0 : 1, tile_slots);
  return device;
}

}  // namespace

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions&) {
  return make_fake();
}
namespace {

// The lines of a dimension that each of some parts owns.
std::vector<long> deal(Random& random, int parts, long least) {
  std::vector<long> lines;
  for (int part = 0; part < parts; ++part) lines.push_back(random(least, least + 7));
  return lines;
}

long start_of(const std::vector<long>& lines, int part) {
  long start = 0;
  for (int before = 0; before < part; ++before) start += lines[static_cast<std::size_t>(before)];
  return start;
}

double start_value(long row, long col) {
  return static_cast<double>((row * 37 + col * 101) % 64) / 8;
}

// A field dealt to a grid of ranks of a communicator, each with a plain array that has gaps.
class Dealt {
 public:
  Dealt(MPI_Comm comm, std::vector<long> rows, std::vector<long> cols, long halo)
      : comm_(comm), rows_(std::move(rows)), cols_(std::move(cols)) {
    const int rank = comm_rank(comm), across = static_cast<int>(cols_.size());
    const auto place = [&](const std::vector<long>& lines, int at, long& first_owned, long& owned, long& global) {
      const bool last = at + 1 == static_cast<int>(lines.size());
      first_owned = at > 0 ? 1 : 0;
      owned = lines[static_cast<std::size_t>(at)];
      global = start_of(lines, at);
      return first_owned + owned + (last ? 0 : halo);
    };
    part.rows = place(rows_, rank / across, part.first_owned, part.owned, part.global_row);
    part.cols = place(cols_, rank % across, part.first_owned_col, part.owned_cols, part.global_col);
    part.stride = part.cols + 2;
    part.comm = MPI_Comm_c2f(comm);
    f_.assign(static_cast<std::size_t>(part.rows * part.stride), -1.0);
    for (long i = 0; i < part.rows; ++i) {
      for (long j = 0; j < part.cols; ++j) {
        element(i, j) = start_value(part.global_row - part.first_owned + i, part.global_col - part.first_owned_col + j);
      }
    }
    part.f = f_.data();
    whole_.resize(static_cast<std::size_t>(rows_total() * cols_total()));
    for (long i = 0; i < rows_total(); ++i) {
      for (long j = 0; j < cols_total(); ++j)
        whole_[static_cast<std::size_t>(i * cols_total() + j)] = start_value(i, j);
    }
  }

  void step(long sweeps, const char* tiles = nullptr) {
    stencil_step_begin(&part, "gauss-seidel", nullptr, sweeps, nullptr, tiles, 0);
    stencil_step_wait();
    GridCuts cuts;
    for (std::size_t p = 1; p < rows_.size(); ++p) cuts.rows.push_back(start_of(rows_, static_cast<int>(p)));
    for (std::size_t q = 1; q < cols_.size(); ++q) cuts.cols.push_back(start_of(cols_, static_cast<int>(q)));
    permuted_gauss_seidel(rows_total(), cols_total(), whole_.data(), cuts, sweeps, 1);
  }

  // Points that this rank owns and that are not those of the golden field; halo lines and gaps that were overwritten.
  long differing() const {
    long differ = 0;
    for (long i = 0; i < part.rows; ++i) {
      for (long j = 0; j < part.stride; ++j) {
        const double got = f_[static_cast<std::size_t>(i * part.stride + j)];
        const long row = part.global_row - part.first_owned + i, col = part.global_col - part.first_owned_col + j;
        const bool behind = i >= part.first_owned + part.owned || j >= part.first_owned_col + part.owned_cols;
        const bool corner = i < part.first_owned && j < part.first_owned_col;
        const double expected = j >= part.cols     ? -1.0
                                : behind || corner ? start_value(row, col)
                                                   : whole_[static_cast<std::size_t>(row * cols_total() + col)];
        differ += got == expected ? 0 : 1;
      }
    }
    return differ;
  }

  stencil_part part{};

 private:
  long rows_total() const { return start_of(rows_, static_cast<int>(rows_.size())); }
  long cols_total() const { return start_of(cols_, static_cast<int>(cols_.size())); }
  double& element(long i, long j) { return f_[static_cast<std::size_t>(i * part.stride + j)]; }
  static int comm_rank(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return rank;
  }

  MPI_Comm comm_;
  std::vector<long> rows_, cols_;
  std::vector<double> f_, whole_;
};

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
