// A drawing of `stencil-cosim scale`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/scale/scale.hpp"

namespace stencil {

// SVG: useful points per cycle over ranks, both axes by powers of two, beside the line on which nothing is lost.
std::string scale_plot(const ScaleJob& job, const std::vector<ScalePoint>& points);

}  // namespace stencil
