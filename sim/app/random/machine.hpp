// The configurations, arithmetics and kernel files from which a call of `random` draws its cases.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/random/draw.hpp"
#include "sim/app/random/random_command.hpp"

namespace stencil {

// The configurations that cases may use, by kernel, with all else that is drawn. Throws ArgumentError for options that
// name what there is not, and where no configuration is left.
RandomMachine machine_of(const RandomOptions& options);

}  // namespace stencil
