// Compares mixed runs, step by step, with RTL alone and the model alone: bits, cycles of each class, transactions of
// the platform, handshakes of the steps on RTL.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/app/fidelity/fidelity_report.hpp"
#include "sim/app/kernels/five_point/five_point_kernel.hpp"
#include "sim/app/kernels/from_file/file_kernel.hpp"
#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"
#include "sim/app/kernels/staged/placement.hpp"
#include "sim/app/output/blocks_json.hpp"
#include "tests/system/mixed/step_trace.hpp"
#include "tests/system/run/run_world.hpp"

namespace stencil {
namespace {

using testing_support::shape;
using testing_support::world_rank;
using testing_support::world_size;

// Of any kernel with blocks: 5 steps, the last one shorter.
RunOptions sweeps(const char* kernel, const char* config) {
  RunOptions options = shape(41, 19, 9, 2, 7);
  if (std::string(kernel) != "jacobi") {
    options.kernel = kernel_named("--kernel", kernel);
    sweep_options(options).iterations = 9;
    sweep_options(options).scheme.interval = 2;
    sweep_options(options).scheme.portion = 7;
  }
  options.device.config = config;
  options.device.checking = {};
  return options;
}

RunOptions heat() {
  RunOptions options = file_run_options();
  options.rows = 41;
  options.cols = 19;
  options.device.config = "heat";
  auto& kernel = kernel_as<FileKernel>(options);
  kernel.read(STENCIL_FORMULA_EXAMPLES "/heat.stencil");
  kernel.options.iterations = 9;
  kernel.options.scheme.interval = 2;
  kernel.options.scheme.portion = 7;
  options.device.formula = kernel.formula();
  return options;
}

RunOptions tiles() {
  RunOptions options = shape(41, 31, 1, 1, 3);
  options.kernel = kernel_named("--kernel", "gauss-seidel");
  tile_options(options).sweeps = 2;
  tile_options(options).rounds = 2;
  tile_options(options).fuse = "off";
  options.device.config = "small";
  options.device.checking = {};
  return options;
}

RunOptions in(RunOptions options, const ItstepOptions& way) {
  sweep_options(options).scheme.how = way;
  return options;
}

RunOptions placed(RunOptions options, const char* places) {
  sweep_options(options).place = parse_placement("--place", places);
  return options;
}

class Cut final : public RunListener {
 public:
  explicit Cut(StepTrace& trace) : trace_(trace) {}
  void step_begins(std::int64_t step) override { trace_.begin_step(step); }

