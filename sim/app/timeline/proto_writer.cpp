// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/proto_writer.hpp"

#include <algorithm>
#include <cstring>

namespace stencil {
namespace {

constexpr std::size_t most_varint_bytes = 10;
constexpr std::size_t most_pair_bytes = 4 * most_varint_bytes;  // a length of one byte

// Seven bits per byte, the lowest first; the top bit says that more follow. Returns where it ends.
char* put_varint(char* to, std::uint64_t value) {
  for (; value > 0x7f; value >>= 7) *to++ = static_cast<char>(value | 0x80);
  *to++ = static_cast<char>(value);
  return to;
}

char* put_key(char* to, int field, unsigned wire_type) {
  return put_varint(to, static_cast<std::uint64_t>(field) << 3 | wire_type);
}

}  // namespace

char* ProtoWriter::room(std::size_t bytes) {
  if (buffer_.size() - size_ < bytes) buffer_.resize(2 * buffer_.size() + bytes);
  return buffer_.data() + size_;
}

char* ProtoWriter::key(int field, WireType type, std::size_t more_bytes) {
  return put_key(room(most_varint_bytes + more_bytes), field, type);
}

void ProtoWriter::varint(int field, std::uint64_t value) {
  written(put_varint(key(field, wire_varint, most_varint_bytes), value));
}

void ProtoWriter::fixed64(int field, std::uint64_t value) {
  char* to = key(field, wire_fixed64, sizeof value);
  for (int byte = 0; byte < 8; ++byte) *to++ = static_cast<char>(value >> 8 * byte);
  written(to);
}

void ProtoWriter::number(int field, double value) {
  static_assert(sizeof(double) == sizeof(std::uint64_t));
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  fixed64(field, bits);
}

void ProtoWriter::text(int field, std::string_view value) {
  char* const to = put_varint(key(field, wire_length, most_varint_bytes + value.size()), value.size());
  written(std::copy(value.begin(), value.end(), to));
}

void ProtoWriter::varint_pair(int field, int first, std::uint64_t first_value, int second, std::uint64_t second_value) {
  char* const length = key(field, wire_length, 1 + most_pair_bytes);
  char* to = put_varint(put_key(length + 1, first, wire_varint), first_value);
  to = put_varint(put_key(to, second, wire_varint), second_value);
  *length = static_cast<char>(to - length - 1);
  written(to);
}

std::size_t ProtoWriter::begin(int field) {
  char* to = key(field, wire_length, 1);
  *to++ = 0;  // the length, if one byte does
  written(to);
  return size_;
}

void ProtoWriter::end(std::size_t message) {
  const std::size_t length = size_ - message;
  char encoded[most_varint_bytes];
  const auto bytes = static_cast<std::size_t>(put_varint(encoded, length) - encoded);
  if (bytes > 1) {
    room(bytes);
    char* const at = buffer_.data() + message;
    std::memmove(at + bytes - 1, at, length);
    size_ += bytes - 1;
  }
  std::copy_n(encoded, bytes, buffer_.data() + message - 1);
}

}  // namespace stencil
