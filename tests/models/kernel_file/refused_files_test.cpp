// Kernel files that must not be: each is refused in one line with line and column.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "models/kernel_file/formula.hpp"
#include "tests/models/kernel_file/kernel_files.hpp"

namespace stencil::refused_files_test {
namespace {

struct Refused {
  const char* lines;  // from line 5 on
  const char* begin;  // LINE:COLUMN
  const char* part;
};

void expect_refused(const std::vector<Refused>& cases) {
  for (const Refused& one : cases) {
    EXPECT_EQ(refusal_or_missing(with_head(one.lines), one.begin, one.part), "") << one.lines;
  }
}

TEST(RefusedFiles, Syntax) {
  expect_refused({{"new u = u +\n", "5:12", "the end of the line, must be a name, a number, '-' or '('"},
                  {"new u = u u\n", "5:11", "'u', must be an operator or the end of the line"},
                  {"new u = 2u\n", "5:10", "'u', must be an operator"},
                  {"new u = (u + a\n", "5:15", "must be an operator or ')'"},
                  {"new u = u + a)\n", "5:14", "')', must be an operator or the end"},
                  {"new u = u % a\n", "5:11", "'%', must be a name, a number or one of"},
                  {"new u = u \xe2\x88\x92 a\n", "5:11", "'\xe2\x88\x92', must be"},
                  {"new u = *u\n", "5:9", "'*', must be a name"},
                  {"new u u\n", "5:7", "must be '='"},
                  {"new = u\n", "5:5", "must be the field after 'new'"},
                  {"u = 3\n", "5:1", "'u' is defined above"},
                  {"lap 3\n", "5:5", "'3', must be '='"},
                  {"3 = u\n", "5:1", "at the beginning of a line"},
                  {"new u = u[i-1 j]\n", "5:15", "',' and the column"},
                  {"new u = u[i-1,j\n", "5:16", "must be ']'"},
                  {"new u = u[i-1,j]]\n", "5:17", "must be an operator or the end"},
                  {"new u = u[i-a,j]\n", "5:13", "a whole number of points"},
                  {"new u = u[i-1.5,j]\n", "5:13", "a whole number of points"},
                  {"number b = 1 2\n", "5:14", "an operator or the end of the line"},
                  {"number b 2\n", "5:10", "'=' or the end of the line"},
                  {"number = 2\n", "5:8", "a name after 'number'"},
                  {"kernel k2\n", "5:8", "a second kernel 'k2'"}});
}

TEST(RefusedFiles, Names) {
  expect_refused({{"new u = v\n", "5:9", "'v' is not known above, must be one of: u, q, a"},
                  {"new u = lap\nlap = u\n", "5:9", "'lap' is not known above"},
                  {"lap = u + lap\n", "5:11", "'lap' is defined by itself"},
                  {"number b = b + 1\n", "5:12", "'b' is defined by itself"},
                  {"number b = c\n", "5:12", "'c' is not known, a default must be of numbers above, rows and cols: a"},
                  {"number b = u\n", "5:12", "'u' is no number"},
                  {"number b = a[i,j]\n", "5:12", "a number has no neighbours"},
                  {"a = u\n", "5:1", "'a' is defined above"},
                  {"p = u\np = u\n", "6:1", "'p' is defined above"},
                  {"number q = 1\n", "5:8", "'q' is defined above"},
                  {"new u = u\nnew u = u\n", "6:5", "'new u' is defined above"},
                  {"new q = u\n", "5:5", "'q', must be the field, u"},
                  {"new v = u\n", "5:5", "'v', must be the field, u"},
                  {"new u = i\n", "5:9", "'i' is an index"},
                  {"new u = u*rows\n", "5:11", "write 'number NAME = rows' above"},
                  {"a23456789012345678901234567890123 = u\n", "5:1", "has 33 characters, must have at most 32"}});
  for (const char* word : {"i", "j", "rows", "cols", "new", "kernel", "field", "source", "number"}) {
    const std::string name = word;
    EXPECT_EQ(refusal_or_missing(with_head("number " + name + " = 1\n"), "5:8", "'" + name + "' is a reserved word"),
              "");
    EXPECT_EQ(refusal_or_missing("kernel " + name + "\n", "1:8", "is a reserved word"), "");
    EXPECT_EQ(refusal_or_missing("kernel k\nfield " + name + "\n", "2:7", "is a reserved word"), "");
    EXPECT_EQ(refusal_or_missing("kernel k\nsource " + name + "\n", "2:8", "is a reserved word"), "");
  }
  EXPECT_EQ(refusal_or_missing(with_head("rows = u\n"), "5:1", "is a reserved word"), "");
}

TEST(RefusedFiles, Neighbours) {
  expect_refused({{"new u = u[i-2,j]\n", "5:9", "'u[i-2,j]' is 2 rows away, must be at most 1: two rows away not now"},
                  {"new u = u[i,j+3]\n", "5:9", "is 3 columns away"},
                  {"new u = u[i-99999999999,j]\n", "5:9", "is 99999999999 rows away"},
                  {"new u = u[i-99999999999999999999,j]\n", "5:13", "a whole number of points"},
                  {"new u = u[j,i]\n", "5:11", "'j', must be i, i-1 or i+1: rows come first, then columns"},
                  {"new u = u[i,i]\n", "5:13", "'i', must be j, j-1 or j+1"},
                  {"new u = u[1,2]\n", "5:11", "must be i, i-1 or i+1"},
                  {"new u = q[i-1,j]\n", "5:9", "'q[i-1,j]' is a neighbour of a source"},
                  {"new u = a[i-1,j]\n", "5:9", "a number has no neighbours"},
                  {"p = u[i-1,j]*a\nnew u = p[i-1,j]\n", "6:9", "'p[i-1,j]' reads field u 2 rows away"},
                  {"p = u[i,j+1]*a\nnew u = p[i,j+1]\n", "6:9", "'p[i,j+1]' reads field u 2 columns away"},
                  {"p = u*q\nnew u = p[i-1,j]\n", "6:9", "'p[i-1,j]' reads a neighbour of source q"}});
}

TEST(RefusedFiles, DivisionsWithWhatToWriteInstead) {
  expect_refused({{"new u = u/3\n", "5:10", "division by 3, must be by 5 or a power of two"},
                  {"new u = u/3\n", "5:10", "write '*NAME' and above it 'number NAME = 1/(...)'"},
                  {"new u = u/q\n", "5:10", "division by a value"},
                  {"new u = u/a\n", "5:10", "division by a value"},
                  {"new u = u/0\n", "5:10", "division by 0"},
                  {"new u = u/-5\n", "5:10", "division by -5"},
                  {"new u = u/-2\n", "5:10", "division by -2"},
                  {"new u = u/(2*2)\n", "5:10", "division by a value"},
                  {"new u = u/5e-324\n", "5:10", "division by 5e-324"}});
}

TEST(RefusedFiles, LiteralsOutOfRange) {
  for (const char* text :
       {"1e309", "1e400", "1.7976931348623159e308", "1e-400", "2e-324", "1e99999999999999999999", "0.00001e-320"}) {
    EXPECT_EQ(refusal_or_missing(with_head(std::string("new u = u*") + text + "\n"), "5:11",
                                 std::string("'") + text + "' is out of range, must be 0 or from 4.9"),
              "");
  }
}

TEST(RefusedFiles, WhatIsMissing) {
  EXPECT_EQ(refusal(""), "1:1: the file is empty, must begin with 'kernel NAME'");
  EXPECT_EQ(refusal("# nothing\n"), "2:1: the end, must be a line 'kernel NAME' before");
  EXPECT_EQ(refusal("field u\n"), "1:1: 'field', must be 'kernel NAME' in the first line");
  EXPECT_EQ(refusal("kernel k\r\nfield u\r\n"), "3:1: the end, must be a line 'new u = ...' before");
  EXPECT_EQ(refusal("kernel k\n"), "2:1: the end, must be a line 'field NAME' before");
  EXPECT_EQ(refusal("kernel k\nfield u\nsource q"), "3:9: the end, must be a line 'new u = ...' before");
  EXPECT_EQ(refusal("kernel k\nnew u = 1\n"), "2:5: 'u', must be the field, which a line 'field NAME' above declares");
}

TEST(RefusedFiles, WhatIsNotNow) {
  expect_refused({{"field v\n", "5:7", "several fields not now"},
                  {"source s\n", "5:8", "several sources not now"},
                  {"new u = sqrt(u)\n", "5:9", "other functions than + - * / not now"},
                  {"new u = a(u)\n", "5:9", "other functions than + - * / not now"},
                  {"periodic\n", "5:1", "periodic ones not now"}});
  EXPECT_EQ(refusal_or_missing("kernel k\nfield u, v\n", "2:8", "several at once not now"), "");
}

TEST(RefusedFiles, NumbersAndOperationsBeyondTheirCounts) {
  std::string numbers;
  for (int k = 2; k <= 16; ++k) numbers += "number a" + std::to_string(k) + " = 1\n";
  EXPECT_EQ(refusal(with_head(numbers + "new u = u*a16\n")), "");
  EXPECT_EQ(
      refusal_or_missing(with_head(numbers + "number a17 = 1\n"), "20:8", "'a17' is number 17, must be at most 16"),
      "");
  // Each addition of a literal is an operation of its own.
  std::string sum = "u";
  for (int k = 1; k <= 64; ++k) sum += " + " + std::to_string(k);
  EXPECT_EQ(read_formula("f", with_head("new u = " + sum + "\n")).operations.size(), 64u);
  EXPECT_EQ(refusal_or_missing(with_head("new u = " + sum + " + 65\n"), "5:322",
                               "this is operation 65 of one value, must be at most 64"),
            "");
  EXPECT_EQ(refusal_or_missing(with_head("p = " + sum + " + 65\n"), "5:318", "this is operation 65"), "");
  // The -0 that makes a NaN canonical counts too.
  EXPECT_EQ(refusal_or_missing(with_head("new u = -(" + sum + ")\n"), "5:5", "this is operation 65"), "");
}

TEST(RefusedFiles, ParenthesesBeyondTheirDepth) {
  const auto nested = [](std::size_t depth) {
    return with_head("new u = " + std::string(depth, '(') + "u" + std::string(depth, ')') + "\n");
  };
  EXPECT_EQ(refusal(nested(100)), "");
  const std::string half = std::string(60, '(') + "u" + std::string(60, ')');
  EXPECT_EQ(refusal(with_head("new u = " + half + "*" + half + "\n")), "") << "not their number";
  EXPECT_EQ(refusal_or_missing(nested(101), "5:109", "'(', must be at most 100 parentheses deep"), "");
  EXPECT_EQ(refusal_or_missing(with_head("new u = " + std::string(30000, '(')), "5:109", "100 parentheses deep"), "");
  EXPECT_EQ(refusal_or_missing(nested(100000), "5:109", "100 parentheses deep"), "");
  EXPECT_EQ(refusal(with_head("new u = " + std::string(60000, '-') + "u*a\n")), "");
}

TEST(RefusedFiles, BytesThatAreNoText) {
  EXPECT_EQ(refusal_or_missing(std::string("kernel k\nfi\0eld u\n", 18), "2:3", "byte 0x00 (NUL: is it UTF-16?)"), "");
  EXPECT_EQ(refusal_or_missing(std::string("\xff\xfek\0e\0", 6), "1:1", "byte 0xff (is it UTF-16?)"), "");
  EXPECT_EQ(refusal_or_missing("\xef\xbb\xbfkernel k\n", "1:1", "a byte order mark"), "");
  EXPECT_EQ(refusal_or_missing("# W\xe4rme\nkernel k\n", "1:4", "byte 0xe4, must be text in UTF-8"), "");
  EXPECT_EQ(refusal_or_missing("# \xc3\xa4\xc0\x80\n", "1:4", "byte 0xc0"), "");  // overlong
  EXPECT_EQ(refusal_or_missing("# \xe0\x80\x80\n", "1:3", "byte 0xe0"), "");      // overlong
  EXPECT_EQ(refusal_or_missing("# \xed\xa0\x80\n", "1:3", "byte 0xed"), "");      // half of a pair of UTF-16
  EXPECT_EQ(refusal_or_missing("# \xf4\x90\x80\x80\n", "1:3", "byte 0xf4"), "");  // beyond Unicode
  EXPECT_EQ(refusal_or_missing("# \xf0\x9f\x98", "1:3", "byte 0xf0"), "");        // cut off
  EXPECT_EQ(refusal_or_missing("kernel k\n\x1b[0m\n", "2:1", "byte 0x1b"), "");
  EXPECT_EQ(refusal_or_missing("kernel k\rfield u\n", "1:9", "byte 0x0d"), "");
  EXPECT_EQ(refusal_or_missing("kernel k\x7f\n", "1:9", "byte 0x7f"), "");
}

// "" or the text of the error of a path.
std::string refusal_of_path(const std::string& path) {
  try {
    read_formula_file(path);
  } catch (const FormulaError& error) {
    return error.what();
  }
  return "";
}

TEST(RefusedFiles, WhatIsNoFile) {
  const std::string folder = testing::TempDir() + "kernel_file_test";
  std::filesystem::create_directories(folder);
  EXPECT_EQ(refusal_of_path(folder), folder + ":1:1: this is a folder, must be a kernel file");
  const std::string path = folder + "/heat.stencil";
  EXPECT_EQ(refusal_of_path(path + ".absent"),
            path + ".absent:1:1: cannot be read (No such file or directory), must be a kernel file");
  EXPECT_EQ(refusal_of_path("/dev/null"), "/dev/null:1:1: this is no plain file, must be a kernel file");
  std::ofstream(path, std::ios::binary) << heat_text;
  EXPECT_EQ(read_formula_file(path).text, heat_text);
  EXPECT_EQ(read_formula_file(path).file, path);
  std::ofstream(path, std::ios::binary) << "kernel h\nfield u\nnew u = v\n";
  EXPECT_EQ(refusal_of_path(path), path + ":3:9: 'v' is not known above, must be one of: u");
  std::ofstream(path, std::ios::binary) << std::string(300000, ' ');
  EXPECT_EQ(refusal_of_path(path), path + ":1:1: the file has 262145 bytes or more, must have at most 262144");
  std::ofstream(path, std::ios::binary).close();
  EXPECT_EQ(refusal_of_path(path), path + ":1:1: the file is empty, must begin with 'kernel NAME'");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace stencil::refused_files_test
