// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/summary/summary.hpp"

#include <fmt/core.h>

#include "host/base/text.hpp"
#include "sim/app/output/terminal.hpp"
#include "sim/app/output/verdict_text.hpp"

namespace stencil {
namespace {

// The picture of a hang has lines of its own.
std::string error_line(const ReportError& error) {
  const std::string part = error.blocks_of.empty() ? "" : ", with blocks of ranks " + error.blocks_of + " only";
  const std::string text = fmt::format("error on rank {}, status {}{}: {}", error.rank, error.status, part, error.text);
  return text.find('\n') == std::string::npos ? wrapped(text, 2, 0) : text;
}

// Empty where a verdict is about all values of the result.
std::string coverage_line(const Report& report) {
  if (!report.ok_covers.is_null()) return wrapped("checked: " + report.ok_covers["text"].text(), 2, 0);
  if (report.error || report.verdict.compared.value_or(0) > 0) return "";
  return report.command ? "not checked: no value was compared; --check final or block does"
                        : wrapped(
                              "not checked: no value was compared; STENCIL_CHECK=block compares what calls of C and "
                              "Fortran sweep, not devices that a C++ program makes itself",
                              2, 0);
}

}  // namespace

std::vector<std::string> conclusion_lines(const Report& report) {
  std::vector<std::string> lines;
  if (!report.divergence.is_null()) lines.push_back(report.divergence["text"].text());
  if (report.error) lines.push_back(error_line(*report.error));
  for (std::string& line : verdict_lines(report)) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> summary_lines(const Report& report) {
  std::vector<std::string> lines;
  const Capabilities& device = report.machine.device;
  if (device.pes > 0) lines.push_back(device_line(device, static_cast<int>(report.machine.ranks)));
  const bool ended_run = report.command && !report.error;
  if (!report.classes.empty() || ended_run)
    for (std::string& line : result_lines(report)) lines.push_back(std::move(line));
  if (std::string line = coverage_line(report); !line.empty()) lines.push_back(std::move(line));
  for (std::string& line : conclusion_lines(report)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace stencil
