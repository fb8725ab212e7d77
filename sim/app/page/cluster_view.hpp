// Virtual cluster time of a run as the page draws it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/json/json.hpp"

namespace stencil {

// Adds `cluster` where the report has one: its first ranks and the last stretches of its critical path.
void put_cluster(Json& view, const Json& report);

}  // namespace stencil
