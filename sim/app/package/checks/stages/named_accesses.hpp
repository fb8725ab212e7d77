// The accesses to a datum that a stage names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/stages/stage.hpp"

namespace stencil {

bool names(const Stage& stage, const SharedDatum& datum);
// Whether it names the datum as changed, on either side; or this row of it, on the host.
bool changes(const Stage& stage, const SharedDatum& datum);
bool changes(const Stage& stage, const SharedDatum& datum, std::int64_t row);
// Of a datum that a stage changes without naming it so: "which it names only as read".
const char* naming_of(const Stage& stage, const SharedDatum& datum);
bool runs_on_host(const Stage& stage);

}  // namespace stencil
