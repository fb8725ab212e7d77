// SPDX-License-Identifier: Apache-2.0
#include "sim/app/check_dut/case_process.hpp"

#include <fmt/core.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <vector>

#include "sim/app/json/utf8.hpp"
#include "sim/app/modules/tools.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

// Of `timeout` of coreutils.
constexpr int timed_out = 124;
constexpr int killed = 137;
constexpr int cannot_start = 127;
constexpr int ended_by_signal = 128;

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t") - first + 1);
}

// The lines behind one that ends with `mark`, up to an empty one or the next message.
std::string lines_behind(const std::string& log, const std::string& mark) {
  constexpr std::size_t most = 300;
  std::istringstream lines(log);
  std::string text;
  bool found = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_mark = line.size() >= mark.size() && line.compare(line.size() - mark.size(), mark.size(), mark) == 0;
    if (found && (is_mark || line.empty() || line.front() == '[' || line.rfind("Google Test trace", 0) == 0)) break;
    if (found) text += (text.empty() ? "" : " ") + trimmed(line);
    found = found || is_mark;
  }
  text = one_line(text);
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

std::string first_failure(const std::string& log) {
  std::string text = lines_behind(log, ": Failure");
  // GoogleTest's words around what an exception says.
  const std::string before = "C++ exception with description \"";
  const std::string after = "\" thrown in ";
  if (text.rfind(before, 0) == 0 && text.find(after) != std::string::npos)
    text = text.substr(before.size(), text.find(after) - before.size());
  return text;
}

std::string skip_reason(const std::string& log) {
  return lines_behind(log, ": Skipped");
}

DutResult run_case(const CaseBench& bench, const DutCase& test, const fs::path& modules) {
  const DutTestRow& row = *find_dut_test(test.test);
  DutResult result{row.level, test.test, test.device, place_in_contract(row)};
  const fs::path file = bench.scratch / (test.test + "." + test.device + ".log");
  const auto begin = std::chrono::steady_clock::now();
  const int status = run_logged({"timeout", "--foreground", "-k", "5", std::to_string(bench.wall_s),
                                 bench.program.string(), "--gtest_filter=" + test.filter, "--gtest_color=no"},
                                {"STENCIL_BENCH_MODULES=" + modules.string(), "STENCIL_BENCH_KERNELS=shown",
                                 std::string("STENCIL_CYCLE_LAWS=") + (bench.own_cycles ? "ON" : "OFF")},
                                file);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::string log = text_of(file);
  std::error_code none;
  fs::remove(file, none);
  if (status == cannot_start) throw KitError("timeout, of coreutils, cannot be started");
  const std::string failure = first_failure(log);
  if (failure.rfind("no device: ", 0) == 0) throw KitError(failure);
  const std::string skipped = skip_reason(log);
  const bool is_over = log.find("[  PASSED  ]") != std::string::npos || log.find("[  FAILED  ]") != std::string::npos;
  if (status == 0 && is_over) {
    result.end = skipped.empty() ? DutEnd::passed : DutEnd::skipped;
    result.reason = skipped;
    return result;
  }
  result.end = DutEnd::failed;
  result.log = log;
  if (status == timed_out || status == killed) {
    result.reason = fmt::format("hangs: the simulator has not ended within {} s", bench.wall_s);
  } else if (!failure.empty()) {
    result.reason = failure;
  } else if (status == ended_by_signal) {
    result.reason = "crashes: a signal ended the simulator";
  } else {
    result.reason = fmt::format("ends the simulator with status {}, before the test is over", status);
  }
  return result;
}

}  // namespace stencil
