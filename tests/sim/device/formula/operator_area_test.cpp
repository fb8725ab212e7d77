// The estimate of an operator's area stands on what synthesis has found for its units.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/operator_area.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace stencil::operator_area_test {
namespace {

// Columns of a module's row for configuration small: module, instances, LUT, of them memory, FF, DSP.
std::vector<std::string> row_of(const std::string& module) {
  std::ifstream file(STENCIL_SYNTHESIS_RECORD);
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("small\t" + module + "\t", 0) != 0) continue;
    std::istringstream fields(line.substr(6));
    std::vector<std::string> columns;
    for (std::string field; std::getline(fields, field, '\t');) columns.push_back(field);
    return columns;
  }
  ADD_FAILURE() << "no row of " << module << " in " << STENCIL_SYNTHESIS_RECORD;
  return std::vector<std::string>(6);
}

TEST(OperatorArea, UnitsAreThoseOfTheRecord) {
  EXPECT_EQ(row_of("fp_add")[2], std::to_string(adder_luts));
  EXPECT_EQ(row_of("fp_mul")[2], std::to_string(multiplier_luts));
  EXPECT_EQ(row_of("fp_mul")[5], std::to_string(multiplier_dsps));
  EXPECT_EQ(row_of("fp_div5")[2], std::to_string(divider_luts));
  EXPECT_EQ(row_of("delay_ring DELAY=27 WIDTH=64")[2], std::to_string(delay_luts));
}

TEST(OperatorArea, CountsUnitsAndDelays) {
  const Formula formula = read_formula("f",
                                       "kernel k\nfield u\nsource r\n"
                                       "number a\nnew u = (u[i-1,j] + u[i+1,j])*a - r\n");
  const OperatorArea area = operator_area(formula);
  EXPECT_EQ(area.dsps, 8);
  EXPECT_EQ(area.delays, 2);
  EXPECT_EQ(area.delay_words, 16);  // r to its addition and with the result: as long as all
  EXPECT_EQ(area.luts, 2 * 922 + 1785 + 2 * 41);
}

}  // namespace
}  // namespace stencil::operator_area_test
