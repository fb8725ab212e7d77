// Redistribution of tall matrices with small blocks over two process rows: pdgemr2d next to PDGEMR2D.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil::bench {

// Prints a line for each shape.  Collective over MPI_COMM_WORLD.  @pre 2 ranks, test::scalapack() != nullptr
void run_tall_cases();

}  // namespace stencil::bench
