// A JSON value: built for reports, read from their text. Only json.cpp and json_stream.cpp include the JSON library.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace stencil {

// Thrown for text that is not JSON, a missing field, a value of the wrong kind.
class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Json {
 public:
  struct Member;

  Json();  // null
  Json(std::nullptr_t);
  Json(bool value);
  Json(int value);
  Json(unsigned value);
  Json(long value);
  Json(long long value);
  Json(unsigned long value);
  Json(unsigned long long value);
  Json(double value);
  Json(const char* value);
  Json(std::string value);
  Json(const std::optional<bool>& value);  // null without a value
  Json(const std::optional<std::int64_t>& value);
  Json(const std::optional<std::uint64_t>& value);
  Json(const std::optional<double>& value);
  Json(std::initializer_list<Member> members);  // an object: {{"rows", 3}, {"cols", 4}}
  explicit Json(std::vector<Member> members);
  Json(std::vector<Json> items);
  Json(const std::vector<std::int64_t>& items);
  Json(const std::vector<std::string>& items);
  static Json array(std::initializer_list<Json> items = {});

  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  // Parses the whole text. Throws JsonError with the place of the first fault.
  static Json parse(const std::string& text);

  // indent < 0: one line without spaces; else one line per value, each level `indent` spaces deeper. Numbers that are
  // not finite become null.
  std::string dump(int indent = -1) const;

  bool is_null() const { return kind_ == Kind::null; }
  bool is_number() const { return kind_ == Kind::integer || kind_ == Kind::natural || kind_ == Kind::real; }
  bool is_real() const { return kind_ == Kind::real; }  // a number with a point or an exponent
  bool is_text() const { return kind_ == Kind::text; }
  bool is_array() const { return kind_ == Kind::array; }

  // The value as this type. Throws JsonError where it is of another kind, integer() also beyond 64 bits; number() takes
  // every number.
  bool boolean() const;
  std::int64_t integer() const;
  double number() const;
  const std::string& text() const;

  std::size_t size() const;   // of an array or object; 0 otherwise
  void push_back(Json item);  // to an array

  // Sets a field of an object (null becomes one); an existing field keeps its place.
  void put(const std::string& name, Json value);
  bool contains(const std::string& name) const;

  // A field or an item. Throws JsonError where it does not exist.
  const Json& operator[](const std::string& name) const;
  const Json& operator[](const char* name) const;
  const Json& operator[](std::size_t index) const;
  const Json& operator[](int index) const;

  // Items of an array, fields of an object. Throws JsonError for another kind. begin() and end() are those of the
  // items.
  const std::vector<Json>& items() const;
  const std::vector<Member>& members() const;  // in the order of the text
  const Json* begin() const;
  const Json* end() const;

  // Numbers are equal by value; objects by their fields in order.
  friend bool operator==(const Json& a, const Json& b);
  friend bool operator!=(const Json& a, const Json& b) { return !(a == b); }
  friend std::ostream& operator<<(std::ostream& out, const Json& value);

 private:
  enum class Kind : unsigned char { null, boolean, integer, natural, real, text, array, object };
  struct Parts;  // texts, arrays and objects, which do not fit into a word

  void dump_to(std::string& text, int indent, int depth) const;
  [[noreturn]] void refuse(const char* asked) const;

  Kind kind_ = Kind::null;
  std::int64_t integer_ = 0;  // 0 or 1 of a boolean; less 2^64 of a natural, which is 2^63 or more
  double real_ = 0.0;
  std::unique_ptr<Parts> parts_;  // of text, array, object
};

struct Json::Member {
  std::string name;
  Json value;
};

}  // namespace stencil
