// The key by which classes of blocks from two files are matched.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/json/json.hpp"
#include "sim/app/output/blocks_json.hpp"

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

}  // namespace stencil
