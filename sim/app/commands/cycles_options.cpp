// The options of `stencil-cosim cycles`.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <string>
#include <vector>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "sim/app/choices/arithmetic_choice.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/commands/cycles_command.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {
namespace {

constexpr IntegerRange portions_range{"--portions", 1, portion_range.most};
constexpr IntegerRange niters_range{"--niters", 1, stw_range.most};
constexpr IntegerRange blocks_range{"--blocks", 1, 1000000};
constexpr IntegerRange list_cols_range{"--cols", 1, cols_range.most};

const std::vector<std::string> format_names{"table", "csv", "json"};

CyclesFormat parse_format(const std::string& text) {
  if (text == "table") return CyclesFormat::table;
  if (text == "csv") return CyclesFormat::csv;
  if (text == "json") return CyclesFormat::json;
  throw not_a_choice("--format", format_names, text);
}

}  // namespace

Command& add_cycles_command(Command& program, CyclesOptions& options) {
  options.lists = {{options.device.config}, {Schedule::overlapped}, {Blocking::overlapped_rows}, {77}, {15}, {5}, {12}};
  Command& cycles = program.add_subcommand("cycles", "List cycles per block by cause, measured and predicted");
  cycles.begin_group("Shapes (every combination of the lists, which are separated by commas)");
  add_sweep_choice(cycles, options.choice, options.lists.kernel, options.device);
  cycles
      .add_option("--configs", "NAMES", fmt::format("configurations, of: {}", joined(accelerator_configs())),
                  options.device.config,
                  [&](const std::string& text) { options.lists.configs = parse_names("--configs", text); })
      .some_of(accelerator_configs());
  cycles
      .add_option(
          "--schedules", "NAMES", "of: sequential, overlapped", "overlapped",
          [&](const std::string& text) { options.lists.schedules = parse_choices("--schedules", all_schedules, text); })
      .some_of(choice_names(all_schedules));
  cycles
      .add_option(
          "--blockings", "NAMES", "of: overlapped-rows, skewed", "overlapped-rows",
          [&](const std::string& text) { options.lists.blockings = parse_choices("--blockings", all_blockings, text); })
      .some_of(choice_names(all_blockings));
  const auto add_list = [&](const IntegerRange& range, const char* what, const char* fallback,
                            std::vector<std::int64_t>& target) {
    cycles.add_option(range.option, "LIST", with_range(what, range), fallback,
                      [&target, range](const std::string& text) { target = parse_integers(range, text); });
  };
  add_list(list_cols_range, "columns", "77", options.lists.cols);
  add_list(portions_range, "rows a block keeps", "15", options.lists.portions);
  add_list(niters_range, "sweeps per block", "5", options.lists.niters);
  add_list(blocks_range, "blocks swept one after another", "12", options.lists.blocks);
  cycles.begin_group("Machine");
  cycles
      .add_option("--accel", "NAME", "rtl: the Verilated accelerator; model: the prediction", options.device.accel,
                  [&](const std::string& text) { options.device.accel = text; })
      .one_of(accelerator_names(true));
  add_options(cycles,
              {arithmetic_option<AcceleratorOptions>(
                  "rtl", [](auto& device) -> auto& { return device.arithmetic; })},
              options.device);
  add_options(cycles, link_options(true), options.device.link);
  cycles.begin_group("Results");
  cycles
      .add_option("--format", "NAME", "table, csv or json; csv and json list every block", "table",
                  [&](const std::string& text) { options.format = parse_format(text); })
      .one_of(format_names);
  cycles.add_flag("--every-block", options.every_block, "table: list every block, not only one from the middle");
  cycles.add_flag("--expect-model", options.expect_model, "exit with status 1 if a cycle was not predicted");
  add_output(cycles, "--output", "FILE", "file to write, whole or not at all", "standard output", options.output);
  cycles.add_example("stencil-cosim cycles", "Where do the cycles of one block go?");
  cycles.add_example("stencil-cosim cycles --accel model --configs small,wide --blockings skewed",
                     "Compare devices, as predicted");
  cycles.add_example("stencil-cosim cycles --portions 15,30 --format csv --output cycles.csv", "For a spreadsheet");
  return cycles;
}

}  // namespace stencil
