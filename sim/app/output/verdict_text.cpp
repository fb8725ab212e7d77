// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/verdict_text.hpp"

#include <fmt/core.h>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/report/blocks.hpp"
#include "sim/device/checking/poison.hpp"

namespace stencil {

std::string mismatch_line(const Verdict& verdict) {
  if (!verdict.first_mismatch) return {};
  const LocatedMismatch& m = *verdict.first_mismatch;
  const auto ulp = m.at.ulp();
  const auto unloaded = poison_text(m.at.got_bits);
  return fmt::format(
      "first difference: row {}, col {} (rank {}, step {},{} block {}, sweep {}): "
      "expected 0x{:016x} ({:.17g}), got 0x{:016x} ({:.17g}){}, {}",
      m.at.row, m.at.col, m.rank, m.step, m.strip ? fmt::format(" strip {},", *m.strip) : "", m.block, m.sweep,
      m.at.expected_bits, from_bits(m.at.expected_bits), m.at.got_bits, from_bits(m.at.got_bits),
      unloaded ? ": " + *unloaded : "", ulp ? fmt::format("{} ULP apart", *ulp) : "a NaN has no ULP distance");
}

std::string change_line(const Verdict& verdict) {
  if (!verdict.first_change) return {};
  const ChangeMismatch& m = *verdict.first_change;
  return fmt::format("largest change of step {}: expected 0x{:016x} ({:.17g}), got 0x{:016x} ({:.17g})", m.step,
                     m.expected_bits, from_bits(m.expected_bits), m.got_bits, from_bits(m.got_bits));
}

namespace {

bool is_mixed(const Report& report) {
  return report.machine.device.accel == "mixed";
}

std::int64_t blocks_on_rtl(const Report& report) {
  std::int64_t blocks = 0;
  for (const auto& [shape, sums] : report.classes) blocks += sums.on_rtl;
  return blocks;
}

bool has_host_arithmetic(const Report& report) {
  const std::string& arithmetic = report.machine.device.arithmetic;
  return !arithmetic.empty() && arithmetic != "rtl";
}

}  // namespace

std::string evidence_line(const Report& report) {
  const auto ok = report.ok();
  const BlockWords words = words_of(report.classes.empty() ? BlockClass{} : report.classes.begin()->first);
  const std::string arithmetic = has_host_arithmetic(report) ? ", arithmetic " + report.machine.device.arithmetic : "";
  const std::string mixed =
      is_mixed(report) ? fmt::format(", mixed: {} of them in RTL", with_commas(blocks_on_rtl(report))) : "";
  return fmt::format("{}: {} compared, {} differ, {}{}{}{}",
                     !ok   ? "NOT CHECKED"
                     : *ok ? "PASS"
                           : "FAIL",
                     counted(report.verdict.compared.value_or(0), "value"), with_commas(report.verdict.mismatches),
                     counted(report.count(), words.noun, words.nouns), mixed,
                     report.machine.paranoid ? ", paranoid" : "", arithmetic);
}

// A right result of an accelerator without RTL says nothing of RTL, and one of another arithmetic nothing of the RTL's.
std::string covered_line(const Report& report) {
  const std::string& accel = report.machine.device.accel;
  const std::int64_t on_model = report.count() - blocks_on_rtl(report);
  if (report.ok() == true && is_mixed(report) && on_model > 0) {
    const BlockWords words = words_of(report.classes.empty() ? BlockClass{} : report.classes.begin()->first);
    return wrapped(
        fmt::format("not covered: {} of {} were not simulated in RTL, the model computes them with the golden models{}",
                    with_commas(on_model), counted(report.count(), words.noun, words.nouns),
                    has_host_arithmetic(report)
                        ? "; of the others the host computes, with arithmetic " + report.machine.device.arithmetic
                        : ""),
        2, 0);
  }
  if (report.ok() == true && has_host_arithmetic(report)) {
    return wrapped(fmt::format("not covered: the arithmetic of the RTL was not simulated; with arithmetic {} the host "
                               "computes {}",
                               report.machine.device.arithmetic,
                               report.machine.device.arithmetic == "points" ? "every point" : "every operation"),
                   2, 0);
  }
  if (report.ok() != true || accel.empty() || accel == "rtl" || is_mixed(report)) return {};
  return wrapped(fmt::format("not covered: no RTL was simulated; accelerator {} computes with {}", accel,
                             accel == "model" ? "loops of its own" : "the golden models"),
                 2, 0);
}

std::vector<std::string> verdict_lines(const Report& report) {
  std::vector<std::string> lines;
  if (const std::string covered = covered_line(report); !covered.empty()) lines.push_back(covered);
  if (report.verdict.first_mismatch) lines.push_back(wrapped(mismatch_line(report.verdict), 2, 0));
  if (report.verdict.first_change) lines.push_back(wrapped(change_line(report.verdict), 2, 0));
  lines.push_back(evidence_line(report));
  return lines;
}

}  // namespace stencil
