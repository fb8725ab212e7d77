// Lists of the fields of a record, with their names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>

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

}  // namespace stencil
