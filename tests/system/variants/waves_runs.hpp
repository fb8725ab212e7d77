// A run of a wrong variant, and replays of its capsule.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tests/support/scratch_directory.hpp"
#include "tests/system/variants/run_variant.hpp"

namespace stencil::waves_test {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::ScratchDirectory;

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline std::set<std::string> files_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

// The first number after this text.
inline std::int64_t number_after(const std::string& text, const std::string& before) {
  const std::size_t at = text.find(before);
  if (at == std::string::npos) return -1;
  return std::stoll(text.substr(at + before.size()));
}

class VariantWaves : public ::testing::Test {
 protected:
  // Programs that a test starts have their own.
  VariantWaves() { unsetenv("STENCIL_PLUSARGS"); }

  ProgramResult replay(const std::vector<std::string>& more, const std::string& variant = "") {
    std::vector<std::string> words{VARIANT_COSIM, "replay", scratch_ / "r.capsule"};
    words.insert(words.end(), more.begin(), more.end());
    return test::run_words(variant, words);
  }
  // Leaves r.capsule.
  ProgramResult run_wrong(const std::string& variant, const std::vector<std::string>& more = {}, int ranks = 1) {
    std::vector<std::string> words{"--report", scratch_ / "r.json"};
    words.insert(words.end(), more.begin(), more.end());
    ProgramResult result = test::run_variant(variant, ranks, words);
    EXPECT_EQ(result.status, 1) << result.err;
    return result;
  }

  const ScratchDirectory scratch_;
};

}  // namespace stencil::waves_test
