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

// Orders by context, then as reports order classes.
bool operator<(const ClassKey& a, const ClassKey& b);
bool operator==(const ClassKey& a, const ClassKey& b);

// The key of an object of `classes` in a report, or of a line of a baseline, which omits fields without a value. Throws
// JsonError.
ClassKey class_key(const Json& json);

// The same fields as JSON, without those that have no value.
Json key_json(const ClassKey& key);

}  // namespace stencil
