// No work of the command is silent: every phase of it is shown, by a clock that goes half a minute on at each look.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sim/app/program/command_line.hpp"
#include "sim/app/progress/progress.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/test_devices.hpp"

namespace stencil {
namespace {

using testing_support::FaultyDevice;
using testing_support::ScratchDirectory;
using testing_support::write_text;
using Words = std::vector<std::string>;

// The lines that a command shows of its work.
std::vector<std::string> shown(Words words, int status, bool faulty = false) {
  words.insert(words.begin(), "stencil-cosim");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  auto now = std::chrono::steady_clock::time_point();
  ProgressLine progress(ProgressLine::Form::plain, {[&] { return now += ProgressLine::plain_interval; }, false});
  RunHooks hooks;
  hooks.progress = &progress;
  if (faulty) {
    hooks.make_device = [](const AcceleratorOptions& options) {
      return std::make_unique<FaultyDevice>(make_accelerator(options), FaultyDevice::Fault::flip_bit, 26);
    };
  }
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int ended = command_line(MPI_COMM_WORLD, static_cast<int>(words.size()), argv.data(), hooks);
  std::fflush(stdout);
  ::testing::internal::GetCapturedStdout();
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(ended, status) << text;
  std::vector<std::string> lines;
  std::istringstream err(text);
  for (std::string line; std::getline(err, line);) lines.push_back(line);
  return lines;
}

std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

// What stands before the first colon, of lines that tell how long.
std::set<std::string> works(const std::vector<std::string>& lines) {
  std::set<std::string> names;
  for (const std::string& line : lines) {
    if (line.find(" gone") != std::string::npos) names.insert(line.substr(0, line.find(": ")));
  }
  return names;
}

// Those with a share done in some line of theirs, which is there to estimate the time that is left.
std::set<std::string> estimated(const std::vector<std::string>& lines) {
  std::vector<std::string> with_time;
  for (const std::string& line : lines) {
    if (line.find(" % done, ") != std::string::npos && line.find(" left") != std::string::npos)
      with_time.push_back(line);
  }
  return works(with_time);
}

class CommandProgress : public ::testing::Test {
 protected:
  void expect_works(const Words& words, int status, const std::set<std::string>& all,
                    const std::set<std::string>& with_share, bool faulty = false) {
    const std::vector<std::string> lines = shown(words, status, faulty);
    EXPECT_EQ(works(lines), all) << text_of(lines);
    EXPECT_EQ(estimated(lines), with_share) << text_of(lines);
  }
  ScratchDirectory scratch_;
};

const Words jacobi{"run",      "--rows", "40",           "--cols", "12",    "--accel", "model",
                   "--config", "small",  "--iterations", "20",     "--stw", "5"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST_F(CommandProgress, ARunShowsEachPhase) {
  const std::set<std::string> phases{"checks, device made", "problem read", "problem of the seed",
                                     "golden solution",     "sweeps",       "result collected",
                                     "report written"};
  std::set<std::string> more = phases;
  more.insert("NaNs loaded into the device");
  std::set<std::string> with_share{"golden solution", "sweeps"};
  expect_works(jacobi, 0, phases, with_share);
  with_share.insert("NaNs loaded into the device");
  expect_works(with(jacobi, {"--paranoid"}), 0, more, with_share);
  more = phases;
  more.insert("capsule");
  expect_works(with(jacobi, {"--capture", "0:0:0", "--capsule", scratch_ / "r.capsule"}), 0, more,
               {"golden solution", "sweeps"});
  expect_works({"run", "--kernel", "gauss-seidel", "--accel", "software"}, 0, phases, {"golden solution", "sweeps"});
}

TEST_F(CommandProgress, FilesAreRead) {
  const std::string prefix = scratch_ / "p";
  std::set<std::string> names = works(shown(with(jacobi, {"--dump-input", prefix}), 0));
  EXPECT_EQ(names.count("writing " + prefix + "_f.npy"), 1u);
  // Pieces of 4 MiB.
  const Words large{"run",       "--accel", "software",     "--rows", "800",   "--cols", "1000",
                    "--portion", "300",     "--iterations", "1",      "--stw", "1"};
  shown(with(large, {"--dump-input", prefix}), 0);
  const std::vector<std::string> lines = shown(with(large, {"--input", prefix + "_f.npy"}), 0);
  EXPECT_EQ(estimated(lines).count("reading " + prefix + "_f.npy"), 1u) << text_of(lines);
  EXPECT_EQ(estimated(lines).count("result collected"), 1u) << text_of(lines);
}

TEST_F(CommandProgress, ASearchAfterADifferenceIsShown) {
  const Words words{"run", "--accel", "software", "--report", scratch_ / "r.json"};
  const std::vector<std::string> lines = shown(words, 1, true);
  EXPECT_EQ(works(lines).count("search for the first wrong value"), 1u) << text_of(lines);
  EXPECT_EQ(estimated(lines).count("sweeps again for the first wrong call"), 1u) << text_of(lines);
  const std::string capsule = scratch_ / "r.capsule";
  // The device of a replay is right: what is left to do is shown too.
  expect_works({"replay", capsule}, 0, {"reading " + capsule, "replay", "search for the first wrong value"}, {});
}

TEST_F(CommandProgress, OtherCommandsShowTheirWork) {
  expect_works({"cycles", "--accel", "model", "--configs", "small", "--blocks", "2,3"}, 0, {"cycles"}, {"cycles"});
  expect_works({"tune", "--accel", "model", "--config", "small", "--rows", "60", "--cols", "50", "--iterations", "10"},
               0, {"search", "verification of the best choice"}, {"search"});
  const std::string report = scratch_ / "r.json";
  shown(with(jacobi, {"--report", report}), 0);
  expect_works({"compare", report, report}, 0, {"compare"}, {});
  expect_works({"report", report, report, report, "-o", scratch_ / "page.html"}, 0, {"report"}, {"report"});
}

}  // namespace
}  // namespace stencil
