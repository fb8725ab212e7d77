// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/report_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "host/errors.hpp"
#include "host/io/atomic_file.hpp"
#include "sim/cli/arguments.hpp"
#include "sim/page/differences.hpp"
#include "sim/page/history_file.hpp"
#include "sim/page/history_view.hpp"
#include "sim/page/json_file.hpp"
#include "sim/page/page.hpp"
#include "sim/page/run_view.hpp"
#include "sim/run/agree.hpp"

namespace stencil {
namespace {

constexpr const char* report_schema = "stencil-cosim/report/1";

// A page in the place of what it is made from would be a loss.
void refuse_to_overwrite_inputs(const ReportOptions& options) {
  std::vector<std::string> inputs = options.runs;
  for (const std::string& input : {options.baseline, options.history}) {
    if (!input.empty()) inputs.push_back(input);
  }
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (std::filesystem::equivalent(input, options.output, ignored)) {
      throw ArgumentError(fmt::format("report {}: --output is the same file, which would be overwritten",
                                      one_line(input)));
    }
  }
}

Json view_of(const std::string& path, const std::string& baseline) {
  const std::string where = "report " + one_line(path);
  const Json report = schema_json(where, file_text("report", path), report_schema);
  return reading(where, [&] {
    Json view = run_view(report, path);
    view.put("differences", baseline.empty() ? Json(nullptr) : differences_view(differences_json(baseline, path)));
    return view;
  });
}

void write_page(const std::string& command, const std::string& path, const std::string& text) {
  try {
    AtomicFile file(path);
    file.write(text);
    file.commit();
  } catch (const ArgumentError& error) {
    throw ArgumentError(command + " " + error.what());
  }
}

void make_page(const ReportOptions& options) {
  require_page(page_assets(), "report");
  refuse_to_overwrite_inputs(options);
  Json runs = Json::array();
  for (const std::string& path : options.runs) runs.push_back(view_of(path, options.baseline));
  Json history;
  if (!options.history.empty()) history = history_view(read_history("report", options.history), options.history);
  const std::string title = options.runs.size() == 1 ? runs[0]["word"].text() + ": " + runs[0]["file"].text()
                                                     : fmt::format("{} runs", options.runs.size());
  write_page("report", options.output,
             page_html(page_assets(), {{"title", title}, {"runs", runs}, {"history", history}}));
}

}  // namespace

Command& add_report_command(Command& program, ReportOptions& options) {
  Command& report = program.add_subcommand(
      "report", "Shows reports of runs as one HTML page that needs no network: verdict, cycles, roofline, differences");
  report.add_required_texts("RUN.json", options.runs, "reports that run --report left");
  report.add_option("--baseline", "B.json", "shows what has changed against this report, cycles output or baseline", "",
                    [&](const std::string& text) { options.baseline = parse_file_name("--baseline", text); });
  report.add_option("--history", "H.jsonl", "draws the numbers of this history over its commits", "",
                    [&](const std::string& text) { options.history = parse_file_name("--history", text); });
  report.add_option("-o,--output", "PAGE.html", "the page to write, whole or not at all", "",
                    [&](const std::string& text) { options.output = parse_file_name("--output", text); });
  report.when_parsed([&options] {
    if (options.output.empty()) throw ArgumentError("report: --output must name the page to write");
  });
  return report;
}

int run_report_command(MPI_Comm communicator, const ReportOptions& options) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  agree(communicator, [&] {
    if (rank == 0) make_page(options);
  });
  return exit_ok;
}

}  // namespace stencil
