// SPDX-License-Identifier: Apache-2.0
#include "sim/app/random/case_runner.hpp"

#include <fmt/core.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <sstream>

#include "host/base/errors.hpp"
#include "host/io/npy.hpp"
#include "sim/app/modules/tools.hpp"

extern char** environ;

namespace stencil {
namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t signal_came = 0;

void note_signal(int) {
  signal_came = 1;
}

// A child gets MPI's variables of ours: they are the user's, since this program is no rank.
std::vector<std::string> mpi_variables() {
  std::vector<std::string> found;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    for (const char* prefix : {"OMPI_", "PMIX_", "PRTE_", "ORTE_"})
      if (text.rfind(prefix, 0) == 0) found.push_back(text);
  }
  return found;
}

// What the output of a run ends with.
struct LastLines {
  std::string verdict;  // "PASS: ..." or "FAIL: ..."; empty: none
  std::string error;    // the first of the program
  std::string warning;  // the same; a program in C may have failed by it alone
  std::string last;     // that is no frame of dashes
};

LastLines last_lines(const std::string& log) {
  LastLines found;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("PASS", 0) == 0 || line.rfind("FAIL", 0) == 0) found.verdict = line;
    const bool ours = line.rfind("stencil-cosim: ", 0) == 0 || line.rfind("stencil: ", 0) == 0;  // the latter of C
    if (found.error.empty() && ours && line.find(" warning: ") == std::string::npos) found.error = line;
    if (found.warning.empty() && ours && line.find(" warning: ") != std::string::npos) found.warning = line;
    if (line.find_first_not_of('-') != std::string::npos) found.last = line;
  }
  return found;
}

// A launcher that fails has statuses of its own: a verdict must bear out what the status says.
CaseEnd end_of(int status, const LastLines& lines) {
  if (interrupted()) return CaseEnd::cut_short;
  if (status == exit_ok && lines.verdict.rfind("PASS", 0) == 0) return CaseEnd::passed;
  if (status == exit_difference && lines.verdict.rfind("FAIL", 0) == 0) return CaseEnd::differs;
  return status == exit_usage && !lines.error.empty() ? CaseEnd::refused : CaseEnd::failed;
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

bool interrupted() {
  return signal_came != 0;
}

CaseRunner::CaseRunner(std::string program, std::string steps, fs::path folder, std::int64_t most_ranks)
    : program_(std::move(program)), steps_(std::move(steps)), folder_(std::move(folder)), mpirun_(find_tool("mpirun")) {
  if (mpirun_.empty() && most_ranks > 1)
    throw ArgumentError(fmt::format("--ranks is {}, must be 1: there is no mpirun in PATH", most_ranks));
  if (most_ranks == 1) return;
  // One that starts nothing, as for root, would fail every case.
  const fs::path log = folder_ / "mpirun.log";
  const int status = run_logged({mpirun_, "-n", "2", "--oversubscribe", "true"}, mpi_variables(), log);
  const std::string text = text_of(log);
  std::error_code none;
  fs::remove(log, none);
  if (status != 0) throw DeviceError(fmt::format("mpirun cannot start two ranks, status {}:\n{}", status, text));
}

std::string CaseRunner::command_line(const RandomCase& drawn, const std::string& name) const {
  return command_line_of(drawn, files_of(name, "stencil-cosim"));
}

CaseResult CaseRunner::run(const RandomCase& drawn, const std::string& name, const std::string& report) const {
  const CaseFiles files = files_of(name, program_);
  std::vector<std::string> inputs;
  if (drawn.special && !drawn.from_c) inputs.push_back(files.field);
  if (has_rhs_file(drawn)) inputs.push_back(files.rhs);
  for (const std::string& input : inputs) {
    NpyWriter field(input, drawn.rows, drawn.cols);
    const std::uint64_t seed = input == files.field ? drawn.seed : ~drawn.seed;
    field.append_rows(special_field(drawn.rows, drawn.cols, seed).data(), drawn.rows);
    field.commit();
  }
  std::vector<std::string> words{"timeout", "-k", "10", std::to_string(case_bound_s)};
  if (drawn.ranks > 1)
    words.insert(words.end(), {mpirun_, "-n", std::to_string(drawn.ranks), "--oversubscribe", "--bind-to", "none"});
  CaseCommand command = command_of(drawn, files);
  words.insert(words.end(), command.words.begin(), command.words.end());
  std::vector<std::string> variables = mpi_variables();
  variables.insert(variables.end(), command.environment.begin(), command.environment.end());
  if (!report.empty() && drawn.from_c) variables.push_back("STENCIL_REPORT=" + report);
  if (!report.empty() && !drawn.from_c) words.insert(words.end(), {"--report", report});
  const fs::path log = folder_ / (name + ".log");
  std::error_code none;
  fs::remove(log, none);
  CaseResult result;
  const int status = run_logged(words, variables, log);
  result.log = text_of(log);
  const LastLines lines = last_lines(result.log);
  result.end = end_of(status, lines);
  result.line = status == 124          ? fmt::format("no end after {} s", case_bound_s)
                : status == 127        ? fmt::format("{} cannot be started", words[0])
                : !lines.error.empty() ? lines.error
                : result.end == CaseEnd::failed && !lines.warning.empty() ? lines.warning
                : !lines.verdict.empty()                                  ? lines.verdict
                                         : fmt::format("status {}: {}", status, lines.last);
  if (result.end == CaseEnd::passed || result.end == CaseEnd::cut_short) {
    fs::remove(log, none);
    for (const std::string& input : inputs) fs::remove(input, none);
  }
  return result;
}

}  // namespace stencil
