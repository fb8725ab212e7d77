// Turns fatal errors into exceptions while it lives, for tests of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "host/mpi/fatal.hpp"

namespace stencil::test {

struct FatalError {
  int status = 0;
  std::string line;
};

class FatalCatcher {
 public:
  FatalCatcher()
      : previous_(set_fatal_handler([](int status, const std::string& line) {
          throw FatalError{status, line};
        })) {}
  ~FatalCatcher() { set_fatal_handler(previous_); }
  FatalCatcher(const FatalCatcher&) = delete;
  FatalCatcher& operator=(const FatalCatcher&) = delete;

 private:
  FatalHandler previous_;
};

// Fails the test unless the call ends fatally with this status and a line that contains `text`.
inline void expect_fatal(int status, const std::string& text, const std::function<void()>& call) {
  const FatalCatcher catcher;
  try {
    call();
  } catch (const FatalError& error) {
    EXPECT_EQ(error.status, status) << error.line;
    EXPECT_NE(error.line.find(text), std::string::npos) << "line: " << error.line << "\nlacks: " << text;
    EXPECT_EQ(error.line.find('\n'), std::string::npos) << "more than one line: " << error.line;
    return;
  }
  ADD_FAILURE() << "no fatal error, expected: " << text;
}

}  // namespace stencil::test
