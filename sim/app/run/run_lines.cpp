// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/run_lines.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/app/output/terminal.hpp"

namespace stencil {

std::vector<std::string> first_lines(const RunOptions& options, const Session& session) {
  const LinkOptions& link = options.device.link;
  const Capabilities& device = session.device();
  const int ranks = session.ranks();
  std::vector<std::string> lines;
  lines.push_back(fmt::format(
      "accelerator {}, configuration {}: {} processing element{} of {} lane{}, {} words a buffer ({} of f, {} of r), "
      "rows of up to {} columns, {}-bit port; one in each of {} rank{}",
      device.accel, device.config, device.pes, device.pes == 1 ? "" : "s", device.lanes, device.lanes == 1 ? "" : "s",
      device.memory_words, device.f_buffers, device.r_buffers, device.max_cols, device.axi_data_bits, ranks,
      ranks == 1 ? "" : "s"));
  if (device.timed && device.settle_cycles == 0) {
    lines.push_back(
        "contract version 3: the device tells no bounds, so no clock is skipped, and it counts as hung when it is "
        "quiet for a thousand times what is expected");
  }
  const LinkOptions usual;
  if (!device.timed && (link.burst_beats != usual.burst_beats || link.bytes_per_cycle != usual.bytes_per_cycle ||
                        link.latency_cycles != usual.latency_cycles)) {
    lines.push_back(fmt::format(
        "--burst, --link-bytes and --link-latency are without effect: accelerator {} has no clock", device.accel));
  }
  for (std::string& line : session.plan_lines()) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> result_lines(const Report& report) {
  std::vector<std::string> lines{cycles_table(report)};
  lines.back().pop_back();
  if (std::string limits = limits_line(report); !limits.empty()) lines.push_back(std::move(limits));
  for (const ReportPart* part : report.parts.all()) lines.push_back(part->lines());
  if (!report.machine.digests.empty()) lines.push_back(digest_lines(report.machine.digests));
  if (report.verdict.first_mismatch) lines.push_back(mismatch_line(report.verdict));
  return lines;
}

}  // namespace stencil
