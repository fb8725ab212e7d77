// Whole runs in process: every shape bit-exact, every rank count the same, every fault found.
// SPDX-License-Identifier: Apache-2.0
#include "sim/run/run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "host/errors.hpp"
#include "host/io/npy.hpp"
#include "models/canonical_nan.hpp"
#include "models/jacobi.hpp"
#include "sim/run/agree.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/support/test_devices.hpp"

namespace stencil {
namespace {

using testing_support::ClockedDevice;
using testing_support::FaultyDevice;

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int world_size() {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

// One directory, the same on all ranks.
class SharedDirectory {
 public:
  SharedDirectory() {
    std::array<char, 512> name{};
    if (world_rank() == 0) {
      own_.emplace();
      own_->path().copy(name.data(), name.size() - 1);
    }
    MPI_Bcast(name.data(), static_cast<int>(name.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    path_ = name.data();
  }
  ~SharedDirectory() { MPI_Barrier(MPI_COMM_WORLD); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::optional<testing_support::ScratchDirectory> own_;
  std::string path_;
};

// The device under test: STENCIL_TEST_ACCEL, software unless set.
RunOptions shape(std::int64_t rows, std::int64_t cols, std::int64_t iterations, std::int64_t stw,
                 std::int64_t portion) {
  RunOptions options;
  options.rows = rows;
  options.cols = cols;
  options.iterations = iterations;
  options.stw = stw;
  options.portion = portion;
  const char* accel = std::getenv("STENCIL_TEST_ACCEL");
  options.device.accel = accel == nullptr ? "software" : accel;
  return options;
}

const std::vector<ItstepOptions> all_ways{{Schedule::overlapped, Blocking::overlapped_rows},
                                          {Schedule::sequential, Blocking::overlapped_rows},
                                          {Schedule::overlapped, Blocking::skewed},
                                          {Schedule::sequential, Blocking::skewed}};

void expect_exact_one_way(RunOptions options, const ItstepOptions& way) {
  SCOPED_TRACE(::testing::Message() << *options.rows << " x " << *options.cols << ", " << options.iterations
                                    << " iterations, stw " << options.stw << ", portion " << options.portion << ", "
                                    << name_of(way.schedule) << ", " << name_of(way.blocking));
  options.itstep = way;
  options.check = Check::each_block;
  const RunOutcome outcome = run(MPI_COMM_WORLD, options);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return;
  EXPECT_EQ(outcome.report.verdict.ok(), true);
  EXPECT_GE(*outcome.report.verdict.compared, 2 * *options.rows * *options.cols);
}

// Every way on the software accelerator; on one with a clock, which takes its time, the ways take turns.
void expect_exact(const RunOptions& options) {
  static std::size_t turn = 0;
  if (options.device.accel != "software") return expect_exact_one_way(options, all_ways[turn++ % all_ways.size()]);
  for (const ItstepOptions& way : all_ways) expect_exact_one_way(options, way);
}

TEST(Run, IsExactForEverySweepWidthAndAwkwardSizes) {
  const std::int64_t ranks = world_size();
  const std::int64_t portion = 9;
  for (std::int64_t stw = 1; stw <= portion / 3; ++stw) {
    for (const std::int64_t rows : {ranks * stw, ranks * 5 + 1, ranks * portion + 1, ranks * 11 + ranks / 2, 61L}) {
      if (rows < 3 || rows / ranks < stw) continue;
      expect_exact(shape(rows, 3 + rows % 4, 2 * stw + 1, stw, portion));
    }
  }
}

TEST(Run, IsExactForOneRowMoreThanPortionAndForASingleBlock) {
  for (const std::int64_t local : {14, 15, 16, 17, 19, 20, 21}) {
    expect_exact(shape(world_size() * local, 5, 11, 5, 15));
  }
}

TEST(Run, IsExactForSkewedBlocksUpToAsManySweepsAsRows) {
  for (const std::int64_t portion : {3, 6, 7}) {
    for (const std::int64_t local : {2 * portion, 2 * portion + 1, 3 * portion, 5 * portion + 2}) {
      for (const Schedule schedule : all_schedules) {
        expect_exact_one_way(shape(world_size() * local, 6, 2 * portion + 1, portion, portion),
                             {schedule, Blocking::skewed});
      }
    }
  }
}

TEST(Run, IsExactForThreeColumnsAndFewIterations) {
  expect_exact(shape(40, 3, 1, 4, 12));
  expect_exact(shape(40, 3, 4, 4, 12));
  expect_exact(shape(40, 3, 5, 4, 12));
}

TEST(Run, WritesTheSameResultAsTheGoldenSolverForSpecialValues) {
  const SharedDirectory scratch;
  const std::int64_t rows = 37;
  const std::int64_t cols = 11;
  std::vector<double> f(static_cast<std::size_t>(rows * cols));
  std::vector<double> r(f.size());
  const std::vector<std::uint64_t> specials{0x0000000000000000u, 0x8000000000000000u, 0x0000000000000001u,
                                            0x800fffffffffffffu, 0x7ff0000000000000u, 0xfff0000000000000u,
                                            0x7ff8000000000abcu, 0xfff4000000000001u, 0x3ff0000000000000u,
                                            0x7fefffffffffffffu, 0x0010000000000000u};
  std::mt19937_64 random(99);
  for (std::size_t i = 0; i < f.size(); ++i) {
    f[i] = from_bits(specials[random() % specials.size()]);
    r[i] = from_bits(specials[random() % 6]);
  }
  if (world_rank() == 0) {
    NpyWriter f_file(scratch / "f.npy", rows, cols);
    f_file.append_rows(f.data(), rows);
    f_file.commit();
    NpyWriter r_file(scratch / "r.npy", rows, cols);
    r_file.append_rows(r.data(), rows);
    r_file.commit();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  RunOptions options = shape(rows, cols, 7, 3, 9);
  options.input = scratch / "f.npy";
  options.rhs = scratch / "r.npy";
  options.output = scratch / "out.npy";
  options.dump_input = scratch / "dump";
  options.grid.beta = 0.125;
  std::vector<double> expected = f;
  JacobiWeights weights = grid_numbers(rows, cols).weights;
  weights.beta = 0.125;
  jacobi_sweeps(rows, cols, expected.data(), r.data(), weights, 7);
  std::vector<double> got(f.size());
  for (const ItstepOptions& way : all_ways) {
    SCOPED_TRACE(::testing::Message() << name_of(way.schedule) << ", " << name_of(way.blocking));
    options.itstep = way;
    const RunOutcome outcome = run(MPI_COMM_WORLD, options);
    EXPECT_EQ(outcome.exit_status, exit_ok);
    if (world_rank() != 0) continue;
    read_npy_rows(inspect_npy(options.output), 0, rows, got.data());
    EXPECT_EQ(compare_rows(expected.data(), got.data(), 0, rows, cols).mismatches, 0);
    EXPECT_EQ(compare_rows(f.data(), got.data(), 0, 1, cols).mismatches, 0) << "payloads on the boundary must survive";
  }
  if (world_rank() != 0) return;
  for (const auto& [name, values] : {std::pair("dump_f.npy", &f), std::pair("dump_r.npy", &r)}) {
    read_npy_rows(inspect_npy(scratch / name), 0, rows, got.data());
    EXPECT_EQ(compare_rows(values->data(), got.data(), 0, rows, cols).mismatches, 0) << name;
  }
}

TEST(Run, TheResultDoesNotDependOnTheRanks) {
  const SharedDirectory scratch;
  RunOptions options = shape(43, 8, 9, 2, 7);
  options.output = scratch / "all.npy";
  EXPECT_EQ(run(MPI_COMM_WORLD, options).exit_status, exit_ok);
  if (world_rank() != 0) return;
  options.output = scratch / "alone.npy";
  EXPECT_EQ(run(MPI_COMM_SELF, options).exit_status, exit_ok);
  EXPECT_EQ(testing_support::read_text(scratch / "all.npy"), testing_support::read_text(scratch / "alone.npy"));
}

TEST(Run, WithoutCheckNothingIsClaimed) {
  RunOptions options = shape(30, 6, 4, 2, 9);
  options.check = Check::off;
  const RunOutcome outcome = run(MPI_COMM_WORLD, options);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return;
  EXPECT_EQ(outcome.report.verdict.compared, 0);
  EXPECT_EQ(outcome.report.verdict.ok(), std::nullopt);
}

// Rank `wrong_rank` flips a bit in its sweep command number `at`.
RunOutcome run_with_flip(const RunOptions& options, int wrong_rank, std::int64_t at) {
  RunHooks hooks;
  hooks.make_device = [&](const AcceleratorOptions& device) -> std::unique_ptr<Accelerator> {
    auto clocked = std::make_unique<ClockedDevice>(make_accelerator(device));
    if (world_rank() != wrong_rank) return clocked;
    return std::make_unique<FaultyDevice>(std::move(clocked), FaultyDevice::Fault::flip_bit, at);
  };
  return run(MPI_COMM_WORLD, options, hooks);
}

TEST(Run, FindsASingleWrongBitAndItsBlock) {
  const int wrong_rank = world_size() - 1;
  RunOptions options = shape(30 * world_size(), 9, 8, 3, 10);
  options.check = Check::each_block;
  options.device.accel = "software";
  // 30 owned rows and one or two shadows: command 5 is in the second step on every rank count.
  const RunOutcome outcome = run_with_flip(options, wrong_rank, 5);
  EXPECT_EQ(outcome.exit_status, exit_difference);
  if (world_rank() != 0) return;
  const Verdict& verdict = outcome.report.verdict;
  ASSERT_TRUE(verdict.first_mismatch);
  const std::int64_t blocks_a_step = wrong_rank == 0 ? 3 : 4;
  EXPECT_EQ(verdict.first_mismatch->rank, wrong_rank);
  EXPECT_EQ(verdict.first_mismatch->step, 1);
  EXPECT_EQ(verdict.first_mismatch->block, 5 - blocks_a_step);
  EXPECT_EQ(verdict.first_mismatch->sweep, 2);
  EXPECT_EQ(verdict.first_mismatch->at.col, 4);
  EXPECT_EQ(verdict.first_mismatch->at.ulp(), 1u);
}

TEST(Run, AFinalCheckLocatesTheFirstWrongValue) {
  const int wrong_rank = world_size() - 1;
  RunOptions options = shape(30 * world_size(), 9, 3, 3, 10);
  options.device.accel = "software";
  const RunOutcome outcome = run_with_flip(options, wrong_rank, 1);
  EXPECT_EQ(outcome.exit_status, exit_difference);
  if (world_rank() != 0) return;
  const Verdict& verdict = outcome.report.verdict;
  EXPECT_EQ(*verdict.compared, 270 * world_size());
  EXPECT_EQ(verdict.mismatches, 1);
  ASSERT_TRUE(verdict.first_mismatch);
  EXPECT_EQ(verdict.first_mismatch->rank, wrong_rank);
  EXPECT_EQ(verdict.first_mismatch->step, 0);
  EXPECT_EQ(verdict.first_mismatch->block, 1);
  EXPECT_EQ(verdict.first_mismatch->sweep, 2);
}

void expect_report_adds_up(const ItstepOptions& way) {
  SCOPED_TRACE(::testing::Message() << name_of(way.schedule) << ", " << name_of(way.blocking));
  const SharedDirectory scratch;
  RunOptions options = shape(31 * world_size(), 9, 8, 3, 10);
  options.report = scratch / "r.json";
  options.device.accel = "software";
  options.itstep = way;
  std::vector<std::string> lines;
  RunHooks hooks;
  hooks.make_device = [](const AcceleratorOptions& device) {
    return std::make_unique<ClockedDevice>(make_accelerator(device));
  };
  hooks.make_dry_device = [](const AcceleratorOptions& device) {
    return std::make_unique<ClockedDevice>(
        std::make_unique<testing_support::IdleDevice>(make_accelerator(device)->capabilities()));
  };
  hooks.say = [&](const std::string& line) { lines.push_back(line); };
  const RunOutcome outcome = run(MPI_COMM_WORLD, options, hooks);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) {
    EXPECT_TRUE(lines.empty());
    return;
  }
  EXPECT_EQ(lines.front().rfind("accelerator software, configuration default: 4 processing elements", 0), 0u);
  EXPECT_NE(lines[1].find(std::string(name_of(way.schedule)) + " schedule, " + name_of(way.blocking) + " blocking"),
            std::string::npos);
  EXPECT_EQ(lines.back().rfind("PASS: ", 0), 0u);

  const auto json = nlohmann::json::parse(testing_support::read_text(options.report));
  std::vector<std::int64_t> by_rank(static_cast<std::size_t>(world_size()));
  std::vector<std::int64_t> kept(static_cast<std::size_t>(world_size()));
  std::vector<std::int64_t> loaded(static_cast<std::size_t>(world_size()));
  std::vector<std::int64_t> swept(static_cast<std::size_t>(world_size()));
  std::int64_t to_device = 0;
  EXPECT_EQ(json["problem"]["schedule"], name_of(way.schedule));
  EXPECT_EQ(json["problem"]["blocking"], name_of(way.blocking));
  for (const auto& block : json["blocks"]) {
    const auto& cycles = block["cycles"];
    const std::int64_t rows = block["rows"];
    const std::int64_t total = cycles["total"];
    EXPECT_EQ(rows, block["before"].get<int>() + block["keep"].get<int>() + block["after"].get<int>());
    EXPECT_EQ(cycles["compute"], rows * 9 * block["niter"].get<int>());
    if (way.schedule == Schedule::sequential) {
      EXPECT_EQ(cycles["store"], 9 * block["keep"].get<int>());
    } else {
      EXPECT_EQ(block["bytes_to_device"], 2 * 8 * 9 * rows);
    }
    EXPECT_EQ(block["bytes_from_device"], 8 * 9 * block["keep"].get<int>());
    EXPECT_GE(block["roofline_cycles"], block["stream_cycles"]);
    loaded[block["rank"]] += rows;
    swept[block["rank"]] += block["rows_swept"].get<std::int64_t>();
    EXPECT_EQ(total, cycles["load"].get<int>() + cycles["compute"].get<int>() + cycles["store"].get<int>() + 10);
    by_rank[block["rank"]] += total;
    kept[block["rank"]] += block["keep"].get<int>();
    to_device += block["bytes_to_device"].get<std::int64_t>();
  }
  std::int64_t all = 0;
  std::int64_t slowest = 0;
  for (const std::int64_t cycles : by_rank) {
    all += cycles;
    slowest = std::max(slowest, cycles);
  }
  EXPECT_EQ(json["totals"]["cycles"], slowest);
  EXPECT_EQ(lines[2].rfind("estimate: " + std::to_string(slowest) + " device cycles on the slowest rank", 0), 0u)
      << lines[2];
  // The laws of traffic and redundancy, for the first rank: steps of 3, 3 and 2 sweeps.
  const std::int64_t mx = 31 + (world_size() > 1 ? 3 : 0);
  if (way.blocking == Blocking::skewed) {
    EXPECT_EQ(loaded[0], 3 * mx);
    EXPECT_EQ(swept[0], 8 * mx);
  } else {
    EXPECT_EQ(loaded[0], 3 * mx + 2 * (3 + 3 + 2) * ((mx + 9) / 10 - 1));
    EXPECT_EQ(swept[0], 8 * mx + 2 * (3 * 3 + 3 * 3 + 2 * 2) * ((mx + 9) / 10 - 1));
  }
  EXPECT_EQ(json["totals"]["cycles_all_ranks"], all);
  EXPECT_EQ(json["totals"]["bytes_to_device"], to_device);
  EXPECT_EQ(kept[0], 3 * (31 + (world_size() > 1 ? 3 : 0))) << "three steps over the local portion";
  EXPECT_EQ(json["compared"], 279 * world_size());
  EXPECT_GT(json["simulation"]["device_cycles_per_s"].get<double>(), 0.0);
}

TEST(Run, TheReportAddsUp) {
  for (const ItstepOptions& way : all_ways) expect_report_adds_up(way);
}

std::string refusal(const RunOptions& options) {
  try {
    run(MPI_COMM_WORLD, options);
  } catch (const AgreedError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Run, RefusesOnEveryRankAlikeBeforeAnyFileAppears) {
  const SharedDirectory scratch;
  RunOptions options = shape(30 * world_size(), 9, 3, 3, 10);
  options.output = scratch / "none/out.npy";
  EXPECT_EQ(refusal(options).substr(0, (world_size() > 1 ? 8 : 0)), world_size() > 1 ? "rank 0: " : "");
  EXPECT_NE(refusal(options).find("none/out.npy: cannot create a file there: No such file"), std::string::npos);
  options.output = scratch / "out.npy";
  options.device.config = "unheard-of";
  EXPECT_EQ(refusal(options).rfind("configuration 'unheard-of' is not known, must be one of: ", 0), 0u);
  options.device.config = "default";
  options.input = scratch / "missing.npy";
  EXPECT_EQ(refusal(options), options.input + ": cannot be opened: No such file or directory");
  options.input.clear();
  options.cols = 10001;
  EXPECT_NE(refusal(options), "accepted");
  options.cols = 10000;
  options.portion = 200;
  options.rows = 300 * world_size();
  EXPECT_NE(refusal(options), "accepted") << "206 rows of 10000 words do not fit 1000000";
  options.itstep.blocking = Blocking::skewed;
  options.stw = 150;
  options.portion = 150;
  EXPECT_NE(refusal(options), "accepted") << "nor do 300";
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_FALSE(std::filesystem::exists(scratch / "out.npy"));
}

}  // namespace
}  // namespace stencil
