// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/proto_writer.hpp"

#include <algorithm>
#include <cstring>

namespace stencil {

void ProtoWriter::grow(std::size_t bytes) {
  buffer_.resize(2 * buffer_.size() + bytes);
}

// A length of more than one byte: moves the message to make room for it.
void ProtoWriter::end_long(std::size_t message) {
  const std::size_t length = size_ - message;
  char encoded[most_varint_bytes];
  const auto bytes = static_cast<std::size_t>(put_varint(encoded, length) - encoded);
  room(bytes);
  char* const at = buffer_.data() + message;
  std::memmove(at + bytes - 1, at, length);
  size_ += bytes - 1;
  std::copy_n(encoded, bytes, buffer_.data() + message - 1);
}

}  // namespace stencil
