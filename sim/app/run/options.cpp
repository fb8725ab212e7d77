// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

void check_spacing(const char* option, const std::optional<double>& value) {
  if (!value || (std::isfinite(*value) && *value != 0.0)) return;
  throw ArgumentError(fmt::format("{} is {}, must be a finite number other than 0", option, *value));
}

void check_place(const RunOptions& options) {
  if (options.sharing_given && (!options.place || options.place->sweep != Where::split)) {
    throw ArgumentError("--share and --host-rate must come with --place sweep=split: only there rows are divided");
  }
  if (!options.place) return;
  if (options.itstep.blocking == Blocking::skewed) {
    throw ArgumentError(
        "--blocking is skewed, must be overlapped-rows with --place: strips are swept with their shadows");
  }
  if (options.check == Check::each_block) {
    throw ArgumentError("--check is block, must be final or off with --place: blocks stay on the device");
  }
}

void check_output_names(const RunOptions& options) {
  std::vector<std::pair<std::string, std::string>> named;
  if (!options.output.empty()) named.emplace_back("--output", options.output);
  if (!options.report.empty()) named.emplace_back("--report", options.report);
  if (!options.junit.empty()) named.emplace_back("--junit", options.junit);
  if (!options.dump_input.empty()) {
    named.emplace_back("--dump-input", options.dump_f());
    if (options.kernel == Kernel::jacobi) named.emplace_back("--dump-input", options.dump_r());
  }
  for (std::size_t a = 0; a < named.size(); ++a) {
    for (std::size_t b = a + 1; b < named.size(); ++b) {
      if (named[a].second != named[b].second) continue;
      throw ArgumentError(fmt::format("{} and {} both name {}, must be different files", named[a].first, named[b].first,
                                      named[a].second));
    }
  }
}

void check_jacobi(const RunOptions& options) {
  require_in_range(iterations_range, options.iterations);
  require_in_range(portion_range, options.portion);
  require_in_range(stw_range, options.stw);
  const bool skewed = options.itstep.blocking == Blocking::skewed;
  const std::int64_t most_sweeps = skewed ? options.portion : options.portion / 3;
  if (options.stw > most_sweeps) {
    throw ArgumentError(fmt::format("--stw is {}, must be 1 .. {} ({}--portion {}{})", options.stw, most_sweeps,
                                    skewed ? "" : "a third of ", options.portion, skewed ? ", skewed blocks" : ""));
  }
  if (options.block_rows) {
    if (options.distribution == Distribution::blocked) {
      throw ArgumentError(
          fmt::format("--block-rows is {}, must not be given with --distribution blocked, where every "
                      "rank has one strip; --distribution cyclic takes it",
                      *options.block_rows));
    }
    require_in_range(block_rows_range, *options.block_rows);
  }
  check_place(options);
  check_spacing("--dx", options.grid.dx);
  check_spacing("--dy", options.grid.dy);
  if (options.grid.beta && !std::isfinite(*options.grid.beta)) {
    throw ArgumentError(fmt::format("--beta is {}, must be a finite number", *options.grid.beta));
  }
}

void check_parts(const char* option, const GridSize& size) {
  for (const std::int64_t parts : {size.rows, size.cols}) {
    if (parts >= 1 && parts <= most_parts) continue;
    throw ArgumentError(
        fmt::format("{} is {}, must be two counts of 1 .. {} with an x between", option, describe(size), most_parts));
  }
}

void check_gauss_seidel(const GaussSeidelOptions& options) {
  if (options.grid) check_parts("--grid", *options.grid);
  check_parts("--tiles", options.tiles);
  require_in_range(sweeps_range, options.sweeps);
  require_in_range(rounds_range, options.rounds);
}

}  // namespace

void require_in_range(const IntegerRange& range, std::int64_t value) {
  if (value >= range.least && value <= range.most) return;
  throw ArgumentError(fmt::format("{} is {}, must be {} .. {}", range.option, value, range.least, range.most));
}

void check_options(const RunOptions& options) {
  if (options.rows) require_in_range(rows_range, *options.rows);
  if (options.cols) require_in_range(cols_range, *options.cols);
  options.kernel == Kernel::jacobi ? check_jacobi(options) : check_gauss_seidel(options.gauss_seidel);
  require_in_range(burst_range, options.device.link.burst_beats);
  require_in_range(link_bytes_range, options.device.link.bytes_per_cycle);
  require_in_range(link_latency_range, options.device.link.latency_cycles);
  check_output_names(options);
}

}  // namespace stencil
