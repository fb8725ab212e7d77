// Options are refused before a file is read or a module is missed, and a module that is missing before any work.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "sim/device/rtl/module_loader.hpp"
#include "tests/system/options/option_files.hpp"

namespace stencil {
namespace {

// In an order that costs nothing: options, then files.
TEST(CommandOptions, AreRefusedBeforeAFileIsRead) {
  const std::vector<std::pair<Words, std::string>> cases{
      {{"replay", "none.capsule", "--accel", "abacus"}, "--accel is 'abacus', must be one of"},
      {{"replay", "none.capsule", "--config", "none"}, "configuration 'none' is not known"},
      {{"replay", "none.capsule", "--accel", "model", "--rtl", "x"}, "--rtl is x, must come with accelerator rtl"},
      {{"replay", "none.capsule", "--accel", "model", "--trace", "all"}, "--trace is all, must come with accelerator"},
      {{"replay", "none.capsule", "--minimise", "-o", "/no/such/x"}, "/no/such/x: cannot create a file there"},
      {{"report", "none.json", "-o", "/no/such/x"}, "report /no/such/x: cannot create a file there"},
      {{"history", "none.jsonl", "-o", "/no/such/x"}, "history /no/such/x: cannot create a file there"},
      {{"compare", "none.json", "none.json", "--json", "/no/such/x"}, "/no/such/x: cannot create a file there"}};
  for (const auto& [words, line] : cases) {
    const ProgramResult refused = in_this_process(words);
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.err.rfind("stencil-cosim: " + line, 0), 0u) << refused.err;
  }
}

// A configuration that is not built: before a search that may take minutes, and before any shape is measured.
TEST(CommandOptions, AMissingModuleIsRefusedFirst) {
  const ScratchDirectory empty;
  setenv("STENCIL_MODULES", (empty / "").c_str(), 1);
  const std::string missing = "stencil-cosim: configuration 'small' is not built (no ";
  const ProgramResult tuned = in_this_process({"tune", "--config", "small", "--rows", "60", "--cols", "50"});
  EXPECT_EQ(tuned.err.rfind(missing, 0), 0u) << tuned.err;
  EXPECT_NE(tuned.err.find("; --verify-cycles 0 only predicts\n"), std::string::npos) << tuned.err;
  const Words measured{"cycles", "--configs", "default,small", "--blocks", "1"};
  EXPECT_EQ(in_this_process(measured).status, 2);
  const ProgramResult five = in_this_process({"run", "--kernel", "five-point", "--accel", "model"});
  EXPECT_EQ(five.status, 2);
  EXPECT_NE(five.err.find("; configuration five-point has it, environment variable STENCIL_MODULES names the folder"),
            std::string::npos)
      << five.err;
  unsetenv("STENCIL_MODULES");
  const ProgramResult predicted = in_this_process(
      {"tune", "--config", "small", "--rows", "60", "--cols", "50", "--iterations", "4", "--verify-cycles", "0"});
  EXPECT_EQ(predicted.status, 0) << predicted.err;
}

// ci/demo builds one configuration.
TEST(CommandOptions, TheConfigurationThatADemoBuildsIsTheDefault) {
  const ScratchDirectory modules;
  std::filesystem::create_symlink(module_file(find_configuration("default")), modules / "default.so");
  setenv("STENCIL_MODULES", (modules / "").c_str(), 1);
  for (const Words& words :
       {Words{"run", "--rows", "20", "--cols", "12"}, Words{"cycles", "--cols", "12", "--blocks", "1"},
        Words{"tune", "--rows", "20", "--cols", "12", "--iterations", "5"}}) {
    const ProgramResult ran = in_this_process(words);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(ran.out.find("default"), std::string::npos) << ran.out;
  }
  unsetenv("STENCIL_MODULES");
}

}  // namespace
}  // namespace stencil
