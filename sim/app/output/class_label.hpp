// Names a class of blocks, for people.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/output/blocks_json.hpp"

namespace stencil {

// "middle block of 25 x 77, 5 sweeps, keep 15"; of a tile "send tile of 35 x 77, 4 sweeps backward".
std::string shape_label(const BlockClass& shape);

// The same with what it ran on: "... (small overlapped skewed)". Leaves out link and plusargs.
std::string class_label(const ClassContext& context, const BlockClass& shape);

}  // namespace stencil
