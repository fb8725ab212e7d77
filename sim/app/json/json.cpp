// SPDX-License-Identifier: Apache-2.0
#include "sim/app/json/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "sim/app/json/reader.hpp"

namespace stencil {

struct Json::Parts {
  std::string text;
  std::vector<Json> items;
  std::vector<Member> members;
};

Json::Json() = default;
Json::Json(std::nullptr_t) {}
Json::Json(bool value) : kind_(Kind::boolean), integer_(value) {}
Json::Json(int value) : Json(static_cast<long long>(value)) {}
Json::Json(unsigned value) : Json(static_cast<long long>(value)) {}
Json::Json(long value) : Json(static_cast<long long>(value)) {}
Json::Json(long long value) : kind_(Kind::integer), integer_(value) {}
Json::Json(unsigned long value) : Json(static_cast<unsigned long long>(value)) {}
Json::Json(unsigned long long value)
    : kind_(value > INT64_MAX ? Kind::natural : Kind::integer), integer_(static_cast<std::int64_t>(value)) {}
Json::Json(double value) : kind_(Kind::real), real_(value) {}
Json::Json(const char* value) : Json(std::string(value)) {}
Json::Json(std::string value) : kind_(Kind::text), parts_(new Parts{std::move(value), {}, {}}) {}
Json::Json(const std::optional<bool>& value) : Json(value ? Json(*value) : Json()) {}
Json::Json(const std::optional<std::int64_t>& value) : Json(value ? Json(*value) : Json()) {}
Json::Json(const std::optional<std::uint64_t>& value) : Json(value ? Json(*value) : Json()) {}
Json::Json(const std::optional<double>& value) : Json(value ? Json(*value) : Json()) {}
Json::Json(std::initializer_list<Member> members) : Json(std::vector<Member>(members)) {}
Json::Json(std::vector<Member> members) : kind_(Kind::object), parts_(new Parts{{}, {}, std::move(members)}) {}
Json::Json(std::vector<Json> items) : kind_(Kind::array), parts_(new Parts{{}, std::move(items), {}}) {}
Json::Json(const std::vector<std::int64_t>& items) : Json(std::vector<Json>(items.begin(), items.end())) {}
Json::Json(const std::vector<std::string>& items) : Json(std::vector<Json>(items.begin(), items.end())) {}

Json Json::array(std::initializer_list<Json> items) {
  return {std::vector<Json>(items)};
}

Json::Json(const Json& other)
    : kind_(other.kind_),
      integer_(other.integer_),
      real_(other.real_),
      parts_(other.parts_ ? new Parts(*other.parts_) : nullptr) {}

Json::Json(Json&& other) noexcept
    : kind_(std::exchange(other.kind_, Kind::null)),
      integer_(other.integer_),
      real_(other.real_),
      parts_(std::move(other.parts_)) {}

Json& Json::operator=(const Json& other) {
  return *this = Json(other);
}

Json& Json::operator=(Json&& other) noexcept {
  const Json old = std::move(*this);  // `other` may be inside it
  kind_ = std::exchange(other.kind_, Kind::null);
  integer_ = other.integer_;
  real_ = other.real_;
  parts_ = std::move(other.parts_);
  return *this;
}

Json::~Json() = default;

Json Json::parse(const std::string& text) {
  JsonReader reader;
  nlohmann::json::sax_parse(text, &reader);
  return reader.take();
}

std::string Json::dump(int indent) const {
  std::string text;
  dump_to(text, indent, 0);
  return text;
}

void Json::dump_to(std::string& text, int indent, int depth) const {
  const auto new_line = [&](int deep) {
    if (indent >= 0) text += '\n' + std::string(static_cast<std::size_t>(indent * deep), ' ');
  };
  switch (kind_) {
    case Kind::null:
      text += "null";
      return;
    case Kind::boolean:
      text += integer_ != 0 ? "true" : "false";
      return;
    case Kind::integer:
      text += std::to_string(integer_);
      return;
    case Kind::natural:
      text += std::to_string(static_cast<std::uint64_t>(integer_));
      return;
    case Kind::real:
      text += nlohmann::json(real_).dump();
      return;
    case Kind::text:
      text += nlohmann::json(parts_->text).dump();
      return;
    case Kind::array:
      text += '[';
      for (const Json& item : parts_->items) {
        if (&item != &parts_->items.front()) text += ',';
        new_line(depth + 1);
        item.dump_to(text, indent, depth + 1);
      }
      if (!parts_->items.empty()) new_line(depth);
      text += ']';
      return;
    case Kind::object:
      text += '{';
      for (const Member& member : parts_->members) {
        if (&member != &parts_->members.front()) text += ',';
        new_line(depth + 1);
        text += nlohmann::json(member.name).dump() + (indent < 0 ? ":" : ": ");
        member.value.dump_to(text, indent, depth + 1);
      }
      if (!parts_->members.empty()) new_line(depth);
      text += '}';
  }
}

void Json::refuse(const char* asked) const {
  std::string text = dump();
  if (text.size() > 60) text = text.substr(0, 60) + "...";
  throw JsonError("JSON value " + text + " is not " + asked);
}

bool Json::boolean() const {
  if (kind_ != Kind::boolean) refuse("true or false");
  return integer_ != 0;
}

std::int64_t Json::integer() const {
  if (kind_ != Kind::integer) refuse("an integer below 2^63");
  return integer_;
}

double Json::number() const {
  if (kind_ == Kind::integer) return static_cast<double>(integer_);
  if (kind_ == Kind::natural) return static_cast<double>(static_cast<std::uint64_t>(integer_));
  if (kind_ != Kind::real) refuse("a number");
  return real_;
}

const std::string& Json::text() const {
  if (kind_ != Kind::text) refuse("a text");
  return parts_->text;
}

std::size_t Json::size() const {
  return parts_ ? parts_->items.size() + parts_->members.size() : 0;
}

void Json::push_back(Json item) {
  if (kind_ != Kind::array) refuse("an array");
  parts_->items.push_back(std::move(item));
}

void Json::put(const std::string& name, Json value) {
  if (kind_ == Kind::null) *this = Json(std::vector<Member>());
  if (kind_ != Kind::object) refuse("an object");
  auto& all = parts_->members;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Member& member) { return member.name == name; });
  if (found == all.end()) {
    all.push_back({name, std::move(value)});
  } else {
    found->value = std::move(value);
  }
}

