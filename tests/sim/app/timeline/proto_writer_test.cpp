// Bytes of protobuf's wire format, by the examples of its documentation and by its rules.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/proto_writer.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace stencil {
namespace {

std::string hex(std::string_view bytes) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += {digits[byte >> 4], digits[byte & 15], ' '};
  }
  return text;
}

TEST(ProtoWriter, Varints) {
  ProtoWriter writer;
  writer.varint(1, 150);
  writer.varint(2, 0);
  writer.varint(15, 127);
  writer.varint(16, 128);
  EXPECT_EQ(hex(writer.bytes()), "08 96 01 10 00 78 7f 80 01 80 01 ");
}

TEST(ProtoWriter, TheLargestAndANegativeOneTakeTenBytes) {
  ProtoWriter writer;
  writer.varint(1, UINT64_MAX);
  writer.integer(1, -2);
  EXPECT_EQ(hex(writer.bytes()), "08 ff ff ff ff ff ff ff ff ff 01 08 fe ff ff ff ff ff ff ff ff 01 ");
}

TEST(ProtoWriter, WordsOf64Bits) {
  ProtoWriter writer;
  writer.fixed64(47, 0x0102030405060708);
  writer.number(44, 1.0);
  EXPECT_EQ(hex(writer.bytes()), "f9 02 08 07 06 05 04 03 02 01 e1 02 00 00 00 00 00 00 f0 3f ");
}

TEST(ProtoWriter, TextsAndMessages) {
  ProtoWriter writer;
  writer.text(2, "testing");
  const std::size_t message = writer.begin(3);
  writer.varint(1, 150);
  writer.end(message);
  EXPECT_EQ(hex(writer.bytes()), "12 07 74 65 73 74 69 6e 67 1a 03 08 96 01 ");
  writer.clear();
  writer.end(writer.begin(3));
  EXPECT_EQ(hex(writer.bytes()), "1a 00 ");
}

TEST(ProtoWriter, AMessageOfTwoVarints) {
  ProtoWriter writer;
  writer.varint_pair(4, 1, 300, 2, 0);
  const std::size_t message = writer.begin(4);
  writer.varint(1, 300);
  writer.varint(2, 0);
  writer.end(message);
  EXPECT_EQ(hex(writer.bytes()), "22 05 08 ac 02 10 00 22 05 08 ac 02 10 00 ");
  writer.clear();
  for (int i = 0; i < 1000; ++i) writer.varint_pair(1 << 28, 1 << 28, UINT64_MAX, 1 << 28, UINT64_MAX);
  ASSERT_EQ(writer.bytes().size(), 1000u * (5 + 1 + 2 * (5 + 10)));
  EXPECT_EQ(hex(writer.bytes().substr(5, 1)), "1e ");
}

// A length of more than one byte moves what follows it, in every message around it.
TEST(ProtoWriter, LongMessagesWithinMessages) {
  ProtoWriter writer;
  const std::size_t outer = writer.begin(1);
  writer.varint(1, 5);
  const std::size_t inner = writer.begin(2);
  writer.text(3, std::string(200, 'x'));
  writer.end(inner);
  writer.varint(4, 6);
  writer.end(outer);
  const std::string expected = "0a d2 01 08 05 12 cb 01 1a c8 01 ";
  EXPECT_EQ(hex(writer.bytes()).substr(0, expected.size()), expected);
  EXPECT_EQ(writer.bytes().size(), 3u + 2 + 3 + 3 + 200 + 2);
  EXPECT_EQ(hex(writer.bytes().substr(writer.bytes().size() - 3)), "78 20 06 ");
}

}  // namespace
}  // namespace stencil
