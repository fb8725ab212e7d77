// Files that this program wrote, read back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "host/base/errors.hpp"
#include "sim/app/json/json.hpp"

namespace stencil {

// The bytes of a regular file. Throws ArgumentError "COMMAND FILE: ..." that says why it cannot be read.
std::string file_text(const std::string& command, const std::string& path);

// A text of JSON with this schema. Throws ArgumentError "WHERE: ...": no JSON (truncated, or something else), no
// schema, another one, an older or a newer version.
Json schema_json(const std::string& where, const std::string& text, const std::string& schema);

// What `read` returns; fields that are missing or of another kind become ArgumentError "WHERE: ...".
template <class Read>
auto reading(const std::string& where, const Read& read) {
  try {
    return read();
  } catch (const JsonError& error) {
    throw ArgumentError(where + ": is not as its schema says: " + error.what());
  }
}

}  // namespace stencil
