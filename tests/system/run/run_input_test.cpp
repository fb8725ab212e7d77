// Whole runs on input files that others replace or change, or of which one rank has an old copy.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>
#include <vector>

#include "host/base/errors.hpp"
#include "host/io/npy.hpp"
#include "host/mpi/agreement.hpp"
#include "tests/system/run/run_world.hpp"

namespace stencil {
namespace {

using testing_support::refusal;
using testing_support::shape;
using testing_support::SharedDirectory;
using testing_support::world_rank;
using testing_support::world_size;

constexpr std::int64_t cols = 40;

std::int64_t rows() {
  return 20 * world_size();
}

void write_field(const std::string& path, double number) {
  NpyWriter writer(path, rows(), cols);
  const std::vector<double> values(static_cast<std::size_t>(rows() * cols), number);
  writer.append_rows(values.data(), rows());
  writer.commit();
}

class RunInput : public ::testing::Test {
 protected:
  RunInput() : options_(shape(rows(), cols, 3, 2, 9)) {
    options_.device.accel = "software";  // input does not depend on the accelerator
    options_.input = scratch_ / "f.npy";
    options_.rhs = scratch_ / "r.npy";
    if (world_rank() == 0) {
      write_field(options_.input, 1.0);
      write_field(options_.rhs, 0.0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }

  // Runs with an action on rank 0 after the input has been opened.
  RunOutcome run_with(const std::function<void()>& change) {
    RunHooks hooks;
    bool done = false;
    hooks.say = [&](const std::string&) {
      if (!done) change();
      done = true;
    };
    return run(MPI_COMM_WORLD, options_, hooks);
  }

  const SharedDirectory scratch_;
  RunOptions options_;
};

// Verdict and result belong to one version of the file, or the run is refused.
TEST_F(RunInput, ReplacedWithoutAPauseIsOfOneVersion) {
  options_.output = scratch_ / "out.npy";
  options_.rhs.clear();
  std::atomic<bool> stop{false};
  std::thread replacer;
  if (world_rank() == 0) {
    replacer = std::thread([&] {
      for (double number = 1; !stop; ++number) write_field(options_.input, number);
    });
  }
  int good = 0;
  for (int round = 0; round < 40; ++round) {
    try {
      const RunOutcome outcome = run(MPI_COMM_WORLD, options_);
      EXPECT_EQ(outcome.exit_status, exit_ok) << round;
      ++good;
    } catch (const AgreedError& error) {
      EXPECT_EQ(error.status, exit_usage) << error.what();
      EXPECT_NE(std::string(error.what()).find(": another file on rank "), std::string::npos) << error.what();
      continue;
    }
    if (world_rank() != 0) continue;
    // The first and the last row are the boundary, read by the first and by the last rank.
    std::vector<double> first(cols);
    std::vector<double> last(cols);
    const NpyInfo result = inspect_npy(options_.output);
    read_npy_rows(result, 0, 1, first.data());
    read_npy_rows(result, rows() - 1, 1, last.data());
    EXPECT_EQ(first, last) << "two files in one field, round " << round;
  }
  stop = true;
  if (replacer.joinable()) replacer.join();
  EXPECT_GT(good, 0);
}

TEST_F(RunInput, AStaleCopyOnOneRankIsRefused) {
  if (world_size() == 1) GTEST_SKIP() << "one rank cannot differ from itself";
  const std::filesystem::path before = std::filesystem::current_path();
  const std::string folder = scratch_ / std::to_string(world_rank());
  std::filesystem::create_directory(folder);
  const bool last = world_rank() == world_size() - 1;
  for (const char* name : {"f.npy", "r.npy"}) {
    std::filesystem::create_hard_link(scratch_ / name, folder + "/" + name);
  }
  for (const char* stale : {"f.npy", "r.npy"}) {
    std::filesystem::current_path(folder);
    if (last) write_field(stale, 2.0);
    options_.input = "f.npy";
    options_.rhs = "r.npy";
    const std::string text = refusal(options_);
    EXPECT_EQ(text.rfind(stale + std::string(": another file on rank ") + std::to_string(world_size() - 1) + " (", 0),
              0u)
        << text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
    MPI_Barrier(MPI_COMM_WORLD);
    if (last) {
      std::filesystem::remove(stale);
      std::filesystem::create_hard_link(scratch_ / stale, stale);
    }
    std::filesystem::current_path(before);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  std::filesystem::current_path(folder);
  EXPECT_EQ(run(MPI_COMM_WORLD, options_).exit_status, exit_ok);
  std::filesystem::current_path(before);
}

// A run reads the file it opened, even after the name belongs to another file.
TEST_F(RunInput, ReplacedBeforeItIsReadIsTheOldOne) {
  options_.output = scratch_ / "out.npy";
  EXPECT_EQ(run_with([&] {
              write_field(options_.input, 2.0);
              write_field(options_.rhs, 7.0);
            }).exit_status,
            exit_ok);
  if (world_rank() != 0) return;
  std::vector<double> row(cols);
  read_npy_rows(inspect_npy(options_.output), 0, 1, row.data());
  EXPECT_EQ(row, std::vector<double>(cols, 1.0));
}

TEST_F(RunInput, ChangedInPlaceIsRefused) {
  for (const Check check : {Check::at_end, Check::off}) {
    for (const std::string& path : {options_.input, options_.rhs}) {
      options_.check = check;
      std::string text = "accepted";
      try {
        run_with([&] {
          std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(-8, std::ios::end) << "\x01";
        });
      } catch (const AgreedError& error) {
        EXPECT_EQ(error.status, exit_usage);
        text = error.what();
      }
      EXPECT_NE(text.find(path + ": changed while it was read: "), std::string::npos) << text;
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
}

}  // namespace
}  // namespace stencil
