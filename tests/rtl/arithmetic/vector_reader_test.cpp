// TestFloat lines, well and badly formed, and the buffer that reads them.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/vectors/vector_reader.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "host/base/errors.hpp"

namespace stencil::vector_reader_test {
namespace {

const std::string good = "3FF0000000000000 c000000000000000 bff0000000000000 01";

// A file with this text, open for reading, deleted when closed.
class Input {
 public:
  explicit Input(const std::string& text) : file_(std::tmpfile()) {
    std::fwrite(text.data(), 1, text.size(), file_);
    std::fflush(file_);
    lseek(fileno(file_), 0, SEEK_SET);
  }
  ~Input() { std::fclose(file_); }
  int descriptor() const { return fileno(file_); }

 private:
  std::FILE* file_;
};

std::string error_of(const std::string& text) {
  const Input input(text);
  VectorReader reader(input.descriptor(), VectorForm::two_operands);
  OperatorVector vector;
  try {
    while (reader.next(vector)) {
    }
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ParseTestfloatLine, TakesBothCasesBlanksAndCarriageReturn) {
  OperatorVector vector;
  for (const std::string& line : {good, "  " + good + " \t", good + "\r", good.substr(0, good.size() - 1)}) {
    vector = {};
    ASSERT_TRUE(parse_testfloat_line(line, VectorForm::two_operands, vector)) << line;
    EXPECT_EQ(vector.a, 0x3ff0000000000000u);
    EXPECT_EQ(vector.b, 0xc000000000000000u);
    EXPECT_EQ(vector.expected, 0xbff0000000000000u);
  }
}

TEST(ParseTestfloatLine, RefusesEverythingElse) {
  OperatorVector vector;
  const std::string word = "3ff0000000000000";
  for (const std::string& line :
       {std::string(), std::string("   "), word, word + " " + word, word + " " + word + " " + word,
        word + " " + word + " " + word + " ", word + " " + word + " " + word + " 123",
        word + " " + word + " " + word + " 0g", word + " " + word + " " + word + " 01 01",
        word + " " + word + " " + word + "01", word + word + " " + word + " 01", "0x" + good, good.substr(1),
        "0" + good, "g" + good.substr(1), word + " -" + word + " " + word + " 00", good + "\r\r",
        good + std::string(1, '\0')}) {
    EXPECT_FALSE(parse_testfloat_line(line, VectorForm::two_operands, vector)) << "'" << line << "'";
  }
}

TEST(ParseTestfloatLine, TakesQuotientsOfFiveInBothForms) {
  OperatorVector vector;
  const std::string a = "3ff0000000000000 ";
  for (const std::string& line :
       {a + "3fc999999999999a 01", " " + a + "\t3FC999999999999A 1\r", a + "3fc999999999999a 01" + std::string(40, ' '),
        a + "4014000000000000 3fc999999999999a 01"}) {
    vector = {};
    ASSERT_TRUE(parse_testfloat_line(line, VectorForm::quotient_of_five, vector)) << line;
    EXPECT_EQ(vector.a, 0x3ff0000000000000u);
    EXPECT_EQ(vector.b, five_bits);
    EXPECT_EQ(vector.expected, 0x3fc999999999999au);
  }
  for (const std::string& line : {a + "01", a + a + a + a + "01", a + "3fc999999999999a", a + "3fc999999999999a 123",
                                  a + "3fc999999999999 01", a + "3fc999999999999a 01 01"}) {
    EXPECT_FALSE(parse_testfloat_line(line, VectorForm::quotient_of_five, vector)) << "'" << line << "'";
  }
}

TEST(VectorReader, PassesOverOtherDivisorsAndKeepsTheNumbersOfLines) {
  const std::string quotient = "3ff0000000000000 3fc999999999999a 01\n";
  const Input input("3ff0000000000000 4008000000000000 3fd5555555555555 01\n" + quotient +
                    "3ff0000000000000 c014000000000000 bfc999999999999a 01\n" +
                    "3ff0000000000000 4014000000000000 3fc999999999999a 01\n");
  VectorReader reader(input.descriptor(), VectorForm::quotient_of_five);
  OperatorVector vector;
  ASSERT_TRUE(reader.next(vector));
  EXPECT_EQ(vector.line, 2);
  ASSERT_TRUE(reader.next(vector));
  EXPECT_EQ(vector.line, 4);
  EXPECT_FALSE(reader.next(vector));
  EXPECT_EQ(reader.skipped(), 2);
  EXPECT_EQ(reader.lines(), 4);
}

TEST(VectorReader, ReadsAcrossBufferBordersAndTakesALastLineWithoutNewline) {
  constexpr int lines = 50000;  // 2.6 MB, more than two buffers
  std::string text;
  for (int i = 0; i < lines; ++i) {
    char line[64];
    std::snprintf(line, sizeof line, "%016x %016x %016x 00", i, 2 * i, 3 * i);
    text += line;
    if (i + 1 < lines) text += '\n';
  }
  const Input input(text);
  VectorReader reader(input.descriptor(), VectorForm::two_operands);
  OperatorVector vector;
  std::uint64_t expected = 0;
  while (reader.next(vector)) {
    ASSERT_EQ(vector.a, expected);
    ASSERT_EQ(vector.b, 2 * expected);
    ASSERT_EQ(vector.expected, 3 * expected);
    ++expected;
  }
  EXPECT_EQ(expected, static_cast<std::uint64_t>(lines));
  EXPECT_EQ(reader.lines(), lines);
}

TEST(VectorReader, NamesTheLineAndItsText) {
  const std::string error = error_of(good + "\n" + good + "\nnonsense\n" + good + "\n");
  EXPECT_NE(error.find("line 3"), std::string::npos) << error;
  EXPECT_NE(error.find("'nonsense'"), std::string::npos) << error;
}

TEST(VectorReader, KeepsMessagesToOneShortPrintableLine) {
  const std::string error = error_of("\x01\x7f" + std::string(3000, 'x') + "\n");
  EXPECT_NE(error.find("'??xxx"), std::string::npos) << error;
  EXPECT_LT(error.size(), 250u);
  const std::string endless = error_of(std::string(3 << 20, 'x'));
  EXPECT_NE(endless.find("longer than"), std::string::npos) << endless;
  EXPECT_LT(endless.size(), 250u);
}

TEST(VectorReader, ReportsAFailingRead) {
  const int directory = open("/", O_RDONLY | O_DIRECTORY);
  ASSERT_GE(directory, 0);
  VectorReader reader(directory, VectorForm::two_operands);
  OperatorVector vector;
  EXPECT_THROW(reader.next(vector), ArgumentError);
  close(directory);
}

}  // namespace
}  // namespace stencil::vector_reader_test
