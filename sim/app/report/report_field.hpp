// A field of the report as a row: its JSON, its line in docs/report.md, its label on the page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/json/json.hpp"

namespace stencil {

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
