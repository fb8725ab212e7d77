// What puts an operator into a device: each port gets its operand, and registers tell what the formula reads.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/device_operator.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/texts.hpp"

namespace stencil::device_operator_test {
namespace {

using test::holds;

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

Formula formula_of(const std::string& lines) {
  return read_formula("f",
                      "kernel k\nfield u\nsource q\n"
                      "number a\n"
                      "number idle\n"
                      "number b\n" +
                          lines);
}

struct Files {
  explicit Files(const std::string& lines) {
    const std::vector<DeviceFile> files = device_files(formula_of(lines), 0x123456789abcdef);
    wrapper = files.at(0).text;
    facts = files.at(2).text;
  }
  std::string wrapper, facts;
};

constexpr const char* whole_window =
    "new u = a*u + b*q + (u[i-1,j] - u[i+1,j]) + (u[i,j-1] - u[i,j+1]) + (u[i-1,j-1] - u[i-1,j+1]) + "
    "(u[i+1,j-1] - u[i+1,j+1])\n";

// In the order in which sweep_operator.v has its operands: north, south, centre, west, east; corners by rows.
TEST(DeviceOperator, EachPortGetsItsOperand) {
  const std::string text = Files(whole_window).wrapper;
  const std::vector<std::pair<const char*, const char*>> words{{"i_a", "i_numbers[63:0]"},
                                                               {"i_b", "i_numbers[191:128]"},
                                                               {"i_u_n", "near[63:0]"},
                                                               {"i_u_s", "near[127:64]"},
                                                               {"i_u_c", "near[191:128]"},
                                                               {"i_u_w", "near[255:192]"},
                                                               {"i_u_e", "near[319:256]"},
                                                               {"i_u_nw", "i_corners[63:0]"},
                                                               {"i_u_ne", "i_corners[127:64]"},
                                                               {"i_u_sw", "i_corners[191:128]"},
                                                               {"i_u_se", "i_corners[255:192]"},
                                                               {"i_q", "r"},
                                                               {"o_u", "result"},
                                                               {"o_q", "source"}};
  for (const auto& [port, word] : words) {
    const std::string connection = std::string("      .") + port + "(" + word + ")";
    EXPECT_EQ(count(text, connection), 1) << connection << "\n" << text;
  }
}

// The host's arithmetic comes in place of the operators and nothing else.
TEST(DeviceOperator, PointsOfTheHostDifferInTheArithmeticAlone) {
  const Formula formula = formula_of(whole_window);
  const std::vector<DeviceFile> rtl = device_files(formula, 3);
  const std::vector<DeviceFile> points = device_files(formula, 3, true);
  ASSERT_EQ(points.size(), rtl.size());
  for (std::size_t file = 0; file < rtl.size(); ++file) {
    EXPECT_EQ(points[file].name, rtl[file].name);
    EXPECT_EQ(points[file].text == rtl[file].text, file != 1) << rtl[file].name;
  }
  for (const char* unit : {"fp_add", "fp_mul", "fp_div5"}) EXPECT_EQ(count(points[1].text, unit), 0) << unit;
  EXPECT_EQ(count(points[1].text, "operand_delay"), 2) << "of result and source alone";
}

TEST(DeviceOperator, ResultAndSourceWaitAlike) {
  const std::string corners = Files(whole_window).wrapper;
  EXPECT_EQ(count(corners, ".DELAY  (LATENCY - LONGEST - 1),"), 2) << corners;
  EXPECT_TRUE(holds(corners, "    near <= i_near;\n    r    <= i_r;\n")) << corners;
  const std::string none = Files("new u = a*u[i-1,j] - q\n").wrapper;
  EXPECT_EQ(count(none, ".DELAY  (LATENCY - LONGEST - 0),"), 2) << none;
  EXPECT_TRUE(holds(none, "wire [319:0] near = i_near;")) << none;
  EXPECT_TRUE(holds(Files("new u = a*u[i-1,j]\n").wrapper, "assign o_r = 64'd0;"));
}

TEST(DeviceOperator, LatencyIsTheLongestOfAllWays) {
  const Files files("new u = (u + q) - q*u[i-1,j-1]/5\n");
  for (const std::string& text : {files.wrapper, files.facts}) {
    EXPECT_TRUE(holds(text,
                      "  localparam WAY_0 = 2 * ADD_LATENCY + 0 * MUL_LATENCY + 0 * DIV_LATENCY;\n"
                      "  localparam WAY_1 = 1 * ADD_LATENCY + 1 * MUL_LATENCY + 1 * DIV_LATENCY;\n"
                      "  localparam LONGEST_0 = WAY_0;\n"
                      "  localparam LONGEST_1 = WAY_1 > LONGEST_0 ? WAY_1 : LONGEST_0;\n"
                      "  localparam LONGEST = LONGEST_1;\n"))
        << text;
  }
  EXPECT_TRUE(holds(files.facts, ".LOWEST (LONGEST + 1),")) << files.facts;
  EXPECT_TRUE(holds(files.facts, ".HIGHEST(LONGEST + 1)")) << files.facts;
}

TEST(DeviceOperator, FactsAreThoseOfTheFormula) {
  const std::string facts = Files("new u = a*u[i-1,j]\n").facts;
  EXPECT_TRUE(holds(facts, "o_digest  = 64'h0123456789abcdef;")) << facts;
  EXPECT_TRUE(holds(facts, "o_numbers = 16'h0001;")) << facts;
  EXPECT_TRUE(holds(facts, "o_reads_r = 1'b0;")) << facts;
  EXPECT_TRUE(holds(Files("new u = b*u - q\n").facts, "o_numbers = 16'h0004;"));
  EXPECT_TRUE(holds(Files("new u = b*u - q\n").facts, "o_reads_r = 1'b1;"));
}

TEST(DeviceOperator, OptionsHaveTheLatencyOfTheDevice) {
  const Formula formula = formula_of("new u = a*u[i-1,j-1] + b*q\n");
  EXPECT_EQ(device_options(formula, {7, 9, 2}).text, "-GFORMULA_LATENCY=17\n");
  EXPECT_EQ(device_options(formula_of("new u = a*u + b*q\n"), {7, 9, 2}).text, "-GFORMULA_LATENCY=16\n");
}

}  // namespace
}  // namespace stencil::device_operator_test
