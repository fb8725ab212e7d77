// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/report_command.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/commands/compare_command.hpp"
#include "sim/app/commands/page_output.hpp"
#include "sim/app/json/json_file.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/app/output/report_fields.hpp"
#include "sim/app/page/differences.hpp"
#include "sim/app/page/history_file.hpp"
#include "sim/app/page/history_view.hpp"
#include "sim/app/page/page.hpp"
#include "sim/app/page/run_view.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {
namespace {

Json view_of(const std::string& path, const ReportOptions& options) {
  const std::string where = "report " + one_line(path);
  const Json report = schema_json(where, file_text("report", path), report_schema);
  return reading(where, [&] {
    Json view = run_view(report, path, {problem_labels(), machine_labels()});
    view.put("differences", options.baseline.empty()
                                ? Json(nullptr)
                                : differences_view(differences_json(options.baseline, path, options.allowed)));
    return view;
  });
}

void make_page(const ReportOptions& options, Work& work) {
  require_page(page_assets(), "report");
  std::vector<std::string> inputs = options.runs;
  inputs.insert(inputs.end(), {options.baseline, options.history});
  check_page("report", inputs, options.output);
  Json runs = Json::array();
  for (const std::string& path : options.runs) {
    const std::size_t done = runs.size();
    work.at(static_cast<double>(done) / static_cast<double>(options.runs.size()),
            fmt::format("file {} of {}", done + 1, options.runs.size()));
    runs.push_back(view_of(path, options));
  }
  Json history;
  if (!options.history.empty()) history = history_view(read_history("report", options.history), options.history);
  const std::string title = options.runs.size() == 1 ? runs[0]["word"].text() + ": " + runs[0]["file"].text()
                                                     : counted(options.runs.size(), "run");
  write_page("report", options.output,
             page_html(page_assets(), {{"title", title}, {"runs", runs}, {"history", history}}));
}

}  // namespace

Command& add_report_command(Command& program, ReportOptions& options) {
  Command& report = program.add_subcommand("report", "Show reports as an HTML page that needs no network");
  report.add_required_texts("RUN.json", options.runs, "reports of run --report");
  report.add_option("--baseline", "B.json", "show what changed against this report, JSON of cycles, or baseline", "",
                    [&](const std::string& text) { options.baseline = parse_file_name("--baseline", text); });
  add_allow_option(report, options.allowed);
  report.add_option("--history", "H.jsonl", "draw the numbers of this history over its commits", "",
                    [&](const std::string& text) { options.history = parse_file_name("--history", text); });
  add_output(report, "-o,--output", "PAGE.html", "page to write, whole or not at all; must be given", "",
             options.output);
  report.add_example("stencil-cosim report after.json -o page.html", "Verdict, cycles and roofline of one run");
  report.add_example("stencil-cosim report after.json --baseline before.json -o page.html",
                     "With the differences to another run");
  report.add_example("stencil-cosim report after.json --history history.jsonl -o page.html",
                     "With the history of its numbers");
  report.when_parsed([&options] {
    if (!options.allowed.empty() && options.baseline.empty())
      throw ArgumentError("--allow must come with --baseline B.json: without it nothing is compared");
    if (options.output.empty()) throw ArgumentError("report: --output must name the page to write");
  });
  return report;
}

int run_report_command(MPI_Comm communicator, const ReportOptions& options, ProgressLine& progress) {
  on_root(communicator, [&] {
    Work work(&progress, "report");
    make_page(options, work);
  });
  return exit_ok;
}

}  // namespace stencil
