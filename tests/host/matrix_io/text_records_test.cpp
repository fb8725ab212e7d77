// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/text/text_records.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace stencil {
namespace {

std::vector<double> values_of(const std::string& text, std::int64_t lines) {
  std::vector<double> values;
  const Records records = read_records(text, values);
  EXPECT_FALSE(records.problem) << records.problem->text;
  EXPECT_EQ(records.lines, lines);
  return values;
}

// "LINE: TEXT" of the first problem.
std::string problem_of(const std::string& text) {
  std::vector<double> values;
  const Records records = read_records(text, values);
  if (!records.problem) return "accepted";
  return std::to_string(records.problem->line) + ": " + records.problem->text;
}

TEST(ReadRecords, TakesOneNumberPerLine) {
  EXPECT_EQ(values_of("", 0), (std::vector<double>{}));
  EXPECT_EQ(values_of("1\n2\n3\n", 3), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(values_of("1\n2\n \t", 3), (std::vector<double>{1, 2}));
  EXPECT_EQ(values_of("1\r\n  2D1  \r\n\t3\n", 3), (std::vector<double>{1, 20, 3}));
  EXPECT_EQ(values_of("\n1\n \t\r\n\n2\n\n", 6), (std::vector<double>{1, 2}));
}

TEST(ReadRecords, SaysWhatItFoundAndWhere) {
  EXPECT_EQ(problem_of("1\n\nabc\n4\n"),
            "2: 'abc': not a number; allowed is one number per line, as 0.5D+01, 5e0, 5.0, "
            "5, 0.5-100, Infinity or NaN");
  EXPECT_EQ(problem_of("1 2\n"), "0: '1 2': several values, one number per line is allowed");
  EXPECT_EQ(problem_of("1D999").substr(0, 26), "0: '1D999': beyond binary6");
  EXPECT_EQ(problem_of("1\n" + std::string(200, 'x')).substr(0, 68), "1: '" + std::string(60, 'x') + "...'");
  EXPECT_EQ(problem_of(std::string("\x93NU\0MPY'\n", 9)).substr(0, 19), "0: '\\x93NU\\x00MPY''");
}

TEST(ReadRecords, RefusesLinesThatAreTooLong) {
  const auto line = [](std::int64_t bytes) { return std::string(static_cast<std::size_t>(bytes - 1), ' ') + "1\n"; };
  EXPECT_EQ(values_of(line(longest_line_bytes), 1), (std::vector<double>{1}));
  EXPECT_NE(problem_of(line(longest_line_bytes + 1)).find("a line of more than 1024 bytes"), std::string::npos);
  EXPECT_NE(problem_of(std::string(longest_line_bytes + 1, ' ')).find("a line of more than"), std::string::npos);
}

// A file may be cut anywhere in its last record, so that the rest looks like another number.
TEST(ReadRecords, RefusesANumberWithoutALineEnd) {
  const std::string record = "1\n  0.123456789012345678D+05";
  const std::string must = ": the file ends inside this line, cut short; every number must have a line end after it";
  for (std::size_t bytes = 5; bytes <= record.size(); ++bytes) {
    const std::string problem = problem_of(record.substr(0, bytes));
    EXPECT_EQ(problem.rfind("1: '" + record.substr(4, bytes - 4) + "': ", 0), 0u) << problem;
  }
  EXPECT_EQ(problem_of("1\n12"), "1: '12'" + must);
  EXPECT_EQ(problem_of("1\n12\r"), "1: '12'" + must);
  EXPECT_EQ(problem_of(record + "\n"), "accepted");
}

TEST(LineOfRecord, CountsEmptyLines) {
  EXPECT_EQ(line_of_record("1\n\n2\n3", 0), 0);
  EXPECT_EQ(line_of_record("1\n\n2\n3", 1), 2);
  EXPECT_EQ(line_of_record("1\n\n2\n3", 2), 3);
}

TEST(TextHeader, IsWhatGfortranPrints) {
  EXPECT_EQ(text_header(37, 23), "          37          23\n");
  EXPECT_EQ(text_header(0, 2147483647), "           0  2147483647\n");
  EXPECT_EQ(text_header(5000000000, 5000000000), "           5000000000           5000000000\n");
  EXPECT_EQ(text_header(5000000000, 1), "           5000000000                    1\n");
}

TEST(TextHeader, ReadsWhatItWritesAndNoMore) {
  const TextHeader header = read_text_header(text_header(37, 23) + "1.0\n", true);
  EXPECT_EQ(header.m, 37);
  EXPECT_EQ(header.n, 23);
  EXPECT_EQ(header.bytes, 25);
  EXPECT_EQ(header.lines, 1);
  const TextHeader loose = read_text_header("\n\r\n\t5000000000   2 \r\n7", true);
  EXPECT_EQ(loose.m, 5000000000);
  EXPECT_EQ(loose.n, 2);
  EXPECT_EQ(loose.lines, 3);
  EXPECT_EQ(loose.bytes, 21);
  EXPECT_EQ(read_text_header("3 4\n", true).bytes, 4);
}

// Like a list-directed READ of two integers.
TEST(TextHeader, ReadsThePartsOfAListDirectedRead) {
  const auto read = [](const std::string& text, std::int64_t bytes, std::int64_t lines) {
    SCOPED_TRACE(text);
    const TextHeader header = read_text_header(text, true);
    EXPECT_EQ(header.m, 9);
    EXPECT_EQ(header.n, 8);
    EXPECT_EQ(header.bytes, bytes);
    EXPECT_EQ(header.lines, lines);
  };
  read("9, 8\n1\n", 5, 1);
  read("9,8\n1\n", 4, 1);
  read(" 9 ,\t8\r\n1\n", 8, 1);
  read("+9 +8\n", 6, 1);
  read("9\n8\n1\n", 4, 2);
  read("\n9,\n\n 8 \n1\n", 9, 4);
  read("9\r\n,8\r\n1\n", 7, 2);
}

std::string header_refusal(const std::string& text, bool is_whole_file = true) {
  try {
    read_text_header(text, is_whole_file);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(TextHeader, RefusesEverythingElseWithItsLine) {
  const std::string must = ": the header must be two integers, rows and columns, >= 0";
  EXPECT_EQ(header_refusal(""), "empty, its first line must be the header: rows and columns");
  EXPECT_EQ(header_refusal("\n \n\r\n"), "empty, its first line must be the header: rows and columns");
  EXPECT_EQ(header_refusal("\n5\n"), "line 2: '5'" + must);
  EXPECT_EQ(header_refusal("5\n\n"), "line 2: '5'" + must);
  EXPECT_EQ(header_refusal("5\nx 5\n"), "line 2: 'x 5'" + must);
  EXPECT_EQ(header_refusal("5,,5\n"), "line 1: '5,,5'" + must);
  EXPECT_EQ(header_refusal(",5 5\n"), "line 1: ',5 5'" + must);
  EXPECT_EQ(header_refusal("5,\n,5\n"), "line 2: ',5'" + must);
  EXPECT_EQ(header_refusal("2*5\n"), "line 1: '2*5'" + must);
  EXPECT_EQ(header_refusal("5 5/\n"), "line 1: '5 5/'" + must);
  EXPECT_EQ(header_refusal("5;5\n"), "line 1: '5;5'" + must);
  EXPECT_EQ(header_refusal("+-5 5\n"), "line 1: '+-5 5'" + must);
  EXPECT_EQ(header_refusal("5 5,\n"), "line 1: '5 5,': more than two values in the header, rows and columns");
  EXPECT_EQ(header_refusal("5 5 rows\n"), "line 1: '5 5 rows': more than two values in the header, rows and columns");
  EXPECT_EQ(header_refusal("5\n5 5\n"), "line 2: '5 5': more than two values in the header, rows and columns");
  EXPECT_EQ(header_refusal("5 5").substr(0, 47), "line 1: '5 5': the file ends inside this line, ");
  EXPECT_EQ(header_refusal("5 x\n"), "line 1: '5 x'" + must);
  EXPECT_EQ(header_refusal("rows cols\n"), "line 1: 'rows cols'" + must);
  EXPECT_EQ(header_refusal("5.0 5\n"), "line 1: '5.0 5'" + must);
  EXPECT_EQ(header_refusal("5 5.0\n"), "line 1: '5 5.0'" + must);
  EXPECT_EQ(header_refusal("-1 5\n"), "line 1: '-1 5'" + must);
  EXPECT_EQ(header_refusal("5 -1\n"), "line 1: '5 -1'" + must);
  EXPECT_EQ(header_refusal("9223372036854775808 1\n"), "line 1: '9223372036854775808 1'" + must);
  EXPECT_EQ(header_refusal("5 5 5\n"), "line 1: '5 5 5': more than two values in the header, rows and columns");
  EXPECT_EQ(header_refusal(std::string(1025, ' ') + "\n5 5\n").substr(0, 8), "line 1: ");
  // The part of the file read may end inside the header: 3 may be the start of 34.
  EXPECT_EQ(header_refusal("12 3", false), "no header in its first 4 bytes");
  EXPECT_EQ(header_refusal("12\n3", false), "no header in its first 4 bytes");
  EXPECT_EQ(header_refusal("12\n", false), "no header in its first 3 bytes");
}

}  // namespace
}  // namespace stencil
