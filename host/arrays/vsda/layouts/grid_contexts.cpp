// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/grid_contexts.hpp"

namespace stencil {

// Never destroyed: functions called at exit may still hold contexts.
HandleTable<GridContext>& grid_contexts() {
  static auto* const table = new HandleTable<GridContext>(
      0x42434358, "a context made by block_cyclic_context, _gridinit or _gridmap and not freed");  // "BCCX"
  return *table;
}

}  // namespace stencil
