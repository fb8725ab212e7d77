// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/junit.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "host/base/text.hpp"
#include "host/io/output_file.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/app/output/terminal.hpp"
#include "sim/app/output/verdict_text.hpp"

namespace stencil {
namespace {

class Suite {
 public:
  // looked_at: what was looked at. failure: empty where all was well.
  void add(const char* group, const std::string& name, const std::string& looked_at, const std::string& failure) {
    failures_ += failure.empty() ? 0 : 1;
    add_case(group, name, 0.0, failure.empty() ? "" : element("failure", failure), looked_at);
  }
  void add_run(double seconds, const std::string& looked_at, const std::string& error) {
    errors_ += error.empty() ? 0 : 1;
    seconds_ = seconds;
    add_case("run", "completes", seconds, error.empty() ? "" : element("error", error), looked_at);
  }
  void add_skipped(const char* group, const std::string& name, const std::string& why) {
    ++skipped_;
    add_case(group, name, 0.0, fmt::format("      <skipped message=\"{}\"/>\n", markup_text(why)), "");
  }

  std::string text() const {
    const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                                           tests_, failures_, errors_, skipped_, seconds_);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n"
        "  <testsuite name=\"stencil-cosim run\" {0}>\n{1}  </testsuite>\n</testsuites>\n",
        counts, cases_);
  }

 private:
  static std::string element(const char* kind, const std::string& text) {
    const std::string first = text.substr(0, text.find('\n'));
    return fmt::format("      <{0} message=\"{1}\">{2}</{0}>\n", kind, markup_text(first), markup_text(text));
  }

  void add_case(const char* group, const std::string& name, double seconds, const std::string& outcome,
                const std::string& looked_at) {
    ++tests_;
    cases_ += fmt::format("    <testcase classname=\"stencil-cosim.{}\" name=\"{}\" time=\"{:.3f}\">\n{}", group,
                          markup_text(name), seconds, outcome);
    if (!looked_at.empty()) cases_ += fmt::format("      <system-out>{}</system-out>\n", markup_text(looked_at));
    cases_ += "    </testcase>\n";
  }

  std::string cases_;
  double seconds_ = 0.0;
  int tests_ = 0;
  int failures_ = 0;
  int errors_ = 0;
  int skipped_ = 0;
};

std::string difference(const Report& report, const CheckCount& found, const std::string& against) {
  if (found.mismatches == 0) return "";
  const std::string first = mismatch_line(report.verdict);
  return fmt::format("{} of {} differ from {}{}", with_commas(found.mismatches), counted(found.compared, "value"),
                     against, first.empty() ? "" : "\n" + first);
}

void add_field(Suite& suite, const Report& report) {
  const Verdict& verdict = report.verdict;
  if (verdict.field) {
    suite.add("result", "field", counted(verdict.field->compared, "value") + " compared with the golden solver",
              difference(report, *verdict.field, "the golden solver"));
  } else if (!report.error) {
    suite.add_skipped("result", "field", "nothing was compared: --check off");
  }
}

void add_changes(Suite& suite, const Verdict& verdict) {
  if (!verdict.changes) return;
  const CheckCount& changes = *verdict.changes;
  std::string failure;
  if (changes.mismatches != 0) {
    failure = fmt::format("{} of {} differ from the golden sweeps\n{}", with_commas(changes.mismatches),
                          counted(changes.compared, "largest change"), change_line(verdict));
  }
  suite.add("result", "changes", counted(changes.compared, "largest change") + " compared with the golden sweeps",
            failure);
}

// The first difference is reported where its step is.
void add_steps(Suite& suite, const Report& report) {
  const std::vector<StepCheck>& steps = report.verdict.steps;
  const auto& first = report.verdict.first_mismatch;
  const std::size_t cases = std::min(steps.size(), most_step_cases);
  for (std::size_t i = 0; i < cases; ++i) {
    const std::size_t begin = steps.size() * i / cases;
    const std::size_t end = steps.size() * (i + 1) / cases;
    StepCheck all = steps[begin];
    for (std::size_t k = begin + 1; k < end; ++k) {
      all.blocks += steps[k].blocks;
      all.compared += steps[k].compared;
      all.mismatches += steps[k].mismatches;
    }
    const std::int64_t last = steps[end - 1].step;
    std::string failure;
    if (all.mismatches != 0) {
      failure = fmt::format("{} of {} differ from the golden sweeps", with_commas(all.mismatches),
                            counted(all.compared, "value"));
      if (first && all.step <= first->step && first->step <= last) failure += "\n" + mismatch_line(report.verdict);
    }
    suite.add("blocks", all.step == last ? fmt::format("step {}", last) : fmt::format("steps {} to {}", all.step, last),
              fmt::format("{} with {} compared with golden sweeps", counted(all.blocks, "block"),
                          counted(all.compared, "value")),
              failure);
  }
}

void add_device(Suite& suite, const Report& report) {
  if (report.error || !report.machine.device.timed) return;
  const Totals totals = report.totals();
  suite.add("device", "ledger",
            fmt::format("the cycles of {}, {} on all ranks, are those that the devices counted",
                        counted(report.count(), "block"), with_commas(totals.cycles_all_ranks)),
            "");
  suite.add(
      "device", "counters",
      fmt::format("the performance counters of {} are what the pins showed", counted(report.machine.ranks, "device")),
      "");
}

void add_plans(Suite& suite, const Report& report) {
  for (const ReportSection* part : report.parts.all()) {
    const ReportSection::PlanCheck check = part->check();
    suite.add(check.group, check.name, check.text, check.as_planned ? "" : check.text);
  }
}

std::string with_cost(const Report& report) {
  const std::string cost = cost_line(report);
  return evidence_line(report) + (cost.empty() ? "" : "; " + cost);
}

}  // namespace

std::string junit_xml(const Report& report) {
  Suite suite;
  suite.add_run(report.simulation.wall_s, with_cost(report),
                report.error ? fmt::format("rank {}: {}", report.error->rank, report.error->text) : "");
  add_field(suite, report);
  add_changes(suite, report.verdict);
  add_steps(suite, report);
  add_device(suite, report);
  add_plans(suite, report);
  return suite.text();
}

void write_junit(const Report& report, const std::string& path) {
  write_output(path, junit_xml(report));
}

}  // namespace stencil
