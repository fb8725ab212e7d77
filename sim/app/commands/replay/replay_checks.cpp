// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/replay/replay_checks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "host/base/errors.hpp"
#include "host/io/output_file.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/commands/page_output.hpp"
#include "sim/app/modules/traced_module.hpp"
#include "sim/app/waves/wave_file.hpp"

namespace stencil {

std::string replay_waves(const ReplayOptions& options) {
  return wave_path(options.minimise && !is_stream(options.output) ? options.output : options.capsule);
}

void check_replay_accel(const ReplayOptions& options, const std::string& accel) {
  const std::vector<std::string> names = accelerator_names();
  if (std::find(names.begin(), names.end(), accel) == names.end()) throw not_a_choice("--accel", names, accel);
  if (!options.rtl.empty() && accel != "rtl")
    throw ArgumentError(fmt::format("--rtl is {}, must come with accelerator rtl, this is {}", options.rtl, accel));
  check_traced(options.trace, accel);
}

void check_replay_options(const ReplayOptions& options) {
  if (options.minimise && options.output.empty())
    throw ArgumentError("--minimise must come with -o FILE, where the smaller capsule goes");
  if (!options.minimise && !options.output.empty())
    throw ArgumentError(
        fmt::format("-o is {}, must come with --minimise: nothing else is written there", options.output));
  for (const std::string& output : {options.output, options.as_test}) {
    if (!output.empty()) refuse_same_file("replay", {options.capsule}, output);
  }
  if (!options.output.empty()) check_writable(options.output);
  if (!options.as_test.empty()) check_writable(options.as_test);
  if (options.trace.which != TraceChoice::Which::off) check_waves_writable(replay_waves(options));
  if (!options.config.empty()) find_configuration(options.config);
  if (options.kernel.is_given()) {
    options.kernel.check_file();
  } else if (options.kernel.has_numbers()) {
    throw ArgumentError(
        fmt::format("{} must come with --kernel FILE: the calls have their numbers", number_option_name));
  }
  if (!options.accel.empty()) check_replay_accel(options, options.accel);
}

}  // namespace stencil
