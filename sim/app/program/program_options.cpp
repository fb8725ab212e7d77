// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/program_options.hpp"

namespace stencil {
namespace {

constexpr const char* footer =
    "Runs alone or under mpirun -n R, one accelerator per rank. Exit status: 0 all\n"
    "checks passed, or --check off; 1 a difference; 2 bad usage or input; 3 failed.";
constexpr const char* footer_of_subcommands =
    "Exit status: 0 checks passed, 1 a difference, 2 bad usage or input, 3 failed.";

}  // namespace

ProgramOptions::ProgramOptions() {
  program.set_version("stencil-cosim " STENCIL_VERSION);
  program.set_footer(footer);
  program.add_example("stencil-cosim run", "A small domain through the RTL, every value compared");
  for (Command* command :
       {&run, &cycles, &tune, &compare, &configs, &replay, &report, &history, &show, &kernel, &random}) {
    command->set_footer(footer_of_subcommands);
  }
}

}  // namespace stencil
