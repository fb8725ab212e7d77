// Modules that the command builds while it works: what cannot be built is refused before a run, or loses its waves and
// nothing else. FakeTools builds nothing.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/support/fake_tools.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

class TracedCommand : public ::testing::Test {
 protected:
  // Of the environment: the fake tools, and a cache of this test.
  Words environment() const { return {"PATH=" + tools_.path(), "STENCIL_CACHE=" + (scratch_ / "cache")}; }
  ProgramResult run(const Words& more) const {
    Words words{"run", "--config", "small", "--rows", "9", "--cols", "9", "--report", scratch_ / "r.json"};
    words.insert(words.end(), more.begin(), more.end());
    return alone(words, environment());
  }
  Words entries() const {
    Words names = scratch_.entries();
    names.erase(std::remove(names.begin(), names.end(), "cache"), names.end());
    std::sort(names.begin(), names.end());
    return names;
  }
  void expect_refused(const ProgramResult& result, const std::string& text) const {
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(count(result.err, "\n"), 1) << result.err;
    EXPECT_NE(result.err.find(text), std::string::npos) << result.err;
  }
  // The text after "see ", a file with what the fake cmake printed.
  static void expect_log(const std::string& err) {
    const std::size_t at = err.find("; see ") + 6;
    EXPECT_EQ(read_text(err.substr(at, err.find('\n', at) - at)), "a.cpp:3: error: no way\n") << err;
  }

  const ScratchDirectory scratch_;
  const testing_support::FakeTools tools_;
};

TEST_F(TracedCommand, ABuildThatFailsAfterTheRunHidesNoVerdict) {
  tools_.set("fail", "a.cpp:3: error: no way");
  // mpiexec puts its own folder before those of PATH.
  Words words{"FAULT=flip", "FAULT_RANK=1", "FAULT_AT=1"};
  for (const std::string& entry : environment()) words.push_back(entry);
  words.insert(words.end(), {STENCIL_FAULTY_COSIM, "run", "--config", "small", "--rows", "40", "--cols", "30",
                             "--report", scratch_ / "r.json", "--trace", "failure"});
  const ProgramResult wrong = under_mpirun(2, "/usr/bin/env", words);
  EXPECT_EQ(wrong.status, 1) << wrong.err;
  EXPECT_EQ(last_line(wrong.out).rfind("FAIL: 1,200 values compared, ", 0), 0u) << wrong.out;
  EXPECT_EQ(count(wrong.err, "stencil-cosim: "), 1) << wrong.err;
  EXPECT_EQ(count(wrong.err, "stencil-cosim: warning: --trace is failure, there are no waves: "), 1) << wrong.err;
  EXPECT_NE(wrong.err.find(" the traced module of configuration small cannot be built: a.cpp:3: error: no way; see "),
            std::string::npos)
      << wrong.err;
  expect_log(wrong.err);
  EXPECT_EQ(entries(), (Words{"r.capsule", "r.json"}));
  const Json report = Json::parse(read_text(scratch_ / "r.json"));
  EXPECT_EQ(report["ok"], false);
  EXPECT_FALSE(report["divergence"].is_null()) << "found without the traced module";
  EXPECT_EQ(tools_.builds(), 1) << "tried once";
}

TEST_F(TracedCommand, WhatCannotWorkIsRefusedBeforeTheRun) {
  tools_.set("version", "Verilator 4.038");
  for (const char* which : {"failure", "all"})
    expect_refused(run({"--trace", which}), "to build the traced module of configuration small, Verilator 5.006 or ");
  tools_.set("version", "Verilator 5.006");
  write_text(scratch_ / "cache", "no folder");
  for (const char* which : {"failure", "all"})
    expect_refused(run({"--trace", which}), (scratch_ / "cache") + " cannot be written: ");
  std::filesystem::remove(scratch_ / "cache");
  // The run succeeds, and no module is built for it.
  const ProgramResult right = run({"--trace", "failure"});
  EXPECT_EQ(right.status, 0) << right.err;
  EXPECT_EQ(entries(), (Words{"r.json"}));
  EXPECT_EQ(tools_.builds(), 0);
  EXPECT_TRUE(std::filesystem::is_empty(scratch_ / "cache"));
}

TEST_F(TracedCommand, ABuildThatFailsBeforeTheRunIsAnError) {
  tools_.set("fail", "a.cpp:3: error: no way");
  const ProgramResult all = run({"--trace", "all"});
  EXPECT_EQ(all.status, 2);
  EXPECT_EQ(count(all.err, "\n"), 1) << all.err;
  EXPECT_NE(all.err.find("the traced module of configuration small cannot be built: a.cpp:3: error: no way; see "),
            std::string::npos)
      << all.err;
  expect_log(all.err);
}

