// Lists of the fields of a record, with their names; fields of the report as rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>

#include "sim/app/json/json.hpp"

namespace stencil {

template <class Record, class Member>
struct NamedField {
  using Value = Member;
  const char* name;
  Member Record::*member;
  const char* about = "";  // as of ReportField
  const char* label = "";
};
template <class Record, class Member, class... Text>
NamedField(const char*, Member Record::*, Text...) -> NamedField<Record, Member>;

// Calls visit(name, value) for each field of a list.
template <class Record, class Fields, class Visit>
constexpr void visit_fields(Record&& record, const Fields& fields, Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field.name, record.*field.member), ...); }, fields);
}

// Bytes of a struct that has the fields of a list and no others, in this order.
template <class... Field>
constexpr std::size_t laid_out(const std::tuple<Field...>&) {
  std::size_t end = 0;
  const auto append = [&](std::size_t size, std::size_t align) { end = (end + align - 1) / align * align + size; };
  (append(sizeof(typename Field::Value), alignof(typename Field::Value)), ...);
  append(0, alignof(std::int64_t));
  return end;
}

template <class Record>
struct ReportField {
  const char* name;             // of the JSON member
  const char* about;            // what it counts, its unit, what null means; no '|'
  Json (*json)(const Record&);  // its value
  const char* label = "";       // on the page, before the value; empty: not among the facts there
  bool sparse = false;          // left out where its value is null
};

// The value at the end of a path of members.
template <class Record, auto... path>
Json value_at(const Record& record) {
  return Json((record.*....*path));
}

// Null of an empty text.
inline Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

// True, or null for a sparse field.
template <class Record, auto... path>
Json true_at(const Record& record) {
  return (record.*....*path) ? Json(true) : Json(nullptr);
}

// The object of the fields of a list.
template <class Fields, class Record>
Json fields_json(const Fields& fields, const Record& record) {
  Json json;
  for (const auto& field : fields) {
    Json value = field.json(record);
    if (!field.sparse || !value.is_null()) json.put(field.name, value);
  }
  return json;
}

}  // namespace stencil
