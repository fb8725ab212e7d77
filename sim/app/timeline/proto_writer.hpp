// Writes protobuf's wire format: fields of varints, 64-bit words, texts and messages within messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stencil {

class ProtoWriter {
 public:
  void varint(int field, std::uint64_t value);
  // Of protobuf type int32 or int64: a negative one takes ten bytes.
  void integer(int field, std::int64_t value) { varint(field, static_cast<std::uint64_t>(value)); }
  void fixed64(int field, std::uint64_t value);
  void number(int field, double value);
  void text(int field, std::string_view value);

  // A message of two varints.
  void varint_pair(int field, int first, std::uint64_t first_value, int second, std::uint64_t second_value);

  // What is written between the two becomes a message in a field; begin() returns what end() needs. They nest.
  std::size_t begin(int field);
  void end(std::size_t message);

  std::string_view bytes() const { return {buffer_.data(), size_}; }
  void clear() { size_ = 0; }

 private:
  enum WireType : unsigned { wire_varint = 0, wire_fixed64 = 1, wire_length = 2 };

  // Room for this many bytes more; what is put there counts once written() is told where it ends.
  char* room(std::size_t bytes);
  void written(const char* end) { size_ = static_cast<std::size_t>(end - buffer_.data()); }
  // Puts the key of a field, and makes room for this many bytes after it.
  char* key(int field, WireType type, std::size_t more_bytes);

  std::vector<char> buffer_;
  std::size_t size_ = 0;  // of what is written
};

}  // namespace stencil
