// The report's section on steps in RTL and steps on the model.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string>

#include "sim/app/fidelity/rtl_steps.hpp"
#include "sim/app/report/report.hpp"
#include "sim/app/report/report_sections.hpp"
#include "sim/device/contract/device_switch.hpp"

namespace stencil {

struct FidelityReport final : ReportSection {
  std::string asked;     // as --rtl-steps has it
  std::string on_rtl;    // the steps, "0, 20, 40, .."
  std::int64_t rtl = 0;  // number of these
  std::int64_t steps = 0;
  std::int64_t blocks_on_rtl = 0;
  std::int64_t blocks = 0;
  std::int64_t classes_on_rtl = 0;  // classes with a block in RTL
  std::int64_t classes = 0;
  SwitchCost cost;  // of all ranks
  std::int64_t expected_switches = 0;

  std::unique_ptr<ReportSection> copy() const override { return std::make_unique<FidelityReport>(*this); }
  const char* name() const override { return "fidelity"; }
  // rtl_steps, as asked for; steps_on_rtl and steps; blocks_on_rtl and blocks; classes_on_rtl and classes; switches,
  // words handed over, and the cycles that they took: rtl_cycles, model_cycles.
  Json json() const override;
  // The section that json() made. Throws JsonError.
  static FidelityReport read(const Json& json);
  std::string lines() const override;
  PlanCheck check() const override;
};

// Collective: complete on rank 0. report: with the classes of all ranks.
FidelityReport fidelity_of(MPI_Comm communicator, const RtlStepsChoice& choice, const RtlSteps& steps,
                           const SwitchCost& mine, const Report& report);

}  // namespace stencil
