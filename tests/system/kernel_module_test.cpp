// The first use of a kernel file on `rtl`, where its module cannot be built: one line, status 2, on any number of
// ranks, before data move. FakeTools builds nothing.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fake_tools.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;
using test::holds;

const std::string heat = STENCIL_FORMULA_EXAMPLES "/heat.stencil";
const std::string built = "the module of configuration small with a formula cannot be built: ";

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class KernelModule : public ::testing::Test {
 protected:
  Words environment() const { return {"PATH=" + tools_.path(), "STENCIL_CACHE=" + cache()}; }
  std::string cache() const { return scratch_ / "cache"; }
  Words run_words() const {
    return {"run",      "--config", "small",    "--kernel", heat,      "--rows", "12",     "--cols", "10",
            "--report", report(),   "--output", output(),   "--accel", "rtl",    "--seed", "3"};
  }
  std::string report() const { return scratch_ / "r.json"; }
  std::string output() const { return scratch_ / "out.npy"; }
  // All commands that use a kernel file on `rtl`.
  std::vector<Words> commands() const {
    return {run_words(),
            {"cycles", "--configs", "small", "--kernel", heat, "--cols", "9", "--portions", "6", "--niters", "2"},
            {"tune", "--config", "small", "--kernel", heat, "--rows", "20", "--cols", "10", "--iterations", "4"},
            {"replay", capsule()}};
  }
  std::string capsule() const { return scratch_ / "k.capsule"; }
  // Captured on the model, with the words of a capsule of `rtl`.
  void keep_capsule() const {
    const ProgramResult kept = alone({"run", "--config", "small", "--kernel", heat, "--rows", "12", "--cols", "10",
                                      "--accel", "model", "--capture", "0:0:0", "--capsule", capsule()});
    ASSERT_EQ(kept.status, 0) << kept.err;
  }
  Words on_rtl(Words command) const {
    return command.front() == "replay" ? joined(std::move(command), {"--accel", "rtl"}) : command;
  }
  void expect_refused(const ProgramResult& result, const std::string& text) const {
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_EQ(count(result.err, "stencil-cosim: "), 1) << result.err;
    EXPECT_TRUE(holds(result.err, text));
    EXPECT_FALSE(holds(result.out + result.err, "PASS"));
    for (const std::string& file : {report(), output()}) EXPECT_FALSE(fs::exists(file)) << file;
  }

  const ScratchDirectory scratch_;
  const testing_support::FakeTools tools_;
};

TEST_F(KernelModule, ABuildThatFailsIsRefusedByEveryCommand) {
  keep_capsule();
  tools_.set("fail", "FAILED: it\na.cpp:3: error: no way");
  int builds = 0;
  for (const Words& command : commands()) {
    const ProgramResult result = alone(on_rtl(command), environment());
    expect_refused(result, built + "a.cpp:3: error: no way; see " + cache() + "/");
    const std::size_t at = result.err.find("; see ") + 6;
    EXPECT_EQ(read_text(result.err.substr(at, result.err.find('\n', at) - at)), "FAILED: it\na.cpp:3: error: no way\n");
    EXPECT_EQ(tools_.builds(), ++builds) << command.front();
  }
}

TEST_F(KernelModule, AFullDiskIsRefusedByEveryCommand) {
  keep_capsule();
  tools_.set("fail", "a.cpp:3: error: no way\nfatal: b.o: No space left on device");
  for (const Words& command : commands())
    expect_refused(alone(on_rtl(command), environment()),
                   built + "no space is left in " + cache() + " (a.cpp:3: error: no way); see ");
  // Before anything is built.
  write_text(cache() + "-file", "no folder");
  for (const Words& command : commands())
    expect_refused(alone(on_rtl(command), {"PATH=" + tools_.path(), "STENCIL_CACHE=" + cache() + "-file/below"}),
                   cache() + "-file/below cannot be written: Not a directory; environment variable STENCIL_CACHE ");
}

TEST_F(KernelModule, SeveralRanksEndTogether) {
  tools_.set("fail", "a.cpp:3: error: no way");
  // mpiexec puts its own folder before those of PATH.
  const Words machine = joined(environment(), {STENCIL_COSIM});
  const auto expect_all = [&](const std::string& text) {
    for (const Words& command : {commands()[0], commands()[1], commands()[2]})
      expect_refused(under_mpirun(3, "/usr/bin/env", joined(machine, command)), text);
  };
  expect_all("stencil-cosim: rank 0: " + built + "a.cpp:3: error: no way; see ");
  EXPECT_EQ(tools_.builds(), 3) << "one rank builds";
  tools_.set("version", "Verilator 4.038");
  expect_all(
      "stencil-cosim: rank 0: to build the module of configuration small with a formula, Verilator 5.006 or newer is "
      "needed, ");
}

TEST_F(KernelModule, ALockThatWasLeftKeepsNoOneFromBuildingAndOneThatCannotBeTakenIsNamed) {
  tools_.set("fail", "a.cpp:3: error: no way");
  expect_refused(alone(run_words(), environment()), built);
  std::string lock;
  for (const auto& entry : fs::directory_iterator(cache())) {
    if (entry.path().extension() == ".lock") lock = entry.path().string();
  }
  ASSERT_NE(lock, "") << "left by the program that has ended";
  expect_refused(alone(run_words(), environment()), built);
  EXPECT_EQ(tools_.builds(), 2);
  fs::remove(lock);
  fs::create_directory(lock);
  for (const Words& command : {commands()[0], commands()[1], commands()[2]})
    expect_refused(alone(command, environment()), lock + " cannot be written: Is a directory; ");
  EXPECT_EQ(tools_.builds(), 2);
}

TEST_F(KernelModule, WithoutVerilatorEveryCommandSaysSo) {
  keep_capsule();
  for (const Words& command : commands()) {
    const Words words = joined({"/usr/bin/env", "PATH=" + tools_.bare_path(), STENCIL_COSIM}, on_rtl(command));
    expect_refused(run_program(words, {"STENCIL_CACHE=" + cache()}),
                   "to build the module of configuration small with a formula, verilator is needed and not in PATH");
  }
}

TEST_F(KernelModule, AProgramOfItsOwnEndsAtItsFirstCall) {
  tools_.set("fail", "a.cpp:3: error: no way");
  const Words machine = joined(environment(), {"STENCIL_ACCEL=rtl", "STENCIL_CONFIG=small",
                                               "STENCIL_REPORT=" + report(), "ASAN_OPTIONS=detect_leaks=0"});
  const auto expect_ended = [&](const ProgramResult& result, const std::string& function, const std::string& text) {
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_EQ(result.out, "") << "nothing was swept";
    EXPECT_TRUE(holds(result.err, "stencil: " + function + ": " + text));
  };
  expect_ended(run_program({STENCIL_FORMULA_CLIENT}, joined(machine, {"STENCIL_KERNEL=" + heat})), "f_to_accel", built);
  expect_ended(run_program({STENCIL_FORMULA_CLIENT, heat}, machine), "stencil_step_begin", built);
  EXPECT_EQ(tools_.builds(), 2);
  tools_.set("version", "Verilator 4.038");
  expect_ended(run_program({STENCIL_FORMULA_CLIENT, heat}, machine), "stencil_step_begin", "to build the module");
}

}  // namespace
}  // namespace stencil
