// Laws of latencies, and when operations of a formula start.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/operator_schedule.hpp"

#include <gtest/gtest.h>

#include <string>

#include "sim/device/formula/operator_verilog.hpp"

namespace stencil::operator_schedule_test {
namespace {

constexpr ArithmeticUnit add = ArithmeticUnit::adder, mul = ArithmeticUnit::multiplier, div = ArithmeticUnit::divider;

Formula formula_of(const std::string& lines) {
  return read_formula("f",
                      "kernel k\nfield u\nsource q\n"
                      "number a = 1\n" +
                          lines);
}
std::string law_of(const std::string& lines) {
  return OperatorSchedule(formula_of(lines)).latency().text();
}

TEST(CycleLaw, KeepsWhatMayBeTheLargest) {
  const CycleLaw zero, sum = zero.after(add), product = zero.after(mul);
  EXPECT_EQ(zero.text(), "0");
  EXPECT_EQ(sum.after(add).after(mul).after(div).text(), "2*ADD_LATENCY + MUL_LATENCY + DIV_LATENCY");
  EXPECT_EQ(sum.larger(product).text(), "max(ADD_LATENCY, MUL_LATENCY)");
  EXPECT_EQ(sum.larger(product), product.larger(sum));
  EXPECT_EQ(sum.larger(sum.after(mul)).text(), "ADD_LATENCY + MUL_LATENCY");
  EXPECT_EQ(sum.larger(product).larger(sum.after(mul)).text(), "ADD_LATENCY + MUL_LATENCY");
  EXPECT_TRUE(sum.covers(zero));
  EXPECT_FALSE(sum.covers(product));
  EXPECT_FALSE(product.covers(sum));
  EXPECT_TRUE(sum.larger(product).covers(product));
  EXPECT_EQ(sum.larger(product).cycles({5, 6, 2}), 6);
  EXPECT_EQ(sum.larger(product).cycles({9, 6, 2}), 9);
}

TEST(CycleLaw, EarlierOnlyWhereItIsNeverBelowZero) {
  const CycleLaw both = CycleLaw().after(add).after(mul);
  ASSERT_EQ(both.before(mul).size(), 1u);
  EXPECT_EQ(both.before(mul).front().text(), "ADD_LATENCY");
  EXPECT_TRUE(CycleLaw().after(add).before(mul).empty());
  EXPECT_TRUE(CycleLaw().after(add).larger(CycleLaw().after(mul)).before(add).empty());
}

TEST(OperatorSchedule, LatencyIsThatOfTheLongestWay) {
  EXPECT_EQ(law_of("new u = u[i-1,j] + q\n"), "ADD_LATENCY");
  EXPECT_EQ(law_of("new u = (u + q)*a - q*u\n"), "2*ADD_LATENCY + MUL_LATENCY");
  EXPECT_EQ(law_of("new u = (u + q) - q*u\n"), "max(2*ADD_LATENCY, ADD_LATENCY + MUL_LATENCY)");
  EXPECT_EQ(law_of("new u = u/5 + u/4\n"), "max(ADD_LATENCY + MUL_LATENCY, ADD_LATENCY + DIV_LATENCY)");
  EXPECT_EQ(law_of("new u = (a*a + 2)*u\n"), "ADD_LATENCY + 2*MUL_LATENCY");
  EXPECT_EQ(law_of("new u = -(u*q)\n"), "ADD_LATENCY + MUL_LATENCY");
}

TEST(OperatorSchedule, AWeightedInputWaitsForTheOnlyOneThatTakesIt) {
  const OperatorSchedule schedule(formula_of("new u = ((u[i-1,j] + u[i+1,j]) + (u[i,j-1] + u[i,j+1]))*a*a + a*u\n"));
  ASSERT_EQ(schedule.operations.size(), 7u);
  EXPECT_EQ(schedule.operations[5].waits_for, std::optional<std::size_t>(6));
  EXPECT_EQ(schedule.operations[5].start.text(), "2*ADD_LATENCY + MUL_LATENCY");
  EXPECT_EQ(schedule.operations[5].ready, schedule.operations[6].start);
  // Not where its result is taken twice, nor where either way may be the longer one.
  const OperatorSchedule twice(formula_of("new u = ((u + q)*a + a*u)*(a*u)\n"));
  for (const ScheduledOperation& operation : twice.operations) EXPECT_FALSE(operation.waits_for.has_value());
  const OperatorSchedule either(formula_of("new u = (u + q) + a*u\n"));
  for (const ScheduledOperation& operation : either.operations) EXPECT_FALSE(operation.waits_for.has_value());
}

TEST(OperatorSchedule, WhatIsMadeOfNumbersAloneIsNeverDelayed) {
  const std::string late = operator_verilog(formula_of("new u = ((u + q)*u + q) + a*a\n"));
  EXPECT_EQ(late.find("v4_d1"), std::string::npos) << late;
}

TEST(OperatorVerilog, OneTextWithTimesAsMaxima) {
  const std::string text = operator_verilog(formula_of("sum = u + q\nnew u = sum - q*u\n"));
  EXPECT_NE(text.find("localparam START_v2 = READY_sum_c > READY_v1 ? READY_sum_c : READY_v1;"), std::string::npos)
      << text;
  EXPECT_NE(text.find(".DELAY  (START_v2 - READY_sum_c)"), std::string::npos) << text;
  EXPECT_NE(text.find("// v2 = sum_c - v1 (line 6, column 13)"), std::string::npos) << text;
  EXPECT_NE(text.find("// Latency:    max(2*ADD_LATENCY, ADD_LATENCY + MUL_LATENCY)"), std::string::npos) << text;
}

// Otherwise a delay would be negative for some latencies.
TEST(OperatorVerilog, TimesOfWhichEitherMayBeTheLaterShareNoDelay) {
  const std::string text =
      operator_verilog(formula_of("s = u + u[i-1,j]\np = u*u[i+1,j]\nnew u = s*u[i,j-1] + p*u[i,j-1]\n"));
  EXPECT_NE(text.find(".DELAY  (READY_s_c)"), std::string::npos) << text;
  EXPECT_NE(text.find(".DELAY  (READY_p_c)"), std::string::npos) << text;
  EXPECT_EQ(text.find("READY_p_c - READY_s_c"), std::string::npos) << text;
}

TEST(OperatorVerilog, APartThatWaitsFirstOrSecondIsTheSame) {
  for (const char* sum : {"a*u + (q*q)*q", "(q*q)*q + a*u"}) {
    const std::string text = operator_verilog(formula_of(std::string("new u = ") + sum + "\n"));
    EXPECT_NE(text.find(" - MUL_LATENCY;"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace stencil::operator_schedule_test