TEST_F(TracedCommand, ATerminalShowsHowFarTheBuildIs) {
  const int terminal = ::posix_openpt(O_RDWR);
  if (terminal < 0) GTEST_SKIP() << "this system gives no pseudo-terminals (/dev/pts)";
  ::close(terminal);
  tools_.set("fail", "a.cpp:3: error: no way");
  ASSERT_EQ(run({"--capture", "0:0:0", "--capsule", scratch_ / "r.capsule"}).status, 0);
  const std::pair<std::string, std::string> commands[] = {
      {"run --config small --trace all", "building the traced module of configuration small: "},
      {"replay " + (scratch_ / "r.capsule") + " --rtl " STENCIL_OWN_RTL_DIR,
       "building the module of configuration small: "}};
  for (const auto& [command, line] : commands) {
    // The build goes on until its line is seen, which comes after one of the wait for it.
    tools_.set("hold", "");
    const std::string typescript = scratch_ / "typescript";
    write_text(typescript, "");
    std::thread watching([&, shown = line] {
      while (count(read_text(typescript), shown) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      tools_.unset("hold");
    });
    const ProgramResult seen = run_program({"script", "-qfec", STENCIL_COSIM " " + command, typescript}, environment());
    watching.join();
    EXPECT_GE(count(seen.out, "\r\033[K" + line), 1) << seen.out;
    EXPECT_GE(count(seen.out, "\r\033[Kstencil-cosim: "), 1) << "erased before the error: " << seen.out;
  }
}

TEST_F(TracedCommand, AReplayPrintsItsVerdictBeforeTheErrorAndNoRunNamesOneThatRefuses) {
  const Words capture{"--capture", "0:0:0", "--capsule", scratch_ / "r.capsule"};
  const ProgramResult kept = run(capture);
  ASSERT_EQ(kept.status, 0) << kept.err;
  const std::string hint = "its waves: stencil-cosim replay " + (scratch_ / "r.capsule") + " --trace failure";
  EXPECT_EQ(count(test::unwrapped(kept.out), hint), 1) << kept.out;

  tools_.set("fail", "a.cpp:3: error: no way");
  const auto replay = [this](const Words& more) {
    Words words{"replay", scratch_ / "r.capsule"};
    words.insert(words.end(), more.begin(), more.end());
    return alone(words, environment());
  };
  const ProgramResult own = replay({"--trace", "all"});
  EXPECT_EQ(own.status, 2);
  EXPECT_EQ(last_line(own.out).rfind("PASS: ", 0), 0u) << own.out;
  EXPECT_EQ(count(own.err, "\n"), 1) << own.err;
  expect_log(own.err);
  const ProgramResult other = replay({"--rtl", STENCIL_OWN_RTL_DIR});
  EXPECT_EQ(other.status, 2);
  EXPECT_EQ(other.err.rfind("stencil-cosim: --rtl is " STENCIL_OWN_RTL_DIR
                            ": the module of configuration small cannot be built of it: a.cpp:3: error: no way; see ",
                            0),
            0u)
      << other.err;
  expect_log(other.err);

  // Where tools are missing.
  const Words nothing{"/usr/bin/env", "PATH=" + tools_.bare_path(), STENCIL_COSIM};
  const auto without_tools = [&](const Words& more) {
    Words words = nothing;
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  };
  Words again{"run", "--config", "small", "--rows", "9", "--cols", "9"};
  again.insert(again.end(), capture.begin(), capture.end());
  const ProgramResult bare = without_tools(again);
  EXPECT_EQ(bare.status, 0) << bare.err;
  EXPECT_NE(bare.out.find("is kept in "), std::string::npos) << bare.out;
  EXPECT_EQ(count(bare.out, "its waves"), 0) << bare.out;
  for (const Words& options : {Words{"--trace", "failure"}, {"--rtl", STENCIL_OWN_RTL_DIR}}) {
    Words words{"replay", scratch_ / "r.capsule"};
    words.insert(words.end(), options.begin(), options.end());
    expect_refused(without_tools(words), "verilator is needed and not in PATH (Debian package verilator)");
  }
}

// The program then knows no folder with the RTL of its modules.
TEST_F(TracedCommand, ModulesOfOtherRtlAreNotTakenForTheOwn) {
  const ScratchDirectory tree;
  std::filesystem::create_directories(tree / "bin");
  std::filesystem::create_directories(tree / "lib/stencil-cosim/accel");
  std::filesystem::copy(STENCIL_COSIM, tree / "bin/stencil-cosim");
  std::filesystem::copy(STENCIL_MODULES_BUILT "/small.so", tree / "lib/stencil-cosim/accel");
  std::filesystem::copy(STENCIL_OWN_RTL_DIR, tree / "rtl", std::filesystem::copy_options::recursive);
  const auto refusal = [&](const Words& more) {
    Words words = environment();
    words.insert(words.begin(), "/usr/bin/env");
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {tree / "bin/stencil-cosim", "run", "--config", "small", "--report", scratch_ / "r.json",
                               "--trace", "failure"});
    return run_program(words);
  };
  expect_refused(refusal({}), "a module cannot be built without the sources of this program: there is no " +
                                  (tree / "lib/stencil-cosim/sources.txt"));
  write_text(tree / "lib/stencil-cosim/sources.txt", "tree " STENCIL_SOURCE_DIR "\nrtl ../../rtl\ncompiler c++\n");
  EXPECT_EQ(refusal({}).status, 0);
  write_text(tree / "rtl/arithmetic/fp_add.v", read_text(tree / "rtl/arithmetic/fp_add.v") + "// a comment\n");
  EXPECT_EQ(refusal({}).status, 0);
  write_text(tree / "rtl/arithmetic/fp_add.v", read_text(tree / "rtl/arithmetic/fp_add.v") + "wire it;\n");
  const std::string file = tree / "rtl/arithmetic/fp_add.v";
  expect_refused(refusal({}), "the RTL has changed since configuration small was built, see " + file + "; build it");
  expect_refused(refusal({"STENCIL_MODULES=" + (tree / "lib/stencil-cosim/accel")}),
                 "configuration small was built of other RTL than " + file + "; replay of a capsule takes --rtl DIR");
}

}  // namespace
}  // namespace stencil