 private:
  StepTrace& trace_;
};

struct Traced {
  StepTrace trace;
  RunOutcome outcome;
};

std::unique_ptr<Traced> traced(RunOptions options, const char* accel, const char* rtl_steps = "") {
  options.fidelity.mixed = std::string(accel) == "mixed";
  options.device.accel = options.fidelity.mixed ? "rtl" : accel;
  if (options.fidelity.mixed) options.fidelity.rtl_steps = parse_rtl_steps("--rtl-steps", rtl_steps);
  auto traced = std::make_unique<Traced>();
  RunHooks hooks;
  hooks.make_device = [&](AcceleratorOptions asked) {
    asked.transfers = &traced->trace;
    return make_accelerator(asked);
  };
  const MakeListeners cut = [&](const RunEnds&) {
    RunListeners listeners;
    listeners.push_back(std::make_unique<Cut>(traced->trace));
    return listeners;
  };
  traced->outcome = run(MPI_COMM_WORLD, options, hooks, cut);
  EXPECT_EQ(traced->outcome.exit_status, exit_ok) << accel;
  return traced;
}

std::string classes_of(const Report& report) {
  std::string text;
  for (const Json& one : classes_json({}, report.classes)) text += one.dump() + "\n";
  return text;
}

void expect_mixed(const RunOptions& options, const std::vector<const char*>& choices) {
  const auto rtl = traced(options, "rtl"), model = traced(options, "model");
  for (const auto& [step, sum] : rtl->trace.platform())
    EXPECT_TRUE(step < 0 || model->trace.platform().at(step) == sum);
  for (const char* choice : choices) {
    SCOPED_TRACE(choice);
    const auto mixed = traced(options, "mixed", choice);
    EXPECT_EQ(mixed->trace.platform(), rtl->trace.platform());
    // Every step that has handshakes has those of RTL, and as many have them as were asked for.
    std::int64_t on_rtl = 0;
    for (const auto& [step, sum] : mixed->trace.pins()) {
      EXPECT_EQ(sum, rtl->trace.pins().at(step)) << "step " << step;
      if (step >= 0) ++on_rtl;
    }
    if (world_rank() != 0) continue;
    const Report& report = mixed->outcome.report;
    EXPECT_EQ(classes_of(report), classes_of(rtl->outcome.report));
    EXPECT_EQ(report.totals().cycles, model->outcome.report.totals().cycles);
    EXPECT_EQ(report.machine.device.accel, "mixed");
    const auto* const fidelity = report.parts.find<FidelityReport>();
    ASSERT_NE(fidelity, nullptr);
    EXPECT_EQ(fidelity->rtl, on_rtl);
    EXPECT_EQ(fidelity->cost.switches, fidelity->expected_switches);
    EXPECT_TRUE(std::string(choice) != "class" || fidelity->classes_on_rtl == fidelity->classes) << classes_of(report);
    std::int64_t counted = 0;
    for (const BlockRecord& block : report.blocks) counted += mixed->trace.pins().count(*block.step) > 0 ? 1 : 0;
    EXPECT_EQ(fidelity->blocks_on_rtl, counted);
  }
}

const std::vector<const char*> all_choices{"first", "class", "0.5", "1,3-4", "0.0", "1.0"};

TEST(MixedRun, JacobiIsRtlAndModelStepByStep) {
  for (const ItstepOptions& way : testing_support::all_ways)
    expect_mixed(in(sweeps("jacobi", "small"), way), all_choices);
}

// Rests depend on the place of a beat, not on what the side has moved before.
TEST(MixedRun, ALinkRestsWhereItDoesInRtlAlone) {
  for (const std::int64_t stalls : {1, 12, 29}) {
    RunOptions options = in(sweeps("jacobi", "small"), {Schedule::overlapped, Blocking::skewed});
    options.device.link.stalls = stalls;
    options.device.link.bytes_per_cycle = stalls == 12 ? 2 : 0;
    expect_mixed(options, {"class", "0.5", "1,3-4"});
  }
}

// A link that moves 3 of 8 bytes in a clock saves some of them for the next beat, but not from one step to the next.
TEST(MixedRun, ALinkThatDividesNoBeatIsAsFastAsInRtlAlone) {
  RunOptions options = in(sweeps("jacobi", "small"), {Schedule::overlapped, Blocking::skewed});
  options.device.link.bytes_per_cycle = 3;
  expect_mixed(options, {"1,3-4"});
}

TEST(MixedRun, KeepsRowsThatStayInTheDevice) {
  const ItstepOptions resident{Schedule::resident, Blocking::overlapped_rows};
  expect_mixed(in(sweeps("jacobi", "small"), resident), all_choices);
  const auto mixed = traced(in(sweeps("jacobi", "small"), resident), "mixed", "1,3");
  if (world_rank() != 0) return;
  EXPECT_GT(mixed->outcome.report.parts.find<FidelityReport>()->cost.words, 0);
}

TEST(MixedRun, FivePointAndKernelFilesAreToo) {
  for (const Schedule schedule : {Schedule::overlapped, Schedule::sequential}) {
    const ItstepOptions way{schedule, Blocking::overlapped_rows};
    expect_mixed(in(sweeps("five-point", "five-point"), way), {"class", "0.5"});
    expect_mixed(in(heat(), way), {"class", "0.5"});
  }
}

TEST(MixedRun, StagesKeepTheirBuffersWeightsAndChange) {
  for (const char* places :
       {"sweep=accel", "exchange=accel,sweep=accel,norm=accel", "sweep=accel,norm=accel", "sweep=split,norm=cpu"}) {
    SCOPED_TRACE(places);
    RunOptions options = placed(sweeps("jacobi", "small"), places);
    if (std::string(places).find("exchange") == 0) sweep_options(options).scheme.portion = 41;
    expect_mixed(options, {"class", "0.5", "1,3-4"});
  }
}

TEST(MixedRun, TilesAreToo) {
  expect_mixed(tiles(), {"first", "class", "0.5", "1-2", "0.0"});
}

TEST(MixedRun, DigestsCountersAndChecksHoldAcrossSwitches) {
  RunOptions options = sweeps("jacobi", "small");
  options.device.digest = true;
  options.check = Check::each_block;
  options.paranoid = true;
  options.device.checking = all_checks();
  const auto run_of = [&](bool mixed, const char* steps) {
    options.fidelity.mixed = mixed;
    options.device.accel = "rtl";
    options.fidelity.rtl_steps = parse_rtl_steps("--rtl-steps", steps);
    RunOutcome outcome = run(MPI_COMM_WORLD, options);
    EXPECT_EQ(outcome.exit_status, exit_ok);
    return outcome.report;
  };
  const Report rtl = run_of(false, "first"), all = run_of(true, "1.0"), some = run_of(true, "0,2-4");
  if (world_rank() != 0) return;
  ASSERT_EQ(all.machine.digests.size(), static_cast<std::size_t>(world_size()));
  for (std::size_t rank = 0; rank < all.machine.digests.size(); ++rank) {
    EXPECT_EQ(all.machine.digests[rank].with_cycles, rtl.machine.digests[rank].with_cycles);
    EXPECT_NE(some.machine.digests[rank].bursts, rtl.machine.digests[rank].bursts) << "a step is on the model";
  }
  for (const DmaField& field : dma_fields) EXPECT_EQ(some.dma.*field.member, rtl.dma.*field.member) << field.name;
}

}  // namespace
}  // namespace stencil
