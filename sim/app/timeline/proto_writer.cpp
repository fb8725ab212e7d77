// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/proto_writer.hpp"

#include <algorithm>
#include <cstring>

namespace stencil {

void ProtoWriter::grow(std::size_t bytes) {
  buffer_.resize(2 * buffer_.size() + bytes);
}

void ProtoWriter::fixed64(int field, std::uint64_t value) {
  char* to = put_key(room(most_varint_bytes + sizeof value), field, wire_fixed64);
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
  char* const at = put_key(room(2 * most_varint_bytes + value.size()), field, wire_length);
  char* const to = put_varint(at, value.size());
  written(std::copy(value.begin(), value.end(), to));
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
