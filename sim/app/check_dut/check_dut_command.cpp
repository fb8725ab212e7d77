// SPDX-License-Identifier: Apache-2.0
#include "sim/app/check_dut/check_dut_command.hpp"

#include <fmt/core.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "host/base/errors.hpp"
#include "host/io/output_file.hpp"
#include "sim/app/check_dut/kit.hpp"
#include "sim/app/check_dut/output.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

constexpr IntegerRange jobs_range{"--jobs", 1, 1024};
constexpr IntegerRange wall_range{"--wall", 1, 86400};

void require_folder(const std::string& option, const std::string& folder) {
  std::error_code none;
  if (!fs::is_directory(folder, none))
    throw ArgumentError(fmt::format("{} is {}, must be a folder", option, one_line(folder)));
}

void require_top(const std::string& rtl) {
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(rtl, none))
    if (entry.path().filename() == "stencil_accel.v") return;
  throw ArgumentError(fmt::format("--rtl is {}: no stencil_accel.v there or below", one_line(rtl)));
}

}  // namespace

Command& add_check_dut_command(Command& program, CheckDutOptions& options) {
  Command& check = program.add_subcommand("check-dut", "Hold RTL to the device contract, level by level");
  check.add_text("--rtl", options.rtl, "folder of the Verilog, with stencil_accel.v there or below");
  check.add_text("--modules", options.modules, "folder with modules of its devices, in place of --rtl");
  check
      .add_option("--cycles", "WHOSE", "numbers of cycles that are judged", "none",
                  [&](const std::string& text) {
                    const std::vector<std::string> all{"none", "ours"};
                    if (text != "none" && text != "ours") throw not_a_choice("--cycles", all, text);
                    options.own_cycles = text == "ours";
                  })
      .one_of({"none", "ours"});
  check
      .add_option("--level", "LEVEL", "the last level to run", "reset",
                  [&](const std::string& text) { options.last_level = parse_choice("--level", all_dut_levels, text); })
      .one_of(choice_names(all_dut_levels));
  check.add_option("--devices", "LIST", "devices to build and test, separated by commas: four, broad, ...", "all",
                   [&](const std::string& text) { options.devices = parse_names("--devices", text); });
  check.add_text("--test", options.test, "one test alone, as a finding names it; prints all that it says");
  check.add_flag("--first", options.first, "end with the first finding");
  add_integer(check, jobs_range, "tests at a time", "one per processor", [&](auto value) { options.jobs = value; });
  add_integer(check, wall_range, "seconds after which a test hangs in the simulator", "120",
              [&](auto value) { options.wall_s = value; });
  add_output(check, "--junit", "F.xml", "write the results as JUnit XML", "", options.junit);
  add_output(check, "--html", "F.html", "write the results as a page", "", options.html);
  check.add_example("stencil-cosim check-dut --rtl my/rtl", "Does it keep the contract?");
  check.add_example("stencil-cosim check-dut --rtl my/rtl --devices four --level buses",
                    "The first levels, on one device");
  return check;
}

int run_check_dut_command(const CheckDutOptions& options, ProgressLine& progress) {
  if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr || std::getenv("PMI_SIZE") != nullptr)
    throw ArgumentError("check-dut starts processes of its own, must be called without mpirun");
  if (options.rtl.empty() == options.modules.empty())
    throw ArgumentError("check-dut must be given --rtl DIR or --modules DIR, and not both");
  CheckDutOptions chosen = options;
  if (!chosen.rtl.empty()) {
    require_folder("--rtl", chosen.rtl);
    require_top(chosen.rtl);
  } else {
    require_folder("--modules", chosen.modules);
    chosen.modules = fs::absolute(chosen.modules).string();
  }
  for (const std::string& file : {chosen.junit, chosen.html})
    if (!file.empty()) check_writable(file);
  const DutReport report = check_dut(chosen, progress);
  if (!chosen.test.empty())
    for (const DutResult& result : report.results) print_out(result.log);
  print_out(dut_text(report));
  if (!chosen.junit.empty()) write_output(chosen.junit, dut_junit(report));
  if (!chosen.html.empty()) write_output(chosen.html, dut_html(report));
  if (!report.has_tested()) throw KitError("nothing was tested, so nothing is shown to be right");
  return report.conforms() ? exit_ok : exit_difference;
}

}  // namespace stencil
