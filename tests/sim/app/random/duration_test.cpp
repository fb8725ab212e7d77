// Lengths of time on the command line of `random`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "host/base/errors.hpp"
#include "sim/app/random/random_command.hpp"

namespace stencil {
namespace {

TEST(ParseDuration, TakesSecondsMinutesAndHours) {
  EXPECT_EQ(parse_duration("--for", "90"), 90.0);
  EXPECT_EQ(parse_duration("--for", "60s"), 60.0);
  EXPECT_EQ(parse_duration("--for", "5m"), 300.0);
  EXPECT_EQ(parse_duration("--for", "2h"), 7200.0);
}

TEST(ParseDuration, RefusesWhatIsNone) {
  for (const char* text : {"", "s", "0s", "-5s", "1.5h", "5d", "5 s", "9999999s"}) {
    try {
      parse_duration("--for", text);
      ADD_FAILURE() << "'" << text << "' was taken";
    } catch (const ArgumentError& error) {
      EXPECT_EQ(std::string(error.what()),
                std::string("--for is '") + text + "', must be 1s .. 999999h, as 60s, 5m, 2h");
    }
  }
}

}  // namespace
}  // namespace stencil
