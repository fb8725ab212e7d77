// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/history_command.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/commands/page_output.hpp"
#include "sim/app/page/history_file.hpp"
#include "sim/app/page/history_table.hpp"
#include "sim/app/page/history_view.hpp"
#include "sim/app/page/page.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {
namespace {

void show(const HistoryOptions& options) {
  if (!options.output.empty()) require_page(page_assets(), "history");
  if (!options.output.empty()) check_page("history", {options.file}, options.output);
  const History history = read_history("history", options.file);
  if (!options.output.empty()) {
    const Json view = history_view(history, options.file);
    const Json data{{"title", "History: " + view["file"].text()}, {"runs", Json::array()}, {"history", view}};
    write_page("history", options.output, page_html(page_assets(), data));
  }
  print_out(history_table(history, options.file));
}

}  // namespace

Command& add_history_command(Command& program, HistoryOptions& options) {
  Command& history = program.add_subcommand("history", "Show cycles, area, instructions from commit to commit");
  history.add_required_text("HISTORY.jsonl", options.file, "one line per commit, as ci/history collects them");
  add_output(history, "-o,--output", "PAGE.html", "draw them on an HTML page that needs no network, too", "",
             options.output);
  history.add_example("stencil-cosim history history.jsonl", "What changed in which commit?");
  return history;
}

int run_history_command(MPI_Comm communicator, const HistoryOptions& options, ProgressLine& progress) {
  on_root(communicator, [&] {
    const Work work(&progress, "history");
    show(options);
  });
  return exit_ok;
}

}  // namespace stencil
