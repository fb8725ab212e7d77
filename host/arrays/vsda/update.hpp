// The update of the shadow edges (halos) of a blocked array.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vsda.h"

namespace stencil {

// VSDA_Update_begin. Throws ArgumentError, DeviceError.
void update_begin(const VSDA* vsda, void* rq, void* localportion);

}  // namespace stencil
