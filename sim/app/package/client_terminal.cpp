// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/client_terminal.hpp"

#include <fmt/core.h>
#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <optional>

#include "host/base/text.hpp"
#include "host/mpi/fatal.hpp"
#include "sim/app/output/summary/summary.hpp"
#include "sim/app/output/user_terminal.hpp"
#include "sim/app/output/verdict_text.hpp"
#include "sim/app/package/settings/end_variables.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {
namespace {

struct ClientProgress {
  ProgressLine line{ProgressLine::Form::redrawn};
  std::optional<Work> work{std::in_place, &line, "sweeps"};
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
};

bool is_seen() {
  int rank = 0;
  if (mpi_is_running()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0 && summary_wanted() && user_watches(STDERR_FILENO);
}

bool decided = false;
// Not destroyed where a program leaves it behind: its thread ends with the process.
ClientProgress* progress = nullptr;

// Before anything else is printed.
void end_progress() {
  if (progress == nullptr) return;
  progress->work.reset();
  delete progress;
  progress = nullptr;
}

}  // namespace

void show_progress(std::int64_t blocks, std::int64_t cycles) {
  if (!decided && is_seen()) progress = new ClientProgress;
  decided = true;
  if (progress == nullptr) return;
  std::string counts = counted(blocks, "block");
  const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - progress->began;
  if (cycles > 0 && gone.count() > 0.0)
    counts += fmt::format(", {} cycles/s", with_commas(std::llround(static_cast<double>(cycles) / gone.count())));
  progress->work->at(std::nullopt, counts);
}

void print_client_result(const Report& report, const std::string& report_path, bool summary) {
  end_progress();
  if (summary) {
    std::string text;
    for (const std::string& line : summary_lines(report)) text += line + '\n';
    // The verdict stays the last line.
    if (!report_path.empty()) text.insert(text.rfind('\n', text.size() - 2) + 1, "report: " + report_path + '\n');
    fmt::print(stderr, "{}", text);
    return;
  }
  if (report.verdict.mismatches == 0) return;
  if (!report.divergence.is_null()) fmt::print(stderr, "{}\n", report.divergence["text"].text());
  fmt::print(stderr, "stencil: STENCIL_CHECK=block: {} of {} compared differ; {}\n",
             with_commas(report.verdict.mismatches), counted(*report.verdict.compared, "value"),
             mismatch_line(report.verdict));
}

}  // namespace stencil
