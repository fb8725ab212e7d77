// SPDX-License-Identifier: Apache-2.0
#include "sim/app/fidelity/fidelity_report.hpp"

#include <fmt/core.h>

#include "host/base/text.hpp"
#include "host/mpi/check.hpp"

namespace stencil {

Json FidelityReport::json() const {
  return {{"rtl_steps", asked},
          {"on_rtl", on_rtl},
          {"steps_on_rtl", rtl},
          {"steps", steps},
          {"blocks_on_rtl", blocks_on_rtl},
          {"blocks", blocks},
          {"classes_on_rtl", classes_on_rtl},
          {"classes", classes},
          {"switches", cost.switches},
          {"expected_switches", expected_switches},
          {"words_handed_over", cost.words},
          {"rtl_cycles", cost.rtl_cycles},
          {"model_cycles", cost.model_cycles}};
}

FidelityReport FidelityReport::read(const Json& json) {
  FidelityReport report;
  report.asked = json["rtl_steps"].text();
  report.on_rtl = json["on_rtl"].text();
  report.rtl = json["steps_on_rtl"].integer();
  report.steps = json["steps"].integer();
  report.blocks_on_rtl = json["blocks_on_rtl"].integer();
  report.blocks = json["blocks"].integer();
  report.classes_on_rtl = json["classes_on_rtl"].integer();
  report.classes = json["classes"].integer();
  report.cost = {json["switches"].integer(), json["words_handed_over"].integer(), json["rtl_cycles"].integer(),
                 json["model_cycles"].integer()};
  report.expected_switches = json["expected_switches"].integer();
  return report;
}

std::string FidelityReport::lines() const {
  std::string text =
      fmt::format("mixed: {} of {} on RTL{};\n  {} of {} and {} of {} in RTL", with_commas(rtl), counted(steps, "step"),
                  on_rtl.empty() || rtl == steps ? "" : " (" + on_rtl + ")", with_commas(blocks_on_rtl),
                  counted(blocks, "block"), with_commas(classes_on_rtl), counted(classes, "class", "classes"));
  return text + fmt::format(
                    ";\n  {}, outside all blocks: {} cycles of RTL, {} of the model,\n  {} handed over and "
                    "compared",
                    counted(cost.switches, "switch", "switches"), with_commas(cost.rtl_cycles),
                    with_commas(cost.model_cycles), counted(cost.words, "word"));
}

ReportSection::PlanCheck FidelityReport::check() const {
  return {"fidelity", "switches",
          fmt::format("{} made, {} by the steps on RTL", counted(cost.switches, "switch", "switches"),
                      with_commas(expected_switches)),
          cost.switches == expected_switches};
}

FidelityReport fidelity_of(MPI_Comm communicator, const RtlStepsChoice& choice, const RtlSteps& steps,
                           const SwitchCost& mine, const Report& report) {
  FidelityReport all;
  all.asked = describe(choice);
  all.on_rtl = steps.text();
  all.rtl = steps.on_rtl();
  all.steps = steps.steps();
  for (const auto& [shape, sums] : report.classes) {
    all.blocks += sums.count;
    all.blocks_on_rtl += sums.on_rtl;
    ++all.classes;
    if (sums.on_rtl > 0) ++all.classes_on_rtl;
  }
  const std::int64_t sent[4] = {mine.switches, mine.words, mine.rtl_cycles, mine.model_cycles};
  std::int64_t sums[4] = {};
  check_mpi(MPI_Reduce(sent, sums, 4, MPI_INT64_T, MPI_SUM, 0, communicator), "MPI_Reduce");
  all.cost = {sums[0], sums[1], sums[2], sums[3]};
  all.expected_switches = steps.switches() * report.machine.ranks;
  return all;
}

}  // namespace stencil
