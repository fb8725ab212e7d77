// What is needed for a module, and what decides which one it is.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <functional>
#include <set>

#include "host/base/errors.hpp"
#include "sim/app/modules/build_progress.hpp"
#include "sim/app/modules/traced_module.hpp"
#include "tests/sim/app/modules/fixture.hpp"

namespace stencil::modules_test {
namespace {

namespace fs = std::filesystem;

TEST_F(Modules, AreBuiltOnceForTheSameInputsAndAnewForOthers) {
  const std::string first = make();
  EXPECT_EQ(make(), first);
  EXPECT_EQ(ModuleMaker(request()).find(), first);
  EXPECT_EQ(tools_.builds(), 1);
  std::set<std::string> made{first};
  ModuleRequest wanted = request();
  const auto expect_another = [&](const char* what) {
    EXPECT_FALSE(ModuleMaker(wanted).find()) << what;
    EXPECT_TRUE(made.insert(ModuleMaker(wanted).make({})).second) << what;
    EXPECT_EQ(tools_.builds(), static_cast<int>(made.size())) << what;
  };
  wanted.parameters = "PES=4 LANES=2";
  expect_another("parameters");
  wanted.name = "wide";
  expect_another("configuration");
  wanted.traced = false;
  expect_another("traced");
  write_text(rtl() + "/stencil_accel.v", "module stencil_accel ;\n");
  expect_another("contents of the RTL");
  write_text(rtl() + "/more.sv", "");
  expect_another("a file of the RTL that was not there");
  fs::rename(rtl() + "/more.sv", rtl() + "/most.sv");
  expect_another("its name");
  write_text(rtl() + "/defs.vh", "// other words\n");
  expect_another("a header of the RTL");
  tools_.set("version", "Verilator 5.008 2023-03-04");
  expect_another("version of Verilator");
  setenv("CXXFLAGS", "-O3", 1);
  expect_another("flags of the compiler");
  setenv("LDFLAGS", "-s", 1);
  expect_another("flags of the linker");
  write_text(rtl() + "/notes.txt", "no Verilog");
  EXPECT_TRUE(ModuleMaker(wanted).find());
}

TEST_F(Modules, AFileThatTheRtlIncludesFromElsewhereCountsToo) {
  const std::string elsewhere = scratch_ / "elsewhere.inc";
  write_text(elsewhere, "one");
  tools_.set("reads", elsewhere + " " + rtl() + "/stencil_accel.v");
  const std::string module = make();
  EXPECT_TRUE(has(read_text(fs::path(module).parent_path() / "inputs.txt"), "also " + elsewhere + " "));
  EXPECT_TRUE(ModuleMaker(request()).find());
  write_text(elsewhere, "two");
  EXPECT_FALSE(ModuleMaker(request()).find());
  EXPECT_EQ(make(), module);
  EXPECT_EQ(tools_.builds(), 2);
  fs::remove(elsewhere);
  EXPECT_FALSE(ModuleMaker(request()).find());
}

TEST_F(Modules, WhatIsMissingIsNamed) {
  const auto refusal = [this] { return error_of<ArgumentError>([this] { make(); }); };
  const std::string needs = "to build the traced module of configuration small, ";
  tools_.set("version", "Verilator 5.004 2022-12-14");
  EXPECT_TRUE(has(refusal(), needs + "Verilator 5.006 or newer is needed, ")) << refusal();
  EXPECT_TRUE(has(refusal(), " is 'Verilator 5.004 2022-12-14'")) << refusal();
  tools_.set("version", "Verilator 5.006");
  fs::create_directory(scratch_ / "bin");
  setenv("PATH", (scratch_ / "bin").c_str(), 1);
  const auto add = [&](const char* tool) {
    write_text(scratch_ / "bin/" + tool, "#!/bin/sh\necho Verilator 6.0\n");
    fs::permissions(scratch_ / "bin/" + tool, fs::perms::owner_all);
  };
  for (const auto& [tool, package] :
       {std::pair{"verilator", "verilator"}, {"cmake", "cmake"}, {"make", "make or ninja-build"}}) {
    EXPECT_EQ(refusal(), needs + tool + " is needed and not in PATH (Debian package " + package + ")");
    EXPECT_FALSE(may_be_traced(configurations().front())) << tool;
    add(tool);
  }
  fs::remove(rtl() + "/stencil_accel.v");
  EXPECT_EQ(refusal(),
            "--rtl is " + rtl() + ": no stencil_accel.v there or below; it must be a tree that keeps rtl/CONTRACT.md");
}

TEST_F(Modules, TheCompilerIsTriedBeforeItIsNeeded) {
  EXPECT_NO_THROW(ModuleMaker(request()).check());
  EXPECT_TRUE(fs::is_empty(cache())) << "nothing is left";
  setenv("CPLUS_INCLUDE_PATH", (scratch_ / "headers").c_str(), 1);
  fs::create_directory(scratch_ / "headers");
  write_text(scratch_ / "headers/zlib.h", "#error there is none\n");
  const std::string error = error_of<ArgumentError>([this] { ModuleMaker(request()).check(); });
  EXPECT_TRUE(has(error, "a C++ compiler with zlib (Debian package zlib1g-dev) is needed, and does not work: "))
      << error;
  EXPECT_TRUE(has(error, "there is none")) << error;
  EXPECT_EQ(tools_.builds(), 0);
}

TEST(BuildProgress, EstimatesFromTheTimeOfVerilator) {
  BuildProgress::Clock::time_point now{};
  ProgressLine line(ProgressLine::Form::redrawn, {[&] { return now; }, false});
  const auto after = [&](int seconds) {
    now += std::chrono::seconds(seconds);
    line.tick();
    std::fflush(stderr);
    const std::string text = ::testing::internal::GetCapturedStderr();
    ::testing::internal::CaptureStderr();
    const std::size_t last = text.rfind("\033[K");
    return last == std::string::npos ? "" : text.substr(last + 3);
  };
  ::testing::internal::CaptureStderr();
  {
    BuildProgress progress("it", true, &line);
    EXPECT_EQ(after(2), "waiting for it: 2 s gone");
    progress.begins(now);
    EXPECT_EQ(after(2), "building it: 2 s gone");
    progress.configured(now);
    EXPECT_EQ(after(4), "building it: 6 s gone");
    progress.verilated(now);
    EXPECT_EQ(after(10), "building it: 16 s gone, about 46 s left") << "4 x 2 s + 12 x 4 s";
    EXPECT_EQ(after(47), "building it: 1 min 03 s gone, about 0 ms left");
  }
  EXPECT_EQ(after(1), "");
  ::testing::internal::GetCapturedStderr();
}

}  // namespace
}  // namespace stencil::modules_test
