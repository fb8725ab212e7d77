// SPDX-License-Identifier: Apache-2.0
#include "sim/run/session.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "host/blocking/check_blocking.hpp"
#include "host/errors.hpp"
#include "sim/report/block_record.hpp"

namespace stencil {

// Sees every block of every step: writes the ledger, checks the block, tells the caller.
class Session::Watch final : public BlockObserver {
 public:
  Watch(Session& session, const std::function<void(const std::vector<BlockRun>&)>& blocks_done)
      : session_(session), blocks_done_(blocks_done) {}

  // check: of this strip, null where blocks are not compared.
  void begin_strip(const Strip& strip, std::int64_t step, std::int64_t niter, BlockCheck* check) {
    strip_ = strip.number;
    step_ = step;
    check_ = check;
    if (check_ != nullptr) check_->begin_step(step, niter);
  }

  void after_block(const BlockRun& run) override {
    BlockRecord record = block_record(session_.device(), run);
    record.rank = session_.distribution_.rank();
    record.step = step_;
    record.strip = strip_;
    session_.blocks_.push_back(record);
    if (check_ != nullptr) check_->after_block(run);
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
  std::int64_t strip_ = 0;
  BlockCheck* check_ = nullptr;
};

namespace {

std::optional<std::int64_t> block_rows(MPI_Comm communicator, const RunOptions& options, std::int64_t rows) {
  if (options.distribution == Distribution::blocked) return std::nullopt;
  if (options.block_rows) return options.block_rows;
  int ranks = 1;
  MPI_Comm_size(communicator, &ranks);
  return default_block_rows(rows, ranks, options.stw);
}

}  // namespace

Session::Session(MPI_Comm communicator, const RunOptions& options, const DeviceMaker& make_device)
    : source_(options),
      steps_{options.iterations, options.stw},
      portion_rows_(options.portion),
      itstep_options_(options.itstep),
      check_blocks_(options.check == Check::each_block),
      distribution_(communicator, source_.rows(), source_.cols(), options.stw,
                    block_rows(communicator, options, source_.rows()),
                    options.place ? std::optional(options.portion) : std::nullopt),
      device_(make_device(options.device)),
      place_(options.place),
      sharing_(options.sharing) {
  if (place_) return;  // read_problem() makes the stages, and they check what they need
  for (const Strip& strip : distribution_.mine()) {
    check_blocking(device(), strip.local_rows(), source_.cols(), options.portion, options.stw, options.itstep);
    // A shorter last step has shorter blocks: one may have become two, and those a chain.
    const std::int64_t last = steps_.niter(steps_.last());
    if (options.itstep.blocking == Blocking::skewed && strip.local_rows() - last > options.portion) {
      check_chain(device(), "sweeps of the last step", last, source_.cols());
    }
  }
}

void Session::read_problem() {
  const auto cells = static_cast<std::size_t>(distribution_.local_rows() * source_.cols());
  f_.resize(cells);
  r_.resize(cells);
  for (const Strip& strip : distribution_.mine()) {
    const std::int64_t at = strip.at * source_.cols();
    source_.read_rows(ProblemArray::f, strip.first_local(), strip.local_rows(), f_.data() + at);
    source_.read_rows(ProblemArray::r, strip.first_local(), strip.local_rows(), r_.data() + at);
    if (check_blocks_) {
      checks_.emplace_back(strip, source_.cols(), f_.data() + at, r_.data() + at, source_.numbers().weights);
    }
  }
  if (place_) make_stages();
}

void Session::make_stages() {
  StagedSolver::Setting setting;
  setting.strips = distribution_.mine();
  setting.cols = source_.cols();
  setting.shadow = steps_.stw;
  setting.weights = source_.numbers().weights;
  setting.f = f_.data();
  setting.r = r_.data();
  setting.placement = *place_;
  setting.sharing = sharing_;
  setting.exchange = [this] { distribution_.exchange(f_.data()); };
  stages_ = std::make_unique<StagedSolver>(*device_, std::move(setting));
}

RankWork Session::work() {
  const JacobiWeights& weights = source_.numbers().weights;
  RankWork work;
  for (const Strip& strip : distribution_.mine()) {
    const std::int64_t at = strip.at * source_.cols();
    work.strips.push_back({strip.local_rows(), f_.data() + at, r_.data() + at});
  }
  work.cols = source_.cols();
  work.coefficients = {weights.rdx2, weights.rdy2, weights.beta};
  work.portion = portion_rows_;
  work.options = itstep_options_;
  work.steps = steps_;
  return work;
}

void Session::sweep(const std::function<void(const std::vector<BlockRun>&)>& blocks_done) {
  const std::int64_t cycles_before = device_->cycles().total();
  stages_ ? sweep_in_stages() : sweep_in_blocks(blocks_done);

  std::int64_t in_blocks = 0;
  for (const BlockRecord& block : blocks_) in_blocks += block.cycles.total();
  const std::int64_t counted = device_->cycles().total() - cycles_before;
  if (in_blocks != counted) {
    throw DeviceError(fmt::format("ledger: the blocks add up to {} cycles, the device counted {}", in_blocks, counted));
  }
  device_->audit();
}

void Session::sweep_in_stages() {
  for (std::int64_t step = 0; step < steps_.count(); ++step) stages_->step(steps_.niter(step));
  stages_->finish();
  blocks_ = stages_->blocks();
}

void Session::sweep_in_blocks(const std::function<void(const std::vector<BlockRun>&)>& blocks_done) {
  const RankWork work = this->work();
  const std::vector<Strip> strips = distribution_.mine();
  Watch watch(*this, blocks_done);
  for (std::int64_t step = 0; step < steps_.count(); ++step) {
    // The first step needs no exchange: every rank has read its shadows with its rows.
    if (step > 0) distribution_.exchange(f_.data());
    const std::int64_t niter = steps_.niter(step);
    for (std::size_t k = 0; k < strips.size(); ++k) {
      watch.begin_strip(strips[k], step, niter, checks_.empty() ? nullptr : &checks_[k]);
      const StripWork& strip = work.strips[k];
      itstep(*device_, strip.local_rows, work.cols, strip.f, strip.r, work.coefficients, niter, work.portion, &watch,
             work.options);
    }
  }
}

}  // namespace stencil
