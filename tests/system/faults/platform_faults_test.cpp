// Each planted fault of the platform, and of what ranks read: the first screen has all words that it must have.
// SPDX-License-Identifier: Apache-2.0
#include "tests/system/faults/platform_faults.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "tests/support/run_program.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil::faults_test {
namespace {

// The verdict: from "first divergence" on, or what stderr has where there is none; lines joined.
std::string verdict(const testing_support::ProgramResult& result) {
  const std::size_t begins = result.out.find("first divergence:");
  std::istringstream lines(begins == std::string::npos ? result.err : result.out.substr(begins));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (begins != std::string::npos && line.rfind("first divergence:", 0) != 0 && line.rfind("room:", 0) != 0 &&
        line.rfind("  ", 0) != 0)
      break;
    text += ' ' + line.substr(std::min(line.size(), line.find_first_not_of(' ')));
  }
  return text;
}

class PlantedPlatform : public ::testing::TestWithParam<PlatformFault> {};

TEST_P(PlantedPlatform, IsNamedWithItsSide) {
  const PlatformFault& fault = GetParam();
  const testing_support::ScratchDirectory scratch;
  std::vector<std::string> words{STENCIL_MPIEXEC, "-n",       "2",        "--oversubscribe", PLANTED_COSIM,
                                 "run",           "--config", "varied",   "--rows",          "60",
                                 "--cols",        "30",       "--report", scratch / "r.json"};
  words.insert(words.end(), fault.more.begin(), fault.more.end());
  const bool has_tiles = std::count(words.begin(), words.end(), "--kernel") > 0;
  if (!has_tiles) words.insert(words.end(), {"--iterations", "10"});
  if (!has_tiles && std::count(words.begin(), words.end(), "--stw") == 0) words.insert(words.end(), {"--stw", "5"});
  std::vector<std::string> environment = fault.environment;
  environment.push_back("PLANT=" + std::string(fault.name));
  const testing_support::ProgramResult result = testing_support::run_program(words, environment);
  EXPECT_EQ(result.status, fault.status) << result.out << result.err;
  const std::string text = verdict(result);
  for (const std::string& word : fault.must)
    EXPECT_NE(text.find(word), std::string::npos) << word << " not in:\n" << result.out << result.err;
  for (const std::string& word : fault.never)
    EXPECT_EQ(text.find(word), std::string::npos) << word << " in:\n" << result.out << result.err;
}

std::string test_name(const ::testing::TestParamInfo<PlatformFault>& test) {
  std::string name = test.param.name;
  for (const std::string& word : test.param.more) {
    if (word == "model" || word == "gauss-seidel" || word == "20") name += '_' + word;
  }
  std::replace_if(
      name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Faults, PlantedPlatform, ::testing::ValuesIn(platform_faults()), test_name);

}  // namespace
}  // namespace stencil::faults_test
