// The report's section on stages: copies, shares of the rows, norms.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/report/report_sections.hpp"

namespace stencil {

// Copies of one kind of data (f, r, a weight) by one stage, on all ranks.
struct StageBytes {
  std::string stage;
  std::string datum;
  std::int64_t bytes_to_device = 0;
  std::int64_t bytes_from_device = 0;
  std::int64_t transfers = 0;
};

// Copies of one kind of data, and the least that the same stages on the same sides need.
struct DatumBytes {
  std::string datum;
  std::int64_t bytes_to_device = 0;
  std::int64_t bytes_from_device = 0;
  std::int64_t transfers = 0;
  std::int64_t optimum_bytes = 0;
};

// The shares of one step of a rank; cycles of the device's clock on either side.
struct StepShareRecord {
  std::int64_t rank = 0;
  std::int64_t step = 0;
  std::int64_t device_rows = 0;
  std::int64_t host_rows = 0;
  std::int64_t device_cycles = 0;
  std::int64_t host_cycles = 0;

  // Both sides work at the same time: the longer one.
  std::int64_t cycles() const;
};

// The section of a main loop of stages.
struct StagesReport final : ReportSection {
  std::string place;  // "exchange=cpu,sweep=accel,norm=off"
  std::vector<StageBytes> stages;
  std::vector<DatumBytes> data;
  std::vector<double> norms;            // per step, over all ranks; empty with norm=off
  std::vector<StepShareRecord> shares;  // of divided sweeps
  bool sweeps_on_device = true;         // all of them, or a share

  std::int64_t bytes() const;
  std::int64_t optimum_bytes() const;
  // Of divided sweeps: the sum over all steps of the cycles of the slower side on the slowest rank. No value without
  // them.
  std::optional<std::int64_t> cycles() const;

  std::unique_ptr<ReportSection> copy() const override { return std::make_unique<StagesReport>(*this); }
  const char* name() const override { return stages_section.name; }
  Json json() const override;
  // The section that json() made. Throws JsonError.
  static StagesReport read(const Json& json);
  // The bytes copied and the least possible; a line about divided rows, where there are any, and one with the last
  // norm.
  std::string lines() const override;
  PlanCheck check() const override;
  double swept_rows(const ReportProblem& problem, double rows) const override;
};

}  // namespace stencil
