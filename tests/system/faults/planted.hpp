// planted.h for C++, and calls that are counted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/system/faults/planted.h"

namespace stencil::faults {

// Call number `at` of every `of` calls: a run that is made again has as many.
inline bool at_call(int at, int of) {
  static int calls = 0;
  return calls++ % of == at;
}

}  // namespace stencil::faults
