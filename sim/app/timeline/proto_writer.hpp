// Writes protobuf's wire format: fields of varints, 64-bit words, texts and messages within messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stencil {

class ProtoWriter {
 public:
  void varint(int field, std::uint64_t value);
  // Of protobuf type int32 or int64: a negative one takes ten bytes.
  void integer(int field, std::int64_t value) { varint(field, static_cast<std::uint64_t>(value)); }
  void fixed64(int field, std::uint64_t value);
  void number(int field, double value);
  void text(int field, std::string_view value);

  // What is written between the two becomes a message in a field; begin() returns what end() needs. They nest.
  std::size_t begin(int field);
  void end(std::size_t message);

  const std::string& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  enum WireType : unsigned { wire_varint = 0, wire_fixed64 = 1, wire_length = 2 };

  void key(int field, WireType type) { append(static_cast<std::uint64_t>(field) << 3 | type); }
  void append(std::uint64_t value);

  std::string bytes_;
};

}  // namespace stencil
