// An installed program builds the modules that it needs: of other RTL, with waves, for a formula.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "sim/app/json/json.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/package/package.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// RTL whose adders get the least bit wrong: as another tree at first, then as that of the program.
TEST_F(Package, ReplaysOnOtherRtlAndShowsWavesOfAFailure) {
  const Words environment{"STENCIL_CACHE=" + (scratch_ / "cache"), "ASAN_OPTIONS=detect_leaks=0"};
  const auto command = [&](const Words& more) {
    Words words{prefix() + "/bin/stencil-cosim"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words, environment);
  };
  const Words run{"run", "--config", "small", "--rows", "20", "--cols", "20"};
  Words captured = run;
  captured.insert(captured.end(), {"--capture", "0:0:0", "--capsule", scratch_ / "right.capsule"});
  ASSERT_EQ(command(captured).status, 0);

  const std::string own = prefix() + "/share/stencil-cosim/rtl";
  fs::copy(own, scratch_ / "wrong", fs::copy_options::recursive);
  std::string adder = read_text(scratch_ / "wrong/arithmetic/fp_add.v");
  const std::string right = ".i_data(rounded)";
  ASSERT_TRUE(has(adder, right));
  adder.replace(adder.find(right), right.size(), ".i_data(rounded ^ 1'b1)");
  testing_support::write_text(scratch_ / "wrong/arithmetic/fp_add.v", adder);
  const ProgramResult other = command({"replay", scratch_ / "right.capsule", "--rtl", scratch_ / "wrong"});
  EXPECT_EQ(other.status, 1) << other.out << other.err;
  EXPECT_TRUE(
      has(other.out, "building the module of configuration small of " + (scratch_ / "wrong") + ", once, into "));
  EXPECT_TRUE(has(other.out, "\nFAIL: ")) << other.out;

  for (const auto& built : fs::directory_iterator(scratch_ / "cache")) {
    if (built.is_directory())
      fs::copy(built.path() / "small.so", prefix() + "/" STENCIL_LIBDIR "/stencil-cosim/accel/small.so",
               fs::copy_options::overwrite_existing);
  }
  fs::remove_all(own);
  fs::rename(scratch_ / "wrong", own);
  Words words{STENCIL_MPIEXEC, "-n", "2", "--oversubscribe", prefix() + "/bin/stencil-cosim"};
  words.insert(words.end(), run.begin(), run.end());
  words.insert(words.end(), {"--report", scratch_ / "r.json", "--trace", "failure"});
  const ProgramResult traced = run_program(words, environment);
  EXPECT_EQ(traced.status, 1) << traced.err;
  EXPECT_FALSE(has(traced.err, "warning")) << traced.err;
  const std::string out = test::unwrapped(traced.out);
  EXPECT_TRUE(has(out, "building the traced module of configuration small of " + own + ", once, into ")) << out;
  EXPECT_TRUE(has(out, "\nFAIL: ")) << out;
  EXPECT_TRUE(has(out, ", in which the adder TOP.stencil_accel.")) << out;
  for (const char* file : {"r.capsule", "r.fst", "r.gtkw"}) EXPECT_TRUE(fs::exists(scratch_ / file)) << file;
  EXPECT_FALSE(Json::parse(read_text(scratch_ / "r.json"))["divergence"]["operator"].is_null());

  fs::remove(scratch_ / "r.fst");
  const ProgramResult replay = command({"replay", scratch_ / "r.capsule", "--trace", "failure"});
  EXPECT_EQ(replay.status, 1) << replay.err;
  EXPECT_FALSE(has(replay.out, "building")) << replay.out;
  EXPECT_TRUE(fs::exists(scratch_ / "r.fst"));
}

// A program's first use of a formula on `rtl` builds the device, with the operator of the file; every later one, of any
// program, takes it. Waves need a second one, which shows the operator's inside.
TEST_F(Package, TheFirstUseOfAKernelFileBuildsItsDevice) {
  const std::string client = compile("mpicc", {"tests/host/c/clients/formula_client.c"});
  const std::string heat = prefix() + "/share/doc/stencil-cosim/examples/formula/heat.stencil";
  const std::string cache = "STENCIL_CACHE=" + (scratch_ / "cache");
  const Words environment{cache, "STENCIL_ACCEL=rtl", "STENCIL_CONFIG=small", "ASAN_OPTIONS=detect_leaks=0"};
  const ProgramResult first = run_program({client, heat}, environment);
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_EQ(first.out, "equal\n");
  EXPECT_TRUE(has(first.err, "stencil: building the module of configuration small")) << first.err;
  Words named = environment;
  named.push_back("STENCIL_KERNEL=" + heat);
  const ProgramResult second = run_program({client}, named);
  EXPECT_EQ(second.out, "equal\n");
  EXPECT_EQ(second.err, "");

  const Words run{prefix() + "/bin/stencil-cosim",
                  "run",
                  "--config",
                  "small",
                  "--rows",
                  "20",
                  "--cols",
                  "20",
                  "--report",
                  scratch_ / "r.json"};
  const auto with = [&](const Words& more) {
    Words words{STENCIL_MPIEXEC, "-n", "2", "--oversubscribe"};
    words.insert(words.end(), run.begin(), run.end());
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words, environment);
  };
  const ProgramResult same = with({"--kernel", heat});
  EXPECT_EQ(same.status, 0) << same.err;
  EXPECT_FALSE(has(same.out, "building")) << same.out;
  EXPECT_TRUE(has(same.out, "\nPASS: ")) << same.out;
  fs::remove(scratch_ / "r.json");
  const ProgramResult traced = with({"--kernel", heat, "--trace", "all"});
  EXPECT_EQ(traced.status, 0) << traced.err;
  EXPECT_TRUE(has(test::unwrapped(traced.out), "building the traced module of configuration small")) << traced.out;
  EXPECT_TRUE(has(traced.out, "\nPASS: ")) << traced.out;
}

}  // namespace
}  // namespace stencil
