// The report's section on virtual cluster time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "sim/app/cluster/network/network.hpp"
#include "sim/app/cluster/time/virtual_time.hpp"
#include "sim/app/report/report_sections.hpp"

namespace stencil {

struct ClusterReport final : ReportSection {
  static constexpr std::size_t most_listed = 1000;  // stretches of the critical path in a report, the last ones

  Network network;
  VirtualTime time;
  // Stretches before those of the path, and message cycles in them, of a section that was read back.
  std::size_t omitted = 0;
  std::int64_t omitted_message_cycles = 0;

  std::int64_t path_message_cycles() const { return omitted_message_cycles + time.message_cycles_on_path(); }

  std::unique_ptr<ReportSection> copy() const override { return std::make_unique<ClusterReport>(*this); }
  const char* name() const override { return "cluster"; }
  // network: ranks_per_node, within_node, between_nodes {latency_cycles, bytes_per_cycle}; makespan_cycles;
  // waiting_cycles, of all ranks; efficiency; messages, bytes; ranks: rank, cycles, waiting_cycles, end_cycle;
  // critical_path: message_cycles, stretches (rank, from_rank where it is a message, begin, end),
  // stretches_omitted.
  Json json() const override;
  // The section that json() made. Throws JsonError.
  static ClusterReport read(const Json& json);
  std::string lines() const override;
  PlanCheck check() const override;
};

}  // namespace stencil
