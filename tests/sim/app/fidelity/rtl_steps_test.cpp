// Which steps --rtl-steps names, each counted one by one.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/fidelity/rtl_steps.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

RtlSteps steps_of(const std::string& text, std::int64_t steps) {
  return {parse_rtl_steps("--rtl-steps", text), steps, {0, 1}};
}

std::string bits(const RtlSteps& steps) {
  std::string text;
  for (std::int64_t step = 0; step < steps.steps(); ++step) text += steps.holds(step) ? '1' : '0';
  return text;
}

TEST(RtlSteps, AreThoseAskedFor) {
  EXPECT_EQ(bits(steps_of("first", 4)), "1000");
  EXPECT_EQ(bits(steps_of("class", 4)), "1100");
  EXPECT_EQ(bits(steps_of("0.5", 4)), "1010");
  EXPECT_EQ(bits(steps_of("0.05", 10)), "1000000000") << "at least so many";
  EXPECT_EQ(bits(steps_of("0.07", 100)).find('1', 1), 14u) << "7 of 100, not 8";
  EXPECT_EQ(bits(steps_of("0.0", 3)), "000");
  EXPECT_EQ(bits(steps_of("1.0", 3)), "111");
  EXPECT_EQ(bits(steps_of("3,0-1,1-2,6", 8)), "11110010");
  EXPECT_EQ(bits(steps_of("1", 3)), "010") << "a step, not a share";
  EXPECT_EQ(steps_of("3,0-1,6", 8).text(), "0-1, 3, 6");
  EXPECT_EQ(steps_of("0.1", 200).text(), "0, 10, 20, 30, 40, 50, 60, 70, ..");
}

TEST(RtlSteps, CountThemselvesAndTheirSwitches) {
  for (std::int64_t steps = 1; steps <= 30; ++steps) {
    for (const char* text : {"first", "0.0", "0.03", "0.3", "0.5", "0.6", "0.9", "1.0", "0", "0-0", "class"}) {
      if (steps == 1 && std::string(text) == "class") continue;
      SCOPED_TRACE(std::string(text) + " of " + std::to_string(steps));
      const RtlSteps some = steps_of(text, steps);
      std::int64_t on_rtl = 0, switches = 0;
      bool before = true;  // a device begins on RTL
      for (std::int64_t step = 0; step < steps; ++step) {
        on_rtl += some.holds(step);
        switches += some.holds(step) != before;
        before = some.holds(step);
      }
      EXPECT_EQ(some.on_rtl(), on_rtl);
      EXPECT_EQ(some.switches(), switches);
    }
  }
  EXPECT_EQ(steps_of("2-3,7", 8).switches(), 4) << "to the model at first";
}

TEST(RtlSteps, OfVeryLongRunsDoNotOverflow) {
  const std::int64_t steps = std::int64_t{1} << 40;
  const RtlSteps some = steps_of("0.75", steps);
  EXPECT_EQ(some.on_rtl(), steps / 4 * 3);
  EXPECT_TRUE(some.holds(steps - 2));
  EXPECT_FALSE(some.holds(steps - 1));
}

TEST(RtlSteps, TextsAreReadBack) {
  for (const char* text : {"first", "class", "0.05", "0.0", "1.0", "1e-07", "7", "0,4-7"})
    EXPECT_EQ(describe(parse_rtl_steps("--rtl-steps", text)), text);
}

TEST(RtlSteps, RefuseWhatIsNone) {
  for (const char* text : {"", "last", "1.1", "-0.1", "1.0x", ",", "1,", "1-", "2-1", "-1", "1 2", "0x1.0p0"})
    EXPECT_THROW(parse_rtl_steps("--rtl-steps", text), ArgumentError) << text;
  EXPECT_THROW(steps_of("0,4", 4), ArgumentError);
}

}  // namespace
}  // namespace stencil
