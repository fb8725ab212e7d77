// A run of streaming sweeps on one rank: its strips of f and r, its device, its blocks or stages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "host/arrays/rows/row_distribution.hpp"
#include "sim/app/divergence/row_search.hpp"
#include "sim/app/kernels/blocks/steps.hpp"
#include "sim/app/kernels/staged/staged_solver.hpp"
#include "sim/app/kernels/sweeps/block_check.hpp"
#include "sim/app/kernels/sweeps/cost.hpp"
#include "sim/app/kernels/sweeps/input_check/buffer_check.hpp"
#include "sim/app/kernels/sweeps/input_check/input_check.hpp"
#include "sim/app/kernels/sweeps/input_check/stage_check.hpp"
#include "sim/app/kernels/sweeps/sweep_kernel.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {

class SweepSession final : public Session, private RunReference, private RowSearch {
 public:
  // options: of a SweepKernel. Throws ArgumentError as RowDistribution.
  SweepSession(MPI_Comm communicator, const RunOptions& options, const ProblemFiles& files);

  RunPlan plan() const override;
  // Reads the rows of this rank's strips, halo rows included.
  void read_problem() override;
  CostEstimate estimate(Accelerator* dry) override;
  std::vector<double> collect(const RowSink& sink) const override;
  RunReference& reference() override { return *this; }
  void describe(Report& report) const override;

 private:
  class Watch;

  GoldenSolution golden() const override;
  std::optional<GoldenSolution> golden_of_all() const override;
  Verdict block_checks() const override { return verdict_of(checks_); }
  LocatedMismatch locate(const Mismatch& mismatch) const override;
  std::optional<CapsulePlace> place_of(std::int64_t step, std::int64_t block) const override;
  RowSearch& search_rows() override;
  std::optional<WrongRow> wrong_load(const Capsule& calls) override;
  std::optional<WrongRow> wrong_buffer(const Capsule& calls) override;
  std::optional<WrongRow> wrong_result() override;
  bool has_stages() const override { return stages_ != nullptr; }
  bool checks_all_rows() const override { return !stages_; }

  // Makes every step, with the exchanges between them. Calls `done` with the number of blocks that one wait ended: one
  // in the sequential schedule, those of all strips in the overlapped one. Stages do not call it.
  void run_sweeps(const BlocksDone& done) override;
  void sweep_in_blocks(const BlocksDone& done);
  void sweep_resident(const RankWork& work, BlockObserver& watch, const std::function<void(std::int64_t step)>& begins);
  void exchange_halos(std::int64_t step);
  void sweep_in_stages();
  void begin_stage_checks(std::int64_t step);
  void end_stage_checks(std::int64_t step);
  void make_stages();
  std::optional<WrongRow> wrong_check() const;
  std::optional<WrongRow> wrong_solution() const;
  std::string sweeps_of(const GoldenSolution& solution) const;
  std::optional<WrongRow> wrong_change(const std::vector<double>& golden) const;
  RankWork work();
  bool joined() const { return scheme().how.schedule == Schedule::joined; }
  std::vector<std::int64_t> steps_of_each_class() const;
  BlockScheme scheme() const;
  void check_device(const Capabilities& device) const override;
  std::int64_t most_block_words() const;
  std::string stages_line() const;
  bool has_changes() const { return sweep_.place && sweep_.place->norm != Where::off; }

  const SweepKernel& kernel_;  // of the options
  const SweepOptions& sweep_;  // its own
  SweepWeights weights_;
  Steps steps_;
  RowDistribution distribution_;
  std::int64_t reported_ = 0;  // blocks
  std::vector<double> f_;
  std::vector<double> r_;
  std::vector<BlockCheck> checks_;             // one per strip; empty unless --check block
  std::unique_ptr<StagedSolver> stages_;       // null unless the main loop runs as stages
  std::optional<WrongRow> read_wrong_;         // what this rank has read wrong, in a run that looks for it
  std::unique_ptr<InputCheck> input_check_;    // null unless asked for, and with stages
  std::unique_ptr<BufferCheck> buffer_check_;  // likewise
  std::unique_ptr<StageCheck> stage_check_;    // null unless asked for with stages
};

}  // namespace stencil
