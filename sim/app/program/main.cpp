// stencil-cosim: the program.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/program/command_line.hpp"
#include "sim/app/program/mpi_program.hpp"

int main(int argc, char** argv) {
  stencil::open_missing_descriptors();
  if (const auto status = stencil::print_made_text(argc, argv))
    return stencil::status_with_output("stencil-cosim", *status);
  if (const auto status = stencil::run_without_ranks(argc, argv))
    return stencil::status_with_output("stencil-cosim", *status);
  return stencil::mpi_program(
      argc, argv, [](int count, char** words) { return stencil::command_line(MPI_COMM_WORLD, count, words); });
}
