// SPDX-License-Identifier: Apache-2.0
#include "sim/run/session.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "host/blocking/check_blocking.hpp"
#include "host/errors.hpp"
#include "sim/run/block_record.hpp"

namespace stencil {

// Sees every block of every step: writes the ledger, checks the block, tells the caller.
class Session::Watch final : public BlockObserver {
 public:
  Watch(Session& session, const std::function<void(const std::vector<BlockRun>&)>& blocks_done)
      : session_(session), blocks_done_(blocks_done) {}

  void begin_step(std::int64_t step, std::int64_t niter) {
    step_ = step;
    if (session_.check_) session_.check_->begin_step(step, niter);
  }

  void after_block(const BlockRun& run) override {
    BlockRecord record = block_record(session_.device(), run);
    record.rank = session_.distribution_.rank();
    record.step = step_;
    session_.blocks_.push_back(record);
    if (session_.check_) session_.check_->after_block(run);
    runs_.push_back(run);
  }

  void after_wait() override {
    if (blocks_done_) blocks_done_(runs_);
    runs_.clear();
  }

 private:
  Session& session_;
  const std::function<void(const std::vector<BlockRun>&)>& blocks_done_;
  std::vector<BlockRun> runs_;  // since the last wait
  std::int64_t step_ = 0;
};

Session::Session(MPI_Comm communicator, const RunOptions& options, const DeviceMaker& make_device)
    : source_(options),
      steps_{options.iterations, options.stw},
      portion_rows_(options.portion),
      itstep_options_(options.itstep),
      check_blocks_(options.check == Check::each_block),
      distribution_(communicator, source_.rows(), source_.cols(), options.stw),
      device_(make_device(options.device)) {
  const std::int64_t local_rows = distribution_.mine().local_rows();
  check_blocking(device(), local_rows, source_.cols(), options.portion, options.stw, options.itstep);
  // A shorter last step has shorter blocks: one may have become two, and those a chain.
  const std::int64_t last = steps_.niter(steps_.last());
  if (options.itstep.blocking == Blocking::skewed && local_rows - last > options.portion) {
    check_chain(device(), "sweeps of the last step", last, source_.cols());
  }
}

void Session::read_problem() {
  const RankRows& rows = distribution_.mine();
  const auto cells = static_cast<std::size_t>(rows.local_rows() * source_.cols());
  f_.resize(cells);
  r_.resize(cells);
  source_.read_rows(ProblemArray::f, rows.first_local(), rows.local_rows(), f_.data());
  source_.read_rows(ProblemArray::r, rows.first_local(), rows.local_rows(), r_.data());
  if (!check_blocks_) return;
  check_.emplace(distribution_.rank(), rows.first_local(), rows.local_rows(), source_.cols(), f_.data(), r_.data(),
                 source_.numbers().weights);
}

RankWork Session::work() {
  const JacobiWeights& weights = source_.numbers().weights;
  RankWork work;
  work.local_rows = distribution_.mine().local_rows();
  work.cols = source_.cols();
  work.f = f_.data();
  work.r = r_.data();
  work.coefficients = {weights.rdx2, weights.rdy2, weights.beta};
  work.portion = portion_rows_;
  work.options = itstep_options_;
  work.steps = steps_;
  return work;
}

void Session::sweep(const std::function<void(const std::vector<BlockRun>&)>& blocks_done) {
  const RankWork work = this->work();
  const std::int64_t cycles_before = device_->cycles().total();
  Watch watch(*this, blocks_done);
  for (std::int64_t step = 0; step < steps_.count(); ++step) {
    // The first step needs no exchange: every rank has read its shadows with its rows.
    if (step > 0) distribution_.exchange(f_.data());
    const std::int64_t niter = steps_.niter(step);
    watch.begin_step(step, niter);
    itstep(*device_, work.local_rows, work.cols, work.f, work.r, work.coefficients, niter, work.portion, &watch,
           work.options);
  }

  std::int64_t in_blocks = 0;
  for (const BlockRecord& block : blocks_) in_blocks += block.cycles.total();
  const std::int64_t counted = device_->cycles().total() - cycles_before;
  if (in_blocks != counted) {
    throw DeviceError(fmt::format("ledger: the blocks add up to {} cycles, the device counted {}", in_blocks, counted));
  }
  device_->audit();
}

}  // namespace stencil
