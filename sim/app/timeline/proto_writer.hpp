// Writes protobuf's wire format: fields of varints, 64-bit words, texts and messages within messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace stencil {

// The members that write every event are inline: with a constant field its key is a constant, too.
class ProtoWriter {
 public:
  void varint(int field, std::uint64_t value) {
    written(put_varint(put_key(room(2 * most_varint_bytes), field, wire_varint), value));
  }
  // Of protobuf type int32 or int64: a negative one takes ten bytes.
  void integer(int field, std::int64_t value) { varint(field, static_cast<std::uint64_t>(value)); }
  void fixed64(int field, std::uint64_t value) {
    written(put_fixed64(put_key(room(most_varint_bytes + sizeof value), field, wire_fixed64), value));
  }
  void number(int field, double value) { written(put_number(room(most_varint_bytes + sizeof value), field, value)); }
  void text(int field, std::string_view value) {
    written(put(room(2 * most_varint_bytes + value.size()), field, value));
  }

  // A message of two varints.
  void varint_pair(int field, int first, std::uint64_t first_value, int second, std::uint64_t second_value) {
    char* const length = put_key(room(most_varint_bytes + 1 + most_pair_bytes), field, wire_length);
    char* to = put_varint(put_key(length + 1, first, wire_varint), first_value);
    to = put_varint(put_key(to, second, wire_varint), second_value);
    *length = static_cast<char>(to - length - 1);
    written(to);
  }

  // A message of at most 127 bytes: `fill` writes its fields to the place it is given, with the put functions, and
  // returns where they end.
  template <class Fill>
  void short_message(int field, Fill fill) {
    written(put_short(room(most_varint_bytes + 1 + most_short_bytes), field, fill));
  }
  template <class Fill>
  static char* put_short(char* to, int field, Fill fill) {
    char* const length = put_key(to, field, wire_length);
    char* const end = fill(length + 1);
    *length = static_cast<char>(end - length - 1);
    return end;
  }
  static char* put(char* to, int field, std::uint64_t value) {
    return put_varint(put_key(to, field, wire_varint), value);
  }
  static char* put(char* to, int field, std::string_view value) {
    to = put_varint(put_key(to, field, wire_length), value.size());
    return to + value.copy(to, value.size());
  }
  static char* put_number(char* to, int field, double value) {
    static_assert(sizeof value == sizeof(std::uint64_t));
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return put_fixed64(put_key(to, field, wire_fixed64), bits);
  }

  // What is written between the two becomes a message in a field; begin() returns what end() needs. They nest.
  std::size_t begin(int field) {
    char* to = put_key(room(most_varint_bytes + 1), field, wire_length);
    *to++ = 0;  // the length, if one byte does
    written(to);
    return size_;
  }
  void end(std::size_t message) {
    const std::size_t length = size_ - message;
    if (length > 127)
      end_long(message);
    else
      buffer_[message - 1] = static_cast<char>(length);
  }

  std::string_view bytes() const { return {buffer_.data(), size_}; }
  void clear() { size_ = 0; }

 private:
  enum WireType : unsigned { wire_varint = 0, wire_fixed64 = 1, wire_length = 2 };

  static constexpr std::size_t most_varint_bytes = 10;
  static constexpr std::size_t most_short_bytes = 127;
  static constexpr std::size_t most_pair_bytes = 4 * most_varint_bytes;  // a length of one byte

  // Seven bits per byte, the lowest first; the top bit says that more follow. Returns where it ends.
  static char* put_varint(char* to, std::uint64_t value) {
    for (; value > 0x7f; value >>= 7) *to++ = static_cast<char>(value | 0x80);
    *to++ = static_cast<char>(value);
    return to;
  }
  static char* put_fixed64(char* to, std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) *to++ = static_cast<char>(value >> 8 * byte);
    return to;
  }
  static char* put_key(char* to, int field, WireType type) {
    return put_varint(to, static_cast<std::uint64_t>(field) << 3 | type);
  }

  // Room for this many bytes more; what is put there counts once written() is given where it ends.
  char* room(std::size_t bytes) {
    if (buffer_.size() - size_ < bytes) grow(bytes);
    return buffer_.data() + size_;
  }
  void written(const char* end) { size_ = static_cast<std::size_t>(end - buffer_.data()); }
  void grow(std::size_t bytes);
  void end_long(std::size_t message);

  std::vector<char> buffer_;
  std::size_t size_ = 0;  // of what is written
};

}  // namespace stencil
