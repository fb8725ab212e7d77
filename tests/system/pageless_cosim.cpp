// stencil-cosim as built without npm: its page is missing.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/page_assets.hpp"
#include "sim/app/program/command_line.hpp"
#include "sim/app/program/mpi_program.hpp"

namespace stencil {

const PageAssets& page_assets() {
  static const PageAssets assets{"this program was built without its page: install npm", "", "", "", ""};
  return assets;
}

}  // namespace stencil

int main(int argc, char** argv) {
  return stencil::mpi_program(
      argc, argv, [](int count, char** words) { return stencil::command_line(MPI_COMM_WORLD, count, words); });
}
