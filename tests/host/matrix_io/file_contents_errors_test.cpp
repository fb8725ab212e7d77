// Bad matrix files: one error, the same on every rank, with file, line, the text found and the allowed one.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "host/io/npy_header.hpp"
#include "host/mpi/agreement.hpp"
#include "tests/host/matrix_io/matrix_file_errors.hpp"

namespace stencil::test {
namespace {

TEST_F(MatrixFileErrors, HeadersThatAreNone) {
  const std::string must = ": the header must be two integers, rows and columns, >= 0";
  expect_bad_text("", "empty, its first line must be the header: rows and columns");
  expect_bad_text("\n\n \n", "empty, its first line must be the header: rows and columns");
  expect_bad_text("three two\n1\n", "line 1: 'three two'" + must);
  expect_bad_text("3\n", "line 1: '3'" + must);
  expect_bad_text("3 -2\n1\n", "line 1: '3 -2'" + must);
  expect_bad_text("3 2.0\n1\n", "line 1: '3 2.0'" + must);
  expect_bad_text("3 2 1\n1\n", "line 1: '3 2 1': more than two values in the header");
  expect_bad_text(std::string(20'000, '\n') + "3 2\n", "no header in its first 16384 bytes");
  EXPECT_EQ(matrix_.poisoned(), matrix_.places());
}

TEST_F(MatrixFileErrors, ShapesThatAreNotTheMatrix) {
  const std::string must = ", must be at most 3 x 2, the matrix";
  expect_bad_text("4 2\n1\n2\n3\n4\n5\n6\n7\n8\n", "line 1: the header says 4 x 2" + must);
  expect_bad_text("2 3\n1\n2\n3\n4\n5\n6\n", "line 1: the header says 2 x 3" + must);
  expect_bad_text("\n5000000000 5000000000\n", "line 2: the header says 5000000000 x 5000000000" + must);
  EXPECT_EQ(matrix_.poisoned(), matrix_.places());
}

TEST_F(MatrixFileErrors, TooFewValuesAndTooMany) {
  expect_bad_text("3 2\n1\n2\n3\n4\n5\n", "line 6: cut short, 5 values where the header says 3 x 2 = 6");
  expect_bad_text("3 2\n1\n2\n3\n4\n5", "line 6: '5': the file ends inside this line, cut short");
  expect_bad_text("3 2\n1\n2\n3\n4\n5\n6", "line 7: '6': the file ends inside this line, cut short");
  expect_bad_text("3\n2\n1\n", "line 3: cut short, 1 value where the header says 3 x 2 = 6");
  expect_bad_text("3 1\n1\n2\n", "line 3: cut short, 2 values where the header says 3 x 1 = 3");
  expect_bad_text("3 1\n1\n2\n3\n4\n", "line 5: values left over, the header says 3 x 1 = 3");
  expect_bad_text("3 0\n1\n", "line 2: values left over, the header says 3 x 0 = 0");
  expect_bad_text("3 2\n", "line 1: cut short, 0 values where the header says 3 x 2 = 6");
  expect_bad_text("3 2", "line 1: '3 2': the file ends inside this line, cut short");
  expect_bad_text("3 2\n1\n2\n3\n4\n5\n6\n7\n", "line 8: values left over, the header says 3 x 2 = 6");
  expect_bad_text("3 2\n1\n2\n3\n\n4\n5\n\n6\n\n7\n8\n9", "line 11: values left over, the header says 3 x 2 = 6");
}

TEST_F(MatrixFileErrors, LinesThatAreNoNumber) {
  const std::string must = ": not a number; allowed is one number per line, as 0.5D+01";
  for (int bad = 0; bad < 6; ++bad) {
    std::string text = "3 2\n";
    for (int k = 0; k < 6; ++k) text += k == bad ? "two\n" : "  0.1D+01\n";
    expect_bad_text(text, "line " + std::to_string(bad + 2) + ": 'two'" + must);
  }
  expect_bad_text("3 2\n1\n\n2\n3\n1.0D\n5\n6\n", "line 6: '1.0D'" + must);
  expect_bad_text("3 2\n1 2 3 4 5 6\n", "line 2: '1 2 3 4 5 6': several values, one number per line is allowed");
  expect_bad_text("3 2\n1\n2\n3*4.0\n", "line 4: '3*4.0'" + must);
  expect_bad_text("3 2\n1\n2,\n", "line 3: '2,'" + must);
  expect_bad_text("3 2\n1\n1D309\n", "line 3: '1D309': beyond binary64");
  expect_bad_text("3 2\n1\n" + std::string(3000, ' ') + "2\n", "line 3: '" + std::string(60, ' ') + "...': a line of");
}

// The first of several errors is reported, whichever rank reads its line.
TEST_F(MatrixFileErrors, TheFirstBadLineIsNamed) {
  expect_bad_text("3 2\n1\nx\ny\nz\nx\ny\nz\nx\ny\n", "line 3: 'x'");
}

TEST_F(MatrixFileErrors, NpyFilesThatAreNot) {
  const std::string data(48, '\0');
  expect_bad_npy("", "not a .npy file");
  expect_bad_npy("3 2\n1\n2\n3\n4\n5\n6\n", "not a .npy file");
  expect_bad_npy(npy_file_head(3, 2, true) + data.substr(1),
                 "cut short, 175 bytes where shape (3, 2) needs exactly 176");
  expect_bad_npy(npy_file_head(3, 2, true) + data + "x", "longer than it should be, 177 bytes");
  expect_bad_npy(npy_file_head(2, 3, false) + data, "shape is (2, 3), must be (3, 2)");
  expect_bad_npy(npy_file_head(6, 1, true) + data, "shape is (6, 1), must be (3, 2)");
  expect_bad_npy("\x93NUMPY\x03" + std::string(5, '\0'), ".npy format version 3.0, must be 1.0 or 2.0");
  EXPECT_EQ(matrix_.poisoned(), matrix_.places());
}

}  // namespace
}  // namespace stencil::test
