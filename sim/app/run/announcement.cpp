// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/announcement.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/text.hpp"
#include "host/mpi/environment.hpp"
#include "sim/app/output/summary/summary.hpp"
#include "sim/app/output/terminal.hpp"
#include "sim/app/run/estimate.hpp"
#include "sim/device/backends/registry.hpp"

namespace stencil {
namespace {

// What is checked of this device, and what cannot be.
std::string paranoid_line(const Capabilities& device, bool compares_blocks) {
  const bool ports = std::any_of(backends().begin(), backends().end(), [&](const Backend& backend) {
    return device.accel == backend.name && backend.has_pins;
  });
  return wrapped(
      fmt::format("paranoid: {} compared; words read must have been loaded or swept; NaNs in local memory before the "
                  "first load; {}",
                  compares_blocks ? "each block" : "the result",
                  ports ? "AXI4 rules at both ports" : fmt::format("{} has no ports to hold to rules", device.accel)),
      2, 0);
}

// The device, options without effect, the plan, the checks.
std::vector<std::string> announcement(const RunOptions& options, const Session& session, int ranks) {
  std::vector<std::string> lines;
  const Capabilities& device = session.device();
  lines.push_back(device_line(device, ranks));
  if (device.timed && device.settle_cycles == 0) {
    lines.push_back(
        "contract version 3: the device gives no bounds, so no clock is skipped, and it\n"
        "  counts as hung after a thousand times the expected cycles without an answer");
  }
  const LinkOptions& link = options.device.link;
  const LinkOptions usual;
  if (!device.timed && (link.burst_beats != usual.burst_beats || link.bytes_per_cycle != usual.bytes_per_cycle ||
                        link.latency_cycles != usual.latency_cycles || link.stalls != usual.stalls)) {
    lines.push_back(fmt::format(
        "--burst, --link-bytes, --link-latency and --link-stalls have no effect:\n  accelerator {} has no clock",
        device.accel));
  }
  if (!device.timed && !options.timeline.empty()) {
    lines.push_back(
        fmt::format("--timeline has phases and messages only:\n  accelerator {} has no clock", device.accel));
  }
  for (const std::string& line : session.plan().lines) lines.push_back(line);
  if (options.paranoid) lines.push_back(paranoid_line(device, options.check == Check::each_block));
  return lines;
}

}  // namespace

void announce(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks, const Session& session) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  if (rank == 0 && hooks.say) {
    for (const std::string& line : announcement(options, session, ranks)) hooks.say(line);
  }
  for (const std::string& line : environment_differences(communicator, stencil_variables())) {
    if (hooks.warn) hooks.warn(line);
  }
}

void report_result(const RunHooks& hooks, const RunOptions& options, const Report& report) {
  if (!hooks.say) return;
  for (const std::string& line : result_lines(report)) hooks.say(line);
  for (const auto& [what, file] : {std::pair("report", &options.report), std::pair("output", &options.output),
                                   std::pair("junit", &options.junit), std::pair("timeline", &options.timeline)}) {
    if (!file->empty()) hooks.say(fmt::format("{}: {}", what, *file));
  }
}

PhaseTime::PhaseTime(const char* name, ProgressLine* progress, Print print)
    : name_(name),
      work_(std::in_place, progress, name),
      print_(std::move(print)),
      began_(std::chrono::steady_clock::now()),
      failing_(std::uncaught_exceptions()) {}

PhaseTime::~PhaseTime() {
  work_.reset();
  if (!print_ || std::uncaught_exceptions() > failing_) return;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began_;
  print_(fmt::format("{}: {}", name_, readable_duration(took.count())));
}

void report_verdict(const RunHooks& hooks, const Report& report) {
  const auto& conclude = hooks.conclude ? hooks.conclude : hooks.say;
  if (!conclude) return;
  for (const std::string& line : conclusion_lines(report)) conclude(line);
}

}  // namespace stencil
