// Classes of blocks, as reports and baselines hold them, read back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/json/json.hpp"
#include "sim/app/report/classes.hpp"

namespace stencil {

// Whether an object has a field that is not null.
bool has_field(const Json& json, const char* name);

// Each throws JsonError for a field that is missing or of another kind, or a name that is not known.

// The shape in an object of `classes`; fields without a value may be left out.
BlockClass read_shape(const Json& json);

// {minimum, maximum, sum}, or one number that all `count` blocks have.
Spread read_spread(const Json& json, std::int64_t count);

// {load, compute, ...} by cause, with total.
CauseSpreads read_causes(const Json& json, std::int64_t count);

// All counts of an object of a report's `classes`.
ClassSums read_sums(const Json& json);

}  // namespace stencil
