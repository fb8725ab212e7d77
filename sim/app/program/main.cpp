// stencil-cosim: the program.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/command_line.hpp"
#include "sim/app/program/mpi_program.hpp"

int main(int argc, char** argv) {
  if (const auto status = stencil::print_made_text(argc, argv)) return *status;
  return stencil::mpi_program(
      argc, argv, [](int count, char** words) { return stencil::command_line(MPI_COMM_WORLD, count, words); });
}
