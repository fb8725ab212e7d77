// The units of an operator as text: which, in which order, and what each port gets.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "sim/device/formula/operator_verilog.hpp"

namespace stencil::operator_body_test {
namespace {

// "fp_add (.i_sub(1'b1), .i_a(v1), .i_b(v2))" of the unit whose result is called so; its latency must be its own.
std::string unit_of(const std::string& text, const std::string& result) {
  const std::size_t at = text.find(" u_" + result + " (\n");
  if (at == std::string::npos) return "no u_" + result + " in\n" + text;
  for (const auto& [module, latency] : {std::pair("fp_add", "ADD"), {"fp_mul", "MUL"}, {"fp_div5", "DIV"}}) {
    const std::string head = std::string("  ") + module + " #(\n      .LATENCY(" + latency + "_LATENCY)\n  )";
    if (at < head.size() || text.compare(at - head.size(), head.size(), head) != 0) continue;
    std::string ports;
    for (std::size_t from = text.find("      .clk(clk),\n", at) + 17; text.compare(from, 10, "      .o_y") != 0;) {
      const std::size_t end = text.find(",\n", from);
      ports += (ports.empty() ? "" : ", ") + text.substr(from + 6, end - from - 6);
      from = end + 2;
    }
    return std::string(module) + " (" + ports + ")";
  }
  return "no unit before u_" + result + " in\n" + text;
}

TEST(OperatorBody, EachOperationHasItsUnitItsOrderAndItsSigns) {
  const std::string text = operator_verilog(read_formula("f",
                                                         "kernel k\nfield u\nsource q\n"
                                                         "number a\n"
                                                         "number b\n"
                                                         "new u = (u - q)/4 + -a*u[i-1,j]*b - -(u[i,j+1]/5 + q*2)\n"));
  const std::vector<std::pair<const char*, const char*>> units{
      {"v1", "fp_add (.i_sub(1'b1), .i_a(i_u_c), .i_b(i_q))"},
      {"v2", "fp_mul (.i_a(v1), .i_b(64'h3fd0000000000000))"},
      {"v3", "fp_mul (.i_a({~i_a[63], i_a[62:0]}), .i_b(i_u_n))"},
      {"v4", "fp_mul (.i_a(v3), .i_b(i_b))"},
      {"v5", "fp_add (.i_sub(1'b0), .i_a(v2), .i_b(v4))"},
      {"v6", "fp_div5 (.i_a(i_u_e))"},
      {"v7", "fp_mul (.i_a(i_q), .i_b(64'h4000000000000000))"},
      {"v8", "fp_add (.i_sub(1'b0), .i_a(v6), .i_b(v7))"},
      {"v9", "fp_add (.i_sub(1'b1), .i_a(v5), .i_b({~v8[63], v8[62:0]}))"}};
  for (const auto& [result, unit] : units) {
    std::string found = unit_of(text, result);
    // Delayed operands are called after what they delay.
    for (std::size_t at = found.find("_d1"); at != std::string::npos; at = found.find("_d1")) found.erase(at, 3);
    EXPECT_EQ(found, unit) << text;
  }
}

}  // namespace
}  // namespace stencil::operator_body_test
