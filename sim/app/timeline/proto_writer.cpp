// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/proto_writer.hpp"

#include <cstring>

namespace stencil {
namespace {

constexpr std::size_t most_varint_bytes = 10;

// Seven bits per byte, the lowest first; the top bit says that more follow.
std::size_t encode(std::uint64_t value, char* bytes) {
  std::size_t count = 0;
  for (; value > 0x7f; value >>= 7) bytes[count++] = static_cast<char>(value | 0x80);
  bytes[count++] = static_cast<char>(value);
  return count;
}

}  // namespace

void ProtoWriter::append(std::uint64_t value) {
  char encoded[most_varint_bytes];
  bytes_.append(encoded, encode(value, encoded));
}

void ProtoWriter::varint(int field, std::uint64_t value) {
  key(field, wire_varint);
  append(value);
}

void ProtoWriter::fixed64(int field, std::uint64_t value) {
  key(field, wire_fixed64);
  for (int byte = 0; byte < 8; ++byte) bytes_.push_back(static_cast<char>(value >> 8 * byte));
}

void ProtoWriter::number(int field, double value) {
  static_assert(sizeof(double) == sizeof(std::uint64_t));
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  fixed64(field, bits);
}

void ProtoWriter::text(int field, std::string_view value) {
  key(field, wire_length);
  append(value.size());
  bytes_.append(value);
}

std::size_t ProtoWriter::begin(int field) {
  key(field, wire_length);
  bytes_.push_back(0);  // the length, if one byte does
  return bytes_.size();
}

void ProtoWriter::end(std::size_t message) {
  char encoded[most_varint_bytes];
  const std::size_t count = encode(bytes_.size() - message, encoded);
  bytes_.replace(message - 1, 1, encoded, count);
}

}  // namespace stencil
