// A class of blocks in a few words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/json/json.hpp"

namespace stencil {

// Of a class as reports list it: "middle block of 25 x 77, 5 sweeps, keep 15, goes on from above"; "send tile of 35 x
// 77, 4 sweeps, backward". What all classes of a run have in common (configuration, schedule, link) is left out.
std::string class_label(const Json& one);

}  // namespace stencil
