// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <string>

#include "host/base/errors.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/kernels/gauss_seidel/tiled_session.hpp"
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {
namespace {

// The whole text must be two positive counts, as in "2x3".
GridSize parse_grid_size(const char* option, const std::string& text) {
  const auto refuse = [&] {
    return ArgumentError(fmt::format("{} is '{}', must be two counts of 1 .. {} with an x between, as in 2x3", option,
                                     text, most_parts));
  };
  const std::size_t x = text.find('x');
  if (x == std::string::npos) throw refuse();
  const IntegerRange range{option, 1, most_parts};
  try {
    return {parse_integer(range, text.substr(0, x)), parse_integer(range, text.substr(x + 1))};
  } catch (const ArgumentError&) {
    throw refuse();
  }
}

std::string parse_fuse(const char* option, const std::string& text) {
  if (text == "on" || text == "off") return text;
  throw ArgumentError(fmt::format("{} is '{}', must be on or off", option, text));
}

RunOption cuts_option(const IntegerRange& range, const char* description, std::vector<std::int64_t> TileOptions::*cuts,
                      const char* elsewhere) {
  return seldom(value_option<RunOptions>(
      range.option, "I,J,..", description,
      "equal parts", [cuts](auto& run) -> auto& { return tile_options(run).*cuts; },
      [range](const char*, const std::string& text) { return parse_integers(range, text); }, elsewhere));
}

}  // namespace

TileOptions& tile_options(RunOptions& run) {
  return dynamic_cast<GaussSeidelKernel&>(*run.kernel).options;
}

const TileOptions& tile_options(const RunOptions& run) {
  return dynamic_cast<const GaussSeidelKernel&>(*run.kernel).options;
}

std::vector<OptionGroup> GaussSeidelKernel::option_groups() const {
  const TileOptions defaults;
  constexpr const char* shared_rows = "--distribution says how the ranks share the rows";
  return {
      {"Tiles of gauss-seidel",
       {value_option<RunOptions>(
            "--grid", "P1xP2", "process grid: subdomains by rows and by columns, one per rank", "as square as can be",
            [](auto& run) -> auto& { return tile_options(run).grid; }, parse_grid_size, shared_rows),
        cuts_option(row_cuts_range, "first row of each row of subdomains but the first, 2 .. rows-2, rising",
                    &TileOptions::row_cuts, shared_rows),
        cuts_option(col_cuts_range, "first column of each column of subdomains but the first, 2 .. cols-2, rising",
                    &TileOptions::col_cuts, "every rank has whole rows"),
        value_option<RunOptions>(
            "--tiles", "AxB",
            "tiles of a subdomain by rows and by columns; a tile between two cuts needs 2*sweeps+1 rows or columns",
            stencil::describe(defaults.tiles), [](auto& run) -> auto& { return tile_options(run).tiles; },
            parse_grid_size, "--portion says how rows are cut into blocks"),
        integer_option<RunOptions>(
            sweeps_range, "sweeps in one direction between messages", std::to_string(defaults.sweeps),
            [](auto& run) -> auto& { return tile_options(run).sweeps; },
            "--stw says how many sweeps lie between exchanges"),
        integer_option<RunOptions>(
            rounds_range, "rounds of --sweeps sweeps forward and as many backward", std::to_string(defaults.rounds),
            [](auto& run) -> auto& { return tile_options(run).rounds; },
            "--iterations says how often the domain is swept"),
        seldom(value_option<RunOptions>(
            "--fuse", "off",
            "off: each tile is loaded, swept and stored by itself, as with --check block; on: fused to tiles of whole "
            "rows, "
            "which stay in the device as long as it has room",
            "on", [](auto& run) -> auto& { return tile_options(run).fuse; }, parse_fuse,
            "--schedule says what goes on beside a sweep")),
        seldom(flag_option<RunOptions>(
            "--history",
            "report the residual, the largest change that one more Jacobi sweep would make, at first and after each "
            "round",
            [](auto& run) -> auto& { return tile_options(run).history; },
            "--place norm=cpu or norm=accel says how much each step changed"))}}};
}

void GaussSeidelKernel::settle(const Report& report) {
  if (!report.problem->grid.empty()) options.grid = parse_grid_size("--grid", report.problem->grid);
  const TilesReport* const tiles = report.parts.find<TilesReport>();
  if (tiles == nullptr) return;
  options.row_cuts = tiles->row_cuts;
  options.col_cuts = tiles->col_cuts;
}

void GaussSeidelKernel::describe(ReportProblem& problem) const {
  problem.iterations = options.iterations();
  if (options.grid) problem.grid = stencil::describe(*options.grid);
  problem.tiles = stencil::describe(options.tiles);
  problem.sweeps = options.sweeps;
  problem.rounds = options.rounds;
}

std::unique_ptr<Session> GaussSeidelKernel::make_session(MPI_Comm communicator, const RunOptions& run,
                                                         const ProblemFiles& files) const {
  return std::make_unique<TiledSession>(communicator, run, files);
}

}  // namespace stencil
