// Reads a JSON document of any size: hands over long lists in it item by item, or skips them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "sim/app/json/json.hpp"

namespace stencil {

// A list that is a top-level field of the document.
struct StreamedList {
  std::string name;
  std::function<void(Json item)> take;  // called per item; empty: items are skipped
};

// Returns the document, an object, with each of these lists empty. A field of such a name that is no list stays as it
// is. Throws JsonError with the place of the first fault, or if the document is no object, and what `take` throws.
Json read_json_stream(std::istream& in, const std::vector<StreamedList>& lists);

}  // namespace stencil
