// SPDX-License-Identifier: Apache-2.0
#include "host/io/npy_header.hpp"

#include <gtest/gtest.h>

#include "tests/support/refusal.hpp"

namespace stencil::npy_header_test {
namespace {

std::string refusal(const std::string& text) {
  return test::refusal<std::invalid_argument>([&] { parse_npy_dictionary(text); });
}

TEST(NpyDictionary, ReadsWhatItWrites) {
  const NpyDictionary dictionary = parse_npy_dictionary(npy_dictionary(101, 77, false) + "   \n");
  EXPECT_EQ(dictionary.descr, "<f8");
  EXPECT_FALSE(dictionary.fortran_order);
  EXPECT_EQ(dictionary.shape, (std::vector<std::int64_t>{101, 77}));
}

TEST(NpyDictionary, SaysWhichOrder) {
  EXPECT_EQ(npy_dictionary(3, 4, false), "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }");
  EXPECT_EQ(npy_dictionary(3, 4, true), "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4), }");
  EXPECT_TRUE(parse_npy_dictionary(npy_dictionary(3, 4, true)).fortran_order);
}

TEST(NpyFileHead, EndsOnAMultipleOf64BytesForEveryLengthOfTheShape) {
  for (std::int64_t rows = 1; rows <= 100'000'000'000'000'000; rows *= 10) {
    const std::string head = npy_file_head(rows, 7, true);
    EXPECT_EQ(head.size() % 64, 0u) << rows;
    EXPECT_EQ(head.substr(0, 8), "\x93NUMPY\x01" + std::string(1, '\0'));
    EXPECT_EQ(static_cast<unsigned char>(head[8]) + 256 * static_cast<unsigned char>(head[9]), head.size() - 10);
    EXPECT_EQ(head.back(), '\n');
    EXPECT_EQ(parse_npy_dictionary(head.substr(10)).shape, (std::vector<std::int64_t>{rows, 7}));
  }
}

TEST(NpyDictionary, TakesAnyOrderBlanksAndQuotes) {
  const NpyDictionary dictionary =
      parse_npy_dictionary("{\n \"shape\" :( 3 ,) , 'fortran_order':True,'descr': \">i4\"}");
  EXPECT_EQ(dictionary.descr, ">i4");
  EXPECT_TRUE(dictionary.fortran_order);
  EXPECT_EQ(dictionary.shape, (std::vector<std::int64_t>{3}));
  EXPECT_TRUE(parse_npy_dictionary("{'descr':'<f8','fortran_order':False,'shape':()}").shape.empty());
  EXPECT_EQ(parse_npy_dictionary("{'descr':[('a','<f8'),('b','<i4',(2,))],'fortran_order':False,'shape':()}").descr,
            "[('a','<f8'),('b','<i4',(2,))]");
}

TEST(NpyDictionary, RefusesEverythingElseWithThePlace) {
  EXPECT_EQ(refusal(""), "'{' expected at byte 0 of the header text");
  EXPECT_EQ(refusal("{'descr': '<f8'}"), "one of descr, fortran_order, shape is missing at byte 16 of the header text");
  EXPECT_EQ(refusal("{'descr': '<f8"), "the closing quote is missing at byte 10 of the header text");
  EXPECT_EQ(refusal("{'descr': [1,2"), "the closing ']' is missing at byte 14 of the header text");
  EXPECT_EQ(refusal("{'fortran_order': Maybe}"), "True or False expected at byte 18 of the header text");
  EXPECT_EQ(refusal("{'shape': (3 4)}"), "')' expected at byte 13 of the header text");
  EXPECT_EQ(refusal("{'shape': (-3,)}"), "a non-negative integer expected at byte 11 of the header text");
  EXPECT_EQ(refusal("{'shape': (9223372036854775808,)}"),
            "a size that fits 63 bits expected at byte 29 of the header text");
  EXPECT_EQ(refusal("{'colour': 'red'}"), "unexpected key 'colour' at byte 10 of the header text");
  EXPECT_EQ(refusal("{'descr': 'a', 'descr': 'b'}"), "unexpected key 'descr' at byte 23 of the header text");
  EXPECT_EQ(refusal(npy_dictionary(3, 4, false) + "x"), "text after the dictionary at byte 59 of the header text");
}

}  // namespace
}  // namespace stencil::npy_header_test
