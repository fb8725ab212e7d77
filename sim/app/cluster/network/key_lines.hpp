// The lines of a JSON text in which its keys stand.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stencil {

// Keys with those around them, "within_node.latency_cycles", and their lines from 1; in the order of the text, a key
// that is there twice twice.
// @pre the text is JSON
std::vector<std::pair<std::string, std::int64_t>> key_lines(const std::string& text);

}  // namespace stencil
