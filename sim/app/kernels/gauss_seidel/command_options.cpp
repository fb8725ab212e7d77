// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/command_options.hpp"

#include <fmt/format.h>

#include <string>

#include "host/base/errors.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/lists.hpp"

namespace stencil {
namespace {

struct KernelOption {
  const char* option;
  Kernel kernel;    // the only one that takes it
  const char* why;  // the other does not
};

constexpr KernelOption kernel_options[] = {
    {"--iterations", Kernel::jacobi, "there are 2*sweeps*rounds; --sweeps and --rounds say so"},
    {"--rhs", Kernel::jacobi, "the average of five has no right-hand side"},
    {"--dx", Kernel::jacobi, "the average of five has no spacings"},
    {"--dy", Kernel::jacobi, "the average of five has no spacings"},
    {"--beta", Kernel::jacobi, "the average of five has no factor"},
    {"--stw", Kernel::jacobi, "subdomains have no shadows; --sweeps says how many sweeps lie between messages"},
    {"--portion", Kernel::jacobi, "--tiles says how subdomains are cut"},
    {"--distribution", Kernel::jacobi, "--grid says how the ranks share the domain"},
    {"--block-rows", Kernel::jacobi, "--grid and --tiles say how the domain is cut"},
    {"--schedule", Kernel::jacobi, "a tile is loaded, swept and stored before the next one begins"},
    {"--blocking", Kernel::jacobi, "tiles take the place of blocks"},
    {"--place", Kernel::jacobi, "only Jacobi sweeps run as stages"},
    {"--share", Kernel::jacobi, "only Jacobi sweeps run as stages"},
    {"--host-rate", Kernel::jacobi, "only Jacobi sweeps run as stages"},
    {"--clock", Kernel::jacobi, "only Jacobi sweeps run as stages"},
    {"--grid", Kernel::gauss_seidel, "--distribution says how the ranks share the rows"},
    {"--row-cuts", Kernel::gauss_seidel, "--distribution says how the ranks share the rows"},
    {"--col-cuts", Kernel::gauss_seidel, "no rank has a part of a row"},
    {"--tiles", Kernel::gauss_seidel, "--portion says how rows are cut into blocks"},
    {"--sweeps", Kernel::gauss_seidel, "--stw says how many sweeps lie between exchanges"},
    {"--rounds", Kernel::gauss_seidel, "--iterations says how often the domain is swept"},
    {"--history", Kernel::gauss_seidel, "--place norm=cpu or norm=accel says how much each step changed"},
};

// "2x3": the whole text, two positive counts.
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

}  // namespace

void add_gauss_seidel_options(Command& run, GaussSeidelOptions& options) {
  run.add_option("--grid", "P1xP2", "subdomains by rows and by columns, one for each rank", "as square as can be",
                 [&](const std::string& text) { options.grid = parse_grid_size("--grid", text); });
  run.add_option("--row-cuts", "I,J,..", "first row of each row of subdomains but the first", "equal portions",
                 [&](const std::string& text) { options.row_cuts = parse_integers(row_cuts_range, text); });
  run.add_option("--col-cuts", "I,J,..", "first column of each column of subdomains but the first", "equal portions",
                 [&](const std::string& text) { options.col_cuts = parse_integers(col_cuts_range, text); });
  run.add_option("--tiles", "AxB",
                 "tiles of a subdomain by rows and by columns; one behind a cut, before another one, needs 2*sweeps+1 "
                 "rows or columns",
                 describe(options.tiles),
                 [&](const std::string& text) { options.tiles = parse_grid_size("--tiles", text); });
  add_integer(run, sweeps_range, "sweeps in one direction, between messages", std::to_string(options.sweeps),
              [&](std::int64_t value) { options.sweeps = value; });
  add_integer(run, rounds_range, "rounds of --sweeps sweeps forward and as many backward",
              std::to_string(options.rounds), [&](std::int64_t value) { options.rounds = value; });
  run.add_flag("--history", options.history,
               "report the residual, the most that one more Jacobi sweep would change, at first and after each round");
}

void refuse_options_of_other_kernels(const Command& run, Kernel kernel) {
  for (const KernelOption& entry : kernel_options) {
    if (entry.kernel == kernel || !run.was_given(entry.option)) continue;
    // A flag has no value to name.
    const std::string value = run.is_flag(entry.option) ? "" : " is " + run.text_of(entry.option) + ",";
    throw ArgumentError(
        fmt::format("{}{} must not be given with --kernel {}: {}", entry.option, value, name_of(kernel), entry.why));
  }
}

}  // namespace stencil
