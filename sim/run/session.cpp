// SPDX-License-Identifier: Apache-2.0
#include "sim/run/session.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "host/blocking/plan.hpp"
#include "host/errors.hpp"

namespace stencil {

// Sees every block of every step: writes the ledger, checks the block, tells the caller.
class Session::Watch final : public BlockObserver {
 public:
  Watch(Session& session, const std::function<void(const BlockRun&)>& block_done)
      : session_(session), block_done_(block_done) {}

  void begin_step(std::int64_t step, std::int64_t niter) {
    step_ = step;
    if (session_.check_) session_.check_->begin_step(step, niter);
  }

  void before_block(std::int64_t, const Block& block) override {
    if (session_.check_) session_.check_->before_block(block);
  }

  void after_block(const BlockRun& run) override {
    BlockRecord record;
    record.rank = session_.distribution_.rank();
    record.step = step_;
    record.block = run.index;
    record.rows = run.block.rows();
    record.cols = run.cols;
    record.niter = run.niter;
    record.keep = run.block.keep;
    record.before = run.block.before;
    record.after = run.block.after;
    record.cycles = run.cycles;
    record.traffic = run.traffic;
    session_.blocks_.push_back(record);
    if (session_.check_) session_.check_->after_block(run);
    if (block_done_) block_done_(run);
  }

 private:
  Session& session_;
  const std::function<void(const BlockRun&)>& block_done_;
  std::int64_t step_ = 0;
};

Session::Session(MPI_Comm communicator, const RunOptions& options, const DeviceMaker& make_device)
    : source_(options),
      steps_{options.iterations, options.stw},
      portion_rows_(options.portion),
      check_blocks_(options.check == Check::each_block),
      distribution_(communicator, source_.rows(), source_.cols(), options.stw),
      device_(make_device(options.device)) {
  check_blocking(device(), distribution_.mine().local_rows(), source_.cols(), options.portion, options.stw);
}

void Session::read_problem() {
  const RankRows& rows = distribution_.mine();
  const auto cells = static_cast<std::size_t>(rows.local_rows() * source_.cols());
  f_.resize(cells);
  r_.resize(cells);
  source_.read_rows(ProblemArray::f, rows.first_local(), rows.local_rows(), f_.data());
  source_.read_rows(ProblemArray::r, rows.first_local(), rows.local_rows(), r_.data());
  if (!check_blocks_) return;
  check_.emplace(distribution_.rank(), rows.first_local(), source_.cols(), f_.data(), r_.data(),
                 source_.numbers().weights);
}

void Session::sweep(const std::function<void(const BlockRun&)>& block_done) {
  const JacobiWeights& weights = source_.numbers().weights;
  const Coefficients coefficients{weights.rdx2, weights.rdy2, weights.beta};
  const std::int64_t local_rows = distribution_.mine().local_rows();
  const std::int64_t cycles_before = device_->cycles().total();
  Watch watch(*this, block_done);
  for (std::int64_t step = 0; step < steps_.count(); ++step) {
    // The first step needs no exchange: every rank has read its shadows with its rows.
    if (step > 0) distribution_.exchange(f_.data());
    const std::int64_t niter = steps_.niter(step);
    watch.begin_step(step, niter);
    itstep(*device_, local_rows, source_.cols(), f_.data(), r_.data(), coefficients, niter, portion_rows_, &watch);
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