bool Json::contains(const std::string& name) const {
  const auto& all = members();
  return std::any_of(all.begin(), all.end(), [&](const Member& member) { return member.name == name; });
}

const Json& Json::operator[](const std::string& name) const {
  for (const Member& member : members()) {
    if (member.name == name) return member.value;
  }
  refuse(("an object with field '" + name + "'").c_str());
}

const Json& Json::operator[](const char* name) const {
  return (*this)[std::string(name)];
}

const Json& Json::operator[](std::size_t index) const {
  if (index >= items().size()) refuse(("an array with item " + std::to_string(index)).c_str());
  return items()[index];
}

const Json& Json::operator[](int index) const {
  return (*this)[static_cast<std::size_t>(index)];
}

const std::vector<Json>& Json::items() const {
  if (kind_ != Kind::array) refuse("an array");
  return parts_->items;
}

const std::vector<Json::Member>& Json::members() const {
  if (kind_ != Kind::object) refuse("an object");
  return parts_->members;
}

const Json* Json::begin() const {
  return items().data();
}

const Json* Json::end() const {
  return items().data() + items().size();
}

bool operator==(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) {
    if (a.kind_ != b.kind_) return a.number() == b.number();
    return a.is_real() ? a.real_ == b.real_ : a.integer_ == b.integer_;
  }
  if (a.kind_ != b.kind_) return false;
  if (!a.parts_) return a.is_null() || a.boolean() == b.boolean();
  return a.parts_->text == b.parts_->text && a.parts_->items == b.parts_->items &&
         std::equal(
             a.parts_->members.begin(), a.parts_->members.end(), b.parts_->members.begin(), b.parts_->members.end(),
             [](const Json::Member& x, const Json::Member& y) { return x.name == y.name && x.value == y.value; });
}

std::ostream& operator<<(std::ostream& out, const Json& value) {
  return out << value.dump();
}

}  // namespace stencil
