// Tables of text: gaps, and what happens to lines longer than 80 columns.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/text_table.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

// One row of `cells` and a heading above it.
std::string table_of(const std::vector<std::string>& cells) {
  TextTable table;
  table.add_heading("head");
  table.add(cells);
  return table.text();
}

std::string x(std::size_t width) {
  return std::string(width, 'x');
}

TEST(TextTable, GapsAreTwoBlanksUpToEightyColumns) {
  EXPECT_EQ(TextTable().text(), "");
  EXPECT_EQ(table_of({x(38), x(40)}), "head\n" + x(38) + "  " + x(40) + "\n");
  EXPECT_EQ(table_of({x(39), x(40)}), "head\n" + x(39) + " " + x(40) + "\n");
  EXPECT_EQ(table_of({x(90)}), "head\n" + x(90) + "\n");
}

TEST(TextTable, ColumnsThatDoNotFitComeBelowTheFirstAgain) {
  EXPECT_EQ(table_of({"a", x(39), x(38), "b"}), "head\na " + x(39) + " " + x(38) + "\nhead\na b\n");
  EXPECT_EQ(table_of({"a", x(90), "b"}), "head\na " + x(90) + "\nhead\na b\n");
}

TEST(TextTable, CellsStandAtTheRight) {
  TextTable table;
  table.add({"rows", "n"});
  table.add({"7", "1,000"});
  EXPECT_EQ(table.text(), "rows      n\n   7  1,000\n");
}

}  // namespace
}  // namespace stencil
