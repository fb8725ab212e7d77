// Arithmetic of simulated RTL: that of the Verilog alone, or the host's arithmetic in place of parts of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/options.hpp"

namespace stencil {

// Throws ArgumentError where another arithmetic than "rtl" cannot be had: one that is not known, an accelerator that is
// not RTL, modules of another RTL tree (STENCIL_MODULES).
void check_arithmetic(const AcceleratorOptions& options);

}  // namespace stencil
