// Reads a JSON document of any size: long lists in it are handed over item by item, or passed over.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "sim/app/json/json.hpp"

namespace stencil {

// A list that is a field of the document itself.
struct StreamedList {
  std::string name;
  std::function<void(Json item)> take;  // empty: items are read and forgotten
};

// The document, an object, without these lists: each becomes an empty one. A field of such a name that is no list stays
// as it is. Throws JsonError that says where it is no JSON or no object, and whatever `take` throws.
Json read_json_stream(std::istream& in, const std::vector<StreamedList>& lists);

}  // namespace stencil
