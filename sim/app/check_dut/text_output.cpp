// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cstdint>
#include <map>
#include <set>

#include "host/base/text.hpp"
#include "sim/app/check_dut/output.hpp"
#include "sim/app/cli/lists.hpp"

namespace stencil {
namespace {

std::string count(std::size_t number) {
  return with_commas(static_cast<std::int64_t>(number));
}

std::string table_of(const DutReport& report) {
  std::string text =
      fmt::format("{:<12}{:<38}{:>9}{:>8}{:>8}{:>9}\n", "level", "", "reached", "passed", "failed", "skipped");
  for (const DutLevel level : all_dut_levels) {
    const DutCounts counts = report.count(level);
    text += fmt::format("{:<12}{:<38}{:>9}{:>8}{:>8}{:>9}\n", name_of(level), meaning_of(level),
                        counts.reached() ? "yes"
                        : counts.asked() ? "no"
                                         : "-",
                        count(counts.passed), count(counts.failed), count(counts.skipped));
  }
  return text;
}

// Each reason once, with the number of tests and the devices.
std::string skipped_text(const DutReport& report) {
  std::map<std::string, std::size_t> tests;
  std::map<std::string, std::set<std::string>> devices;
  for (const DutResult& result : report.results) {
    if (result.end != DutEnd::skipped || result.level == DutLevel::elaborates) continue;
    ++tests[result.reason];
    devices[result.reason].insert(result.device);
  }
  std::string text;
  for (const auto& [reason, number] : tests) {
    const std::vector<std::string> names(devices[reason].begin(), devices[reason].end());
    text += wrapped(fmt::format("skipped: {} on {}: {}", counted(static_cast<std::int64_t>(number), "test"),
                                joined(names), reason),
                    2, 0) +
            "\n";
  }
  return text;
}

std::string finding_text(const DutFinding& finding, bool is_first, const std::string& first) {
  std::string text = is_first ? "first finding: " : "finding: ";
  text += finding.level == DutLevel::elaborates ? "elaborates"
                                                : fmt::format("{}: {}", name_of(finding.level), finding.test);
  text += fmt::format("\n  on {}; contract, section {}\n", joined(finding.devices), finding.clause);
  if (finding.may_follow) text += fmt::format("  may follow from {}\n", first);
  return text + "  " + wrapped(finding.reason, 2, 2) + "\n";
}

}  // namespace

std::string dut_text(const DutReport& report) {
  std::string text = table_of(report) + skipped_text(report);
  const std::vector<DutFinding> findings = report.findings();
  for (const DutFinding& finding : findings)
    text += finding_text(finding, &finding == &findings.front(), findings.front().test);
  if (report.conforms())
    return text + fmt::format("PASS: {} conforms{}{}\n", report.rtl,
                              report.last_level == DutLevel::reset
                                  ? ""
                                  : fmt::format(" up to level {}", name_of(report.last_level)),
                              report.cycles == "ours" ? ", with the cycles of our RTL" : "; cycles were not judged");
  if (findings.empty()) return text;
  return text + fmt::format("FAIL: {}, the first at level {}\n",
                            counted(static_cast<std::int64_t>(findings.size()), "finding"),
                            name_of(findings.front().level));
}

}  // namespace stencil
