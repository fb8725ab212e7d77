// The report's section on stages: what they copied, how rows were divided, how far the field moved.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/report/parts.hpp"

namespace stencil {

// What one stage copied of one kind of data (f, r, a weight), on all ranks.
struct StageBytes {
  std::string stage;
  std::string datum;
  std::int64_t bytes_to_device = 0;
  std::int64_t bytes_from_device = 0;
  std::int64_t transfers = 0;
};

// What was copied of one kind of data, and the least that any way of copying needs for the same stages on the same
// sides.
struct DatumBytes {
  std::string datum;
  std::int64_t bytes_to_device = 0;
  std::int64_t bytes_from_device = 0;
  std::int64_t transfers = 0;
  std::int64_t optimum_bytes = 0;
};

// How one step of a rank was divided; cycles of the device's clock on either side.
struct StepShareRecord {
  std::int64_t rank = 0;
  std::int64_t step = 0;
  std::int64_t device_rows = 0;
  std::int64_t host_rows = 0;
  std::int64_t device_cycles = 0;
  std::int64_t host_cycles = 0;

  // Both sides work at the same time.
  std::int64_t cycles() const;
};

// A main loop of stages.
struct StagesReport final : ReportPart {
  std::string place;  // "exchange=cpu,sweep=accel,norm=off"
  std::vector<StageBytes> stages;
  std::vector<DatumBytes> data;
  std::vector<double> norms;            // of each step, over all ranks; empty with norm=off
  std::vector<StepShareRecord> shares;  // of divided sweeps
  bool sweeps_on_device = true;         // all of them, or divided

  std::int64_t bytes() const;
  std::int64_t optimum_bytes() const;
  // Of divided sweeps, over all steps: in each what the slower side of the slowest rank took. No value without any.
  std::optional<std::int64_t> cycles() const;

  std::unique_ptr<ReportPart> copy() const override { return std::make_unique<StagesReport>(*this); }
  const char* name() const override { return "stages"; }
  Json json() const override;
  // What the stages copied, beside the least that would have done; one line where rows were balanced or divided, and
  // one with the last norm.
  std::string lines() const override;
  PlanCheck check() const override;
  double swept_rows(const ReportProblem& problem, double rows) const override;
};

}  // namespace stencil
