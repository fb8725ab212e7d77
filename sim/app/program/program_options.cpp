// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/program_options.hpp"

namespace stencil {
namespace {

// With all subcommands the page fills a terminal of 24 lines.
constexpr const char* footer = "Alone or under mpirun. Exit status: 0 passed, 1 a difference, 2 usage, 3 failed.";
constexpr const char* footer_of_subcommands =
    "Exit status: 0 checks passed, 1 a difference, 2 bad usage or input, 3 failed.";

}  // namespace

ProgramOptions::ProgramOptions() {
  program.set_version("stencil-cosim " STENCIL_VERSION);
  program.set_footer(footer);
  program.add_example("stencil-cosim run", "");
  for (Command* command : {&run, &cycles, &tune, &scale, &compare, &configs, &replay, &report, &history, &show, &kernel,
                           &random, &check_dut}) {
    command->set_footer(footer_of_subcommands);
  }
}

}  // namespace stencil
