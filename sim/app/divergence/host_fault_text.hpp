// The lines that name a row which a host has wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/divergence/host_fault.hpp"

namespace stencil {

// As in the JSON of host_fault.hpp.
const char* name_of(WrongRow::Component component);
const char* side_of(const WrongRow& row);
// Lines; rank: that has the row.
std::string text_of(const WrongRow& row, int rank);

}  // namespace stencil
