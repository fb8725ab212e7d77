// The operators of a point as a kernel file has them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/formula/point_formula.hpp"
#include "models/kernel_file/formula.hpp"

namespace stencil {

// The same for the same bytes and name of a file; lives as long as the program.
const PointFormula& file_formula(const Formula& formula);

}  // namespace stencil
