// The subcommand `random`: runs drawn at random until one fails, which is then made as small as it can be.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/app/cli/command.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {

struct RandomOptions {
  std::optional<std::uint64_t> seed;  // not given: one of the clock
  std::int64_t first = 0;             // number of the first case
  std::optional<std::int64_t> cases;
  std::optional<double> seconds;  // neither: default_random_s
  std::int64_t jobs = 0;          // cases at a time; 0: as many as there are processors
  std::int64_t most_ranks = 4;
  std::string accel = "rtl";
  std::string configs;              // a list; empty: all that are built, or all there are without a need of modules
  std::string folder;               // empty: random-SEED
  std::string arithmetics = "rtl";  // a list
  std::string formulas;             // a list of kernel files
  std::string steps;                // the program of steps from C; empty: none
  std::string one_case;             // as text_of() writes it, in place of drawn ones
  std::string keep;                 // file to whose end a case that fails is written
};

constexpr double default_random_s = 60.0;

// Adds the subcommand; parsing fills `options`, which must outlive the program.
Command& add_random_command(Command& program, RandomOptions& options);

// A length of time in seconds: "90", "90s", "5m", "2h". Throws ArgumentError with option and text.
double parse_duration(const std::string& option, const std::string& text);

// For a process that is no rank: it starts ranks of its own. Returns the exit status: 0 all cases passed, 1 one
// failed. Throws ArgumentError where it is called under mpirun, no configuration can be used, or files cannot be
// written; DeviceError where a case was drawn that the program refuses.
int run_random_command(const RandomOptions& options, ProgressLine& progress);

}  // namespace stencil
