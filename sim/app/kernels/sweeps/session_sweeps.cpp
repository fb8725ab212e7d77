// The sweeps of a session, step by step.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "host/arrays/rows/exchange_in_turn.hpp"
#include "host/jacobi/itstep.hpp"
#include "host/jacobi/steps/itsteps.hpp"
#include "host/jacobi/steps/resident.hpp"
#include "host/mpi/host_observer.hpp"
#include "sim/app/kernels/blocks/block_record.hpp"
#include "sim/app/kernels/sweeps/sweep_session.hpp"

namespace stencil {

// Observes every block of every step: records it in the ledger, checks it, reports to the caller.
class SweepSession::Watch final : public BlockObserver {
 public:
  Watch(SweepSession& session, const BlocksDone& done)
      : session_(session), strips_(session.distribution_.mine()), done_(done) {}

  // Joined steps are reported one by one; their phase lasts until the next one begins, or halo rows are exchanged.
  void end_phase() { phase_.reset(); }
  void before_step(std::int64_t step, std::int64_t niter) override {
    end_phase();
    session_.begin_step(step);
    begin_step(step, niter);
    phase_.emplace(session_.host_observer(), "sweep", step, true);
  }

  void begin_step(std::int64_t step, std::int64_t niter) {
    step_ = step;
    for (BlockCheck& check : session_.checks_) check.begin_step(step, niter);
  }

  void after_block(const BlockRun& run) override {
    BlockRecord record = block_record(session_.device(), run);
    record.rank = session_.distribution_.rank();
    record.step = step_;
    record.strip = strips_[static_cast<std::size_t>(run.strip)].number;
    session_.ledger_.add(record);
    if (!session_.checks_.empty()) {
      const HostPhase phase(session_.host_observer(), "check", step_);
      session_.checks_[static_cast<std::size_t>(run.strip)].after_block(run);
    }
    ++blocks_;
    ++session_.reported_;
    if (run.position + 1 == run.positions) session_.idle_after(session_.reported_);
  }

  void after_wait() override {
    if (done_) done_(blocks_);
    blocks_ = 0;
  }

 private:
  SweepSession& session_;
  const std::vector<Strip> strips_;
  const BlocksDone& done_;
  std::size_t blocks_ = 0;  // since the last wait
  std::int64_t step_ = 0;
  std::optional<HostPhase> phase_;
};

void SweepSession::run_sweeps(const BlocksDone& done) {
  stages_ ? sweep_in_stages() : sweep_in_blocks(done);
}

void SweepSession::sweep_in_stages() {
  if (steps_.count() == 1) no_one_waits();  // the first step needs no exchange
  stages_->report_to(ledger_.listener);
  try {
    for (std::int64_t step = 0; step < steps_.count(); ++step) {
      begin_step(step);
      if (stage_check_) stage_check_->begin_step(step);
      begin_stage_checks(step);
      {
        const HostPhase phase(host_observer(), "stages", step, true);
        stages_->step(steps_.niter(step));
      }
      end_stage_checks(step);
    }
    no_one_waits();
    const HostPhase phase(host_observer(), "finish");
    stages_->finish();
  } catch (...) {
    stages_->abandon();
    ledger_ = stages_->blocks();
    throw;
  }
  ledger_ = stages_->blocks();
}

// Stages may exchange halo rows on the device alone: here they are exchanged once more, for the checks.
void SweepSession::begin_stage_checks(std::int64_t step) {
  if (checks_.empty()) return;
  std::vector<double> given = f_;
  if (step > 0) distribution_.exchange(given.data());
  const std::vector<Strip> strips = distribution_.mine();
  for (std::size_t k = 0; k < checks_.size(); ++k)
    checks_[k].begin_step(step, steps_.niter(step), given.data() + strips[k].at * source_.cols());
}

// A strip is one block, whose owned rows are right.
void SweepSession::end_stage_checks(std::int64_t step) {
  if (checks_.empty()) return;
  stages_->bring_home("check");
  const HostPhase phase(host_observer(), "check", step);
  const std::vector<Strip> strips = distribution_.mine();
  for (std::size_t k = 0; k < checks_.size(); ++k) {
    BlockRun run;
    run.block.first_row = strips[k].before;
    run.block.keep = strips[k].owned;
    checks_[k].after_block(run);
  }
}

void SweepSession::exchange_halos(std::int64_t step) {
  const HostPhase phase(host_observer(), "halo exchange", step);
  distribution_.exchange(f_.data(), host_observer());
}

// begins: called when the halo rows are as the step needs them. In turn: rows go to the rank above, and come from that
// below, while those for the rank below are stored.
void SweepSession::sweep_resident(const RankWork& work, BlockObserver& watch,
                                  const std::function<void(std::int64_t step)>& begins) {
  ResidentStrip resident(*device_, work.strips.front(), work.halos.front(), work.weights, steps_.count());
  std::optional<ExchangeInTurn> in_turn;
  if (work.in_turn) in_turn.emplace(communicator_, distribution_.strips(), distribution_.rank(), source_.cols());
  using Part = ExchangeInTurn::Part;
  const auto exchange = [&](Part part, std::int64_t step) {
    const HostPhase phase(host_observer(), "halo exchange", step);
    (*in_turn)(part, f_.data(), host_observer());
  };
  for (std::int64_t step = 0; step < steps_.count(); ++step) {
    begins(step);
    const bool is_last = step == steps_.last();
    bool half = false;
    {
      const HostPhase phase(host_observer(), "sweep", step, true);
      half = resident.begin(steps_.niter(step), !checks_.empty(), &watch) && in_turn;
      if (!half) resident.end(false, &watch);
    }
    if (half) {
      exchange(Part::first_half, step + 1);
      const HostPhase phase(host_observer(), "sweep", step, true);
      resident.end(true, &watch);
    }
    if (is_last) continue;
    in_turn ? exchange(half ? Part::second_half : Part::all, step + 1) : exchange_halos(step + 1);
  }
}

void SweepSession::sweep_in_blocks(const BlocksDone& done) {
  const RankWork work = this->work();
  const std::vector<Strip> strips = distribution_.mine();
  Watch watch(*this, done);
  if (joined()) {
    std::size_t blocks = 0;
    for (const Strip& strip : strips) blocks += plan_strip(strip.local_rows(), work.scheme).size();
    overlap_steps(steps_.count(), static_cast<std::int64_t>(blocks));
    if (steps_.count() == 1 || !work.exchanges) no_one_waits();
    joined_steps(
        *device_, work, work.iterations,
        [&](std::int64_t step) {
          watch.end_phase();
          exchange_halos(step);
          if (step == steps_.last()) no_one_waits();
        },
        &watch);
    return;
  }
  // Halo rows are as the step needs them.
  const auto begins = [&](std::int64_t step) {
    if (step == steps_.last()) no_one_waits();
    begin_step(step);
    if (input_check_) input_check_->begin_step(step, strips);
    watch.begin_step(step, steps_.niter(step));
  };
  if (work.scheme.how.schedule == Schedule::resident) return sweep_resident(work, watch, begins);
  for (std::int64_t step = 0; step < steps_.count(); ++step) {
    // The first step needs no exchange: every rank has read its halo rows with its own rows.
    if (step > 0) exchange_halos(step);
    begins(step);
    const HostPhase phase(host_observer(), "sweep", step, true);
    itstep(*device_, work.strips, work.weights, with_interval(work.scheme, steps_.niter(step)), &watch);
  }
}

}  // namespace stencil
