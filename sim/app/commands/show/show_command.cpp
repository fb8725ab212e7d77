// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/show/show_command.hpp"

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/cluster/time/cluster_report.hpp"
#include "sim/app/commands/page_output.hpp"
#include "sim/app/fidelity/fidelity_report.hpp"
#include "sim/app/json/json_file.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"
#include "sim/app/kernels/staged/stages_report.hpp"
#include "sim/app/output/report_fields.hpp"
#include "sim/app/output/summary/read_report.hpp"
#include "sim/app/output/summary/summary.hpp"
#include "sim/app/output/user_terminal.hpp"
#include "sim/app/page/reproduce.hpp"
#include "sim/app/page/run_view.hpp"

namespace stencil {
namespace {

Report report_of(const Json& json) {
  Report report = read_report(json);
  if (const Json& stages = json[stages_section.name]; !stages.is_null()) report.parts.put(StagesReport::read(stages));
  if (const Json& tiles = json[tiles_section.name]; !tiles.is_null()) report.parts.put(TilesReport::read(tiles));
  if (json.contains("cluster")) report.parts.put(ClusterReport::read(json["cluster"]));
  if (json.contains("fidelity")) report.parts.put(FidelityReport::read(json["fidelity"]));
  return report;
}

// "problem: rows 101, columns 77, ..."; empty where it is not known.
std::string problem_line(const Json& json) {
  const Json facts = facts_of(json["problem"], problem_labels());
  if (facts.is_null()) return "";
  std::string text;
  for (const Json& fact : facts) {
    if (fact[1].text().find('\n') != std::string::npos) continue;  // a kernel file: the kernel has its name
    text += (text.empty() ? "problem: " : ", ") + fact[0].text() + " " + fact[1].text();
  }
  return wrapped(text, 2, 0);
}

std::string shown_text(const Json& json) {
  std::string text = problem_line(json);
  if (!text.empty()) text += '\n';
  for (const std::string& line : summary_lines(report_of(json))) text += line + '\n';
  const Json again = reproduce(json)["command"];
  if (again.is_null()) return text;
  // Before the verdict, which is the last line everywhere.
  const std::size_t verdict = text.rfind('\n', text.size() - 2) + 1;
  return text.insert(verdict, "again: " + again.text() + '\n');
}

}  // namespace

Command& add_show_command(Command& program, ShowOptions& options) {
  Command& show = program.add_subcommand("show", "Print a report as text: table, limits, verdict");
  show.add_required_text("R.json", options.report, "report of run --report, or of a program with STENCIL_REPORT");
  show.add_example("stencil-cosim show run.json", "What a run has left, as it printed it");
  return show;
}

int run_show_command(MPI_Comm communicator, const ShowOptions& options) {
  on_root(communicator, [&] {
    const std::string where = "show " + one_line(options.report);
    const Json json = schema_json(where, file_text("show", options.report), report_schema);
    const std::string text = reading(where, [&] { return shown_text(json); });
    print_out(colours_wanted() ? coloured_last_line(text) : text);
  });
  return exit_ok;
}

}  // namespace stencil
