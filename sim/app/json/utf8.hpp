// Makes texts that JSON, XML and a terminal can take of bytes from outside.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stencil {

// Bytes that are not UTF-8 become '?'.
std::string utf8_text(const std::string& bytes);

// The same, and control characters become '?' too: for one line of a terminal or of an error.
std::string one_line(const std::string& text);

// For an attribute or a text of XML or HTML. XML 1.0 has no way to write most control characters: these become '?'.
std::string markup_text(const std::string& text);

}  // namespace stencil
