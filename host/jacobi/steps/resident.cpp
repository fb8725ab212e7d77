// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/steps/resident.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "host/jacobi/call_runner.hpp"

namespace stencil {
namespace {

BlockRun whole_strip(const StripArrays& strip, std::int64_t niter) {
  Block block;
  block.keep = strip.rows;
  return block_run({block}, 0, strip.cols, niter);
}

}  // namespace

ResidentStrip::ResidentStrip(Accelerator& device, const StripArrays& strip, const RowHalo& halo,
                             const SweepWeights& weights, std::int64_t steps)
    : device_(device), strip_(strip), halo_(halo), weights_(weights), steps_(steps) {
  const std::vector<StripArrays> strips{strip};
  check_range("rows", strip.rows, 1);
  check_blocks(device.capabilities(), {whole_strip(strip, 1)}, {strips, weights, Schedule::resident});
  check_range("steps", steps, 1);
  check_range("halo rows before", halo.before, 0, strip.rows - 1);
  check_range("halo rows after", halo.after, 0, strip.rows - 1 - halo.before);
}

Place ResidentStrip::place(Bank bank, const Rows& rows) const {
  return {bank, 0, rows.first * strip_.cols, (rows.last - rows.first) * strip_.cols};
}

After ResidentStrip::load(Bank bank, const std::vector<Rows>& all) {
  const double* const from = bank == Bank::f ? strip_.f : strip_.r;
  After tickets;
  for (const Rows& rows : all) {
    tickets.push_back(device_.post_load(place(bank, rows), from + rows.first * strip_.cols, {}));
  }
  return tickets;
}

std::vector<ResidentStrip::Rows> ResidentStrip::halo_rows() const {
  std::vector<Rows> all;
  if (halo_.before > 0) all.push_back({0, halo_.before});
  if (loaded_below_ != 0) return all;
  if (halo_.after > 0) all.push_back({strip_.rows - halo_.after, strip_.rows});
  return all;
}

// Of its own rows those that neighbours hold: first those of the neighbour above, then what else that below holds.
std::vector<ResidentStrip::Rows> ResidentStrip::edge_rows() const {
  const Rows own{halo_.before, strip_.rows - halo_.after};
  const std::int64_t north = std::min(own.first + halo_.before, own.last);
  const std::int64_t south = std::max(own.last - halo_.after, north);
  std::vector<Rows> all;
  if (halo_.before > 0) all.push_back({own.first, north});
  if (south < own.last) all.push_back({south, own.last});
  return all;
}

void ResidentStrip::step(std::int64_t niter, bool whole, BlockObserver* observer) {
  static_cast<void>(begin(niter, whole, observer));
  end(false, observer);
}

bool ResidentStrip::begin(std::int64_t niter, bool whole, BlockObserver* observer) {
  if (made_ == steps_) throw std::logic_error(fmt::format("resident strip: more than {} steps", steps_));
  cycles_ = device_.cycles();
  traffic_ = device_.traffic() - std::exchange(ahead_, {});
  device_.wait();  // for calls posted before; their cycles belong to this block
  run_ = whole_strip(strip_, niter);
  run_.step = run_.position = made_;
  run_.positions = steps_;
  if (observer != nullptr) observer->before_block(run_.index, run_.block);
  const Rows all{0, strip_.rows};
  After loads = load(Bank::f, made_ == 0 ? std::vector<Rows>{all} : halo_rows());
  if (made_ == 0) loads.push_back(load(Bank::r, {all}).front());
  if (loaded_below_ != 0) loads.push_back(std::exchange(loaded_below_, 0));
  ++made_;
  SweepCommand command;
  command.rows = strip_.rows;
  command.cols = strip_.cols;
  command.niter = niter;
  command.weights = weights_;
  const Ticket sweep = device_.post(command, loads);
  const std::vector<Rows> stored = whole || made_ == steps_ ? std::vector<Rows>{all} : edge_rows();
  After stores;
  for (const Rows& rows : stored) {
    stores.push_back(device_.post_store(place(Bank::f, rows), strip_.f + rows.first * strip_.cols, {sweep}));
  }
  is_stored_ = stores.size() < 2;
  is_stored_ ? device_.wait() : device_.wait(stores.front());
  ended_ = device_.sweep_ends().size();
  return !is_stored_;
}

void ResidentStrip::end(bool below_is_set, BlockObserver* observer) {
  const TrafficCounts traffic = device_.traffic();
  if (!is_stored_) {
    if (below_is_set) loaded_below_ = load(Bank::f, {halo_below()}).front();
    ahead_ = device_.traffic() - traffic;
    device_.wait();
    ended_ += device_.sweep_ends().size();
    is_stored_ = true;
  }
  if (ended_ != 1) throw DeviceError(fmt::format("the device ended {} sweeps, 1 was posted", ended_));
  run_.cycles = device_.cycles() - cycles_;
  run_.traffic = traffic - traffic_;
  if (observer == nullptr) return;
  observer->after_block(run_);
  observer->after_wait();
}

}  // namespace stencil
