// Reads files that this program has written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "host/base/errors.hpp"
#include "sim/app/json/json.hpp"

namespace stencil {

// The bytes of a regular file, of one version. Throws ArgumentError "COMMAND FILE: ..." with the reason: it cannot
// be opened, or was changed meanwhile; DeviceError where the system fails to read it.
std::string file_text(const std::string& command, const std::string& path);

// "r" of "r.json", a name without that ending as it is: what files beside it are named after.
std::string without_json(const std::string& path);

// Parses JSON of this schema. Throws ArgumentError "WHERE: ..." for text that is not JSON (truncated, or something
// else), has no schema or another one, or an older or newer version.
Json schema_json(const std::string& where, const std::string& text, const std::string& schema);

// Returns what `read` returns; turns JsonError, for missing fields or fields of the wrong kind, into ArgumentError
// "WHERE: ...".
template <class Read>
auto reading(const std::string& where, const Read& read) {
  try {
    return read();
  } catch (const JsonError& error) {
    throw ArgumentError(where + ": is not as its schema says: " + error.what());
  }
}

}  // namespace stencil
