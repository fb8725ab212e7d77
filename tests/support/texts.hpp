// Is a text part of another, or of one of several? Replaces gmock's matchers, which take seconds to compile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stencil::test {

inline ::testing::AssertionResult holds(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << part << "' is not in: " << text;
}

inline ::testing::AssertionResult one_holds(const std::vector<std::string>& texts, const std::string& part) {
  std::string all;
  for (const std::string& text : texts) {
    if (holds(text, part)) return ::testing::AssertionSuccess();
    all += "\n" + text;
  }
  return ::testing::AssertionFailure() << "'" << part << "' is in none of " << texts.size() << " texts:" << all;
}

inline ::testing::AssertionResult one_begins(const std::vector<std::string>& texts, const std::string& begin) {
  std::string all;
  for (const std::string& text : texts) {
    if (text.rfind(begin, 0) == 0) return ::testing::AssertionSuccess();
    all += "\n" + text;
  }
  return ::testing::AssertionFailure() << "none of " << texts.size() << " texts begins with '" << begin << "':" << all;
}

}  // namespace stencil::test
