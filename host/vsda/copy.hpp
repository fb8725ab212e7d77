// Copies between distributed arrays.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vsda.h"

namespace stencil {

// VSDA_Copy. Throws ArgumentError, DeviceError.
void copy_begin(const VSDA* target, long targoffs, void* targarr, const VSDA* source, long srcoffs, const void* srcarr,
                long count, void* rq);

}  // namespace stencil
