// The program without modules, with damaged ones and with foreign ones: one line, status 2, and the build command.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

// A copy of the program with a library folder of its own, as after an installation.
class Modules : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(fs::path(scratch_ / "bin"));
    fs::create_directories(folder());
    fs::copy(STENCIL_COSIM, program());
  }
  std::string program() const { return scratch_ / "bin/stencil-cosim"; }
  fs::path folder() const { return scratch_ / "lib/stencil-cosim/accel"; }
  fs::path module() const { return folder() / "default.so"; }
  static fs::path built(const std::string& name) { return fs::path(STENCIL_MODULES) / (name + ".so"); }

  ProgramResult run() const { return run_program({program(), "run", "--rows", "9", "--cols", "9"}); }
  void expect_refused(const std::string& why) const {
    const ProgramResult result = run();
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_EQ(count(result.err, "\n"), 1) << result.err;
    EXPECT_NE(result.err.find("stencil-cosim: configuration 'default' " + why), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("--target config-default"), std::string::npos) << result.err;
  }

  ScratchDirectory scratch_;
};

TEST_F(Modules, AMissingOneIsRefusedOnceOnAnyNumberOfRanks) {
  expect_refused("is not built (no " + module().string() + ")");
  const ProgramResult ranks = run_program({STENCIL_MPIEXEC, "-n", "2", "--oversubscribe", program(), "run"});
  EXPECT_EQ(ranks.status, 2);
  EXPECT_EQ(count(ranks.err, "is not built"), 1) << ranks.err;
}

TEST_F(Modules, AMissingOneIsMissedByTheRtlAlone) {
  for (const char* accel : {"software", "model"})
    EXPECT_EQ(run_program({program(), "run", "--accel", accel}).status, 0) << accel;
}

TEST_F(Modules, AreFoundBesideAProgramThatWasMoved) {
  fs::copy(built("default"), folder());
  const ProgramResult result = run();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("PASS"), std::string::npos) << result.out;
  const ProgramResult list = run_program({program(), "configs"});
  EXPECT_EQ(count(list.out, " yes\n"), 1) << list.out;
  EXPECT_EQ(count(list.out, " no\n"), 12) << list.out;
}

// The tree it was built from, file by file; only a Verilated device has Verilog.
TEST_F(Modules, TellReportsWhatVerilogTheyWereMadeFrom) {
  fs::copy(built("default"), folder());
  const std::string report = scratch_ / "report.json";
  ASSERT_EQ(run_program({program(), "run", "--rows", "9", "--cols", "9", "--report", report}).status, 0);
  const Json rtl = Json::parse(read_text(report))["machine"]["rtl"];
  EXPECT_EQ(rtl["digest"].text().size(), 64u);
  std::set<std::string> files;
  for (const auto& [path, digest] : rtl["files"].members()) {
    files.insert(path);
    EXPECT_EQ(digest.text().size(), 16u) << path;
  }
  EXPECT_EQ(files.count("stencil_accel.v") + files.count("bus/fifo.v") + files.count("arithmetic/fp_add.v"), 3u);
  ASSERT_EQ(
      run_program({program(), "run", "--accel", "model", "--rows", "9", "--cols", "9", "--report", report}).status, 0);
  EXPECT_TRUE(Json::parse(read_text(report))["machine"]["rtl"].is_null());
}

TEST_F(Modules, AreFoundThroughTheSearchPathAndALink) {
  fs::copy(built("default"), folder());
  const std::string path = "PATH=" + (scratch_ / "bin") + ":/usr/bin:/bin";
  EXPECT_EQ(run_program({"sh", "-c", "cd / && stencil-cosim run --rows 9 --cols 9"}, {path}).status, 0);
  fs::create_symlink(program(), fs::path(scratch_ / "elsewhere"));
  EXPECT_EQ(run_program({scratch_ / "elsewhere", "run", "--rows", "9", "--cols", "9"}).status, 0);
}

// STENCIL_MODULES: its folder and no other, or a run would be of another RTL than its user thinks.
TEST_F(Modules, OnesOwnAreLoadedFromTheirFolderAlone) {
  fs::copy(built("default"), folder());
  const Words environment{"STENCIL_MODULES=" + (scratch_ / "own")};
  const Words words{program(), "run", "--rows", "9", "--cols", "9"};
  fs::create_directories(fs::path(scratch_ / "own"));
  const ProgramResult missing = run_program(words, environment);
  EXPECT_EQ(missing.status, 2) << missing.out;
  EXPECT_NE(missing.err.find("configuration 'default' is not built (no " + (scratch_ / "own/default.so") +
                             "); environment variable STENCIL_MODULES names the folder"),
            std::string::npos)
      << missing.err;
  fs::rename(module(), fs::path(scratch_ / "own/default.so"));
  EXPECT_EQ(run_program(words, environment).status, 0);
  EXPECT_EQ(run_program(words).status, 2);
  fs::copy(built("default"), folder());
  EXPECT_EQ(run_program(words, {"STENCIL_MODULES="}).status, 0) << "empty is as if it were not set";
}

TEST_F(Modules, ATruncatedOneCannotBeLoaded) {
  fs::copy(built("default"), folder());
  for (const std::uintmax_t bytes : {fs::file_size(module()) - 1, fs::file_size(module()) / 2, std::uintmax_t{0}}) {
    fs::resize_file(module(), bytes);
    expect_refused("cannot be loaded (" + module().string() + " is cut off)");
  }
}

TEST_F(Modules, ALibraryThatIsNoModuleIsRefused) {
  fs::copy(STENCIL_LIBRARY, module());
  expect_refused("is not a module of this program (");
}

TEST_F(Modules, AnotherConfigurationUnderTheNameIsRefused) {
  fs::copy(built("small"), module());
  expect_refused("was built with PES=4 LANES=1 MEMORY_WORDS=16384 ");
}

TEST_F(Modules, OneOfAnotherVersionIsRefused) {
  fs::copy(built("default"), folder());
  std::string bytes = read_text(module().string());
  const std::size_t at = bytes.find(STENCIL_DEVICE_INTERFACE);
  ASSERT_NE(at, std::string::npos);
  bytes[at] = bytes[at] == '0' ? '1' : '0';
  std::ofstream(module(), std::ios::binary) << bytes;
  expect_refused("was built for another version of this program (");
}

TEST_F(Modules, WordsThatAreNoPlusargsAreRefused) {
  fs::copy(built("default"), folder());
  for (const char* words : {"variant=x", "+a b", "+verilator+rand+reset+2"}) {
    const ProgramResult result = run_program({program(), "run"}, {std::string("STENCIL_PLUSARGS=") + words});
    EXPECT_EQ(result.status, 2) << words;
    EXPECT_NE(result.err.find("environment variable STENCIL_PLUSARGS has '"), std::string::npos) << result.err;
  }
  const ProgramResult heard =
      run_program({program(), "run", "--rows", "9", "--cols", "9"}, {"STENCIL_PLUSARGS=+a=1  +b"});
  EXPECT_EQ(heard.status, 0) << heard.err;
  EXPECT_NE(heard.out.find("configuration default +a=1 +b:"), std::string::npos) << heard.out;
}

}  // namespace
}  // namespace stencil
