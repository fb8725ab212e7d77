// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "sim/app/check_dut/output.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

const char* word_of(DutEnd end) {
  switch (end) {
    case DutEnd::passed:
      return "passed";
    case DutEnd::failed:
      return "failed";
    case DutEnd::skipped:
      return "skipped";
    case DutEnd::not_run:
      return "not run";
  }
  return "";
}

constexpr const char* page_head = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>check-dut</title><style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; } td, th { padding: .2em .8em; border-bottom: 1px solid #ccc; text-align: left; }
.failed { color: #b00020; font-weight: 600; } .passed { color: #146c2e; } .skipped, .not { color: #666; }
pre { background: #f4f4f4; padding: .8em; overflow-x: auto; }
</style></head><body>
)";

}  // namespace

std::string dut_junit(const DutReport& report) {
  const std::vector<DutFinding> findings = report.findings();
  const std::string first = findings.empty() ? "" : findings.front().test;
  std::string suites;
  std::size_t tests = 0, failures = 0, skipped = 0;
  for (const DutLevel level : all_dut_levels) {
    const DutCounts counts = report.count(level);
    const std::size_t left_out = counts.skipped + counts.not_run;
    const std::size_t all = counts.passed + counts.failed + left_out;
    tests += all;
    failures += counts.failed;
    skipped += left_out;
    suites += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
                          name_of(level), all, counts.failed, left_out);
    for (const DutResult& result : report.results) {
      if (result.level != level) continue;
      suites += fmt::format("    <testcase classname=\"check-dut.{}.{}\" name=\"{}\" time=\"{:.3f}\">\n",
                            name_of(level), markup_text(result.device), markup_text(result.test), result.seconds);
      if (result.end == DutEnd::failed)
        suites +=
            fmt::format("      <failure message=\"{}\">{}</failure>\n", markup_text(result.reason),
                        markup_text("contract, section " + result.clause + "\n" +
                                    (result.test == first ? "" : "may follow from " + first + "\n") + result.log));
      if (result.end == DutEnd::skipped || result.end == DutEnd::not_run)
        suites += fmt::format("      <skipped message=\"{}\"/>\n", markup_text(result.reason));
      suites += "    </testcase>\n";
    }
    suites += "  </testsuite>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"stencil-cosim check-dut\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n{}"
      "</testsuites>\n",
      tests, failures, skipped, suites);
}

std::string dut_html(const DutReport& report) {
  std::string page = page_head;
  page += fmt::format(
      "<h1>{}: {}</h1>\n<p>Devices: {}. Cycles: {}.</p>\n", markup_text(report.rtl),
      report.conforms() ? "<span class=\"passed\">conforms</span>" : "<span class=\"failed\">does not conform</span>",
      markup_text(joined(report.devices)), report.cycles == "ours" ? "judged, as ours" : "not judged");
  page += "<table><tr><th>level<th><th>reached<th>passed<th>failed<th>skipped</tr>\n";
  for (const DutLevel level : all_dut_levels) {
    const DutCounts counts = report.count(level);
    page += fmt::format("<tr><td><a href=\"#{0}\">{0}</a><td>{1}<td>{2}<td>{3}<td class=\"{4}\">{5}<td>{6}</tr>\n",
                        name_of(level), meaning_of(level),
                        counts.reached() ? "yes"
                        : counts.asked() ? "no"
                                         : "-",
                        counts.passed, counts.failed != 0 ? "failed" : "passed", counts.failed, counts.skipped);
  }
  page += "</table>\n";
  const std::vector<DutFinding> findings = report.findings();
  if (!findings.empty()) page += "<h2>Findings</h2>\n<ol>\n";
  for (const DutFinding& finding : findings)
    page += fmt::format("<li><b>{}: {}</b> on {}; contract, section {}{}<pre>{}</pre></li>\n", name_of(finding.level),
                        markup_text(finding.test), markup_text(joined(finding.devices)), markup_text(finding.clause),
                        finding.may_follow ? "; may follow from " + markup_text(findings.front().test) : "",
                        markup_text(finding.reason));
  if (!findings.empty()) page += "</ol>\n";
  for (const DutLevel level : all_dut_levels) {
    page += fmt::format("<h2 id=\"{0}\">{0}</h2>\n<table><tr><th>test<th>device<th>contract<th>result</tr>\n",
                        name_of(level));
    for (const DutResult& result : report.results) {
      if (result.level != level) continue;
      page += fmt::format("<tr><td>{}<td>{}<td>{}<td class=\"{}\">{}{}</tr>\n", markup_text(result.test),
                          markup_text(result.device), markup_text(result.clause), word_of(result.end),
                          word_of(result.end), result.reason.empty() ? "" : ": " + markup_text(result.reason));
    }
    page += "</table>\n";
  }
  return page + "</body></html>\n";
}

}  // namespace stencil
