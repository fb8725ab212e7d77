// Parts of texts, and texts without line breaks. In place of matchers of gmock, which take seconds to compile.
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

// What a client program that is right leaves on standard error: table and verdict, of which this is the first word.
inline ::testing::AssertionResult only_summary(const std::string& text, const std::string& verdict) {
  const std::size_t last = text.size() < 2 ? std::string::npos : text.rfind('\n', text.size() - 2);
  const std::size_t begin = last == std::string::npos ? 0 : last + 1;
  if (text.compare(begin, verdict.size() + 2, verdict + ": ") != 0)
    return ::testing::AssertionFailure() << "the last line is not " << verdict << ": " << text;
  if (text.find("stencil: ") == std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "a warning: " << text;
}

// Lines that go on after four blanks are joined again; those broken in a word end with a dot.
inline std::string unwrapped(std::string text) {
  const std::string goes_on = "\n    ";
  for (std::size_t at = text.find(goes_on); at != std::string::npos; at = text.find(goes_on, at))
    text.replace(at, goes_on.size(), at > 0 && text[at - 1] == '.' ? "" : " ");
  return text;
}

}  // namespace stencil::test
