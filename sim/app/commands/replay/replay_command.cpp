// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/replay/replay_command.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"
#include "host/io/kernel_file_name.hpp"
#include "sim/app/choices/arithmetic_choice.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/lists.hpp"

namespace stencil {

Command& add_replay_command(Command& program, ReplayOptions& options) {
  Command& replay = program.add_subcommand("replay", "Replay a call that run kept; compare values and cycles");
  replay.add_required_text("CAPSULE", options.capsule, "file that run left for a wrong call, or with --capture");
  replay.begin_group("Machine");
  replay
      .add_option("--accel", "NAME", "accelerator: " + alternatives(accelerator_names()), "as captured",
                  [&](const std::string& text) { options.accel = text; })
      .one_of(accelerator_names());
  replay
      .add_option("--config", "NAME", "configuration of the accelerator: " + alternatives(accelerator_configs()),
                  "as captured", [&](const std::string& text) { options.config = text; })
      .one_of(accelerator_configs());
  replay.add_option("--kernel", "FILE", "sweep with the formula of this file; numbers of the same name as captured",
                    "as captured", [&](const std::string& text) {
                      if (!names_kernel_file(text))
                        throw ArgumentError(fmt::format("--kernel is '{}', must be a kernel file", text));
                      options.kernel.read(text);
                    });
  replay
      .add_repeated(number_option_name, "NAME=VALUE", number_option_about, "as captured, else as in the file",
                    [&](const std::string& text) { options.kernel.give(text); })
      .needed_seldom();
  add_options(replay,
              {arithmetic_option<ReplayOptions>(
                  "as captured", [](auto& chosen) -> auto& { return chosen.arithmetic; })},
              options);
  replay.add_option("--rtl", "DIR",
                    "replay on this RTL tree, which keeps rtl/CONTRACT.md; built once into the user's cache", "",
                    [&](const std::string& text) { options.rtl = parse_file_name("--rtl", text); });
  replay.begin_group("Results");
  replay.add_flag("--minimise", options.minimise,
                  "shrink calls, sweeps, rows, columns and values while a value differs; with -o");
  add_output(replay, "-o,--output", "F.capsule", "file for the smaller capsule, whole or not at all", "",
             options.output);
  add_output(replay, "--as-test", "F.cpp", "write the calls as a GoogleTest case for this project", "",
             options.as_test);
  replay.add_option("--trace", "WHICH",
                    "waves beside the capsule, R.fst and R.gtkw: off, failure (around the first wrong value), all or "
                    "all:from-to in cycles of the device; the traced module is built once, into the user's cache",
                    "off", [&](const std::string& text) { options.trace = parse_trace("--trace", text); });
  replay.add_example("stencil-cosim replay call.capsule", "The calls alone, on the device they come from");
  replay.add_example("stencil-cosim replay call.capsule --accel model", "The same calls on the timing model");
  replay.add_example("stencil-cosim replay call.capsule --kernel heat.stencil", "The same calls with another formula");
  return replay;
}

}  // namespace stencil
