// What tells one class of blocks from another, across files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/json/json.hpp"
#include "sim/report/blocks_json.hpp"

namespace stencil {

struct ClassKey {
  ClassContext context;  // config: the name alone, without plusargs
  BlockClass shape;
};

// By context, then as reports order classes.
bool operator<(const ClassKey& a, const ClassKey& b);
bool operator==(const ClassKey& a, const ClassKey& b);

// Of an object of `classes` in a report, or of a baseline, where fields without a value are left out.
// Throws JsonError.
ClassKey class_key(const Json& json);

// The same fields again, those without a value left out.
Json key_json(const ClassKey& key);

// "middle block of 25 x 77, 5 sweeps, keep 15"; of a tile "send tile of 35 x 77, 4 sweeps backward".
std::string shape_label(const BlockClass& shape);

// The same with what it ran on: "... (small overlapped skewed)". The link is not told.
std::string class_label(const ClassKey& key);

}  // namespace stencil
