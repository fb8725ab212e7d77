// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/staged_solver.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "host/balance/share.hpp"
#include "host/base/errors.hpp"
#include "sim/app/kernels/staged/solver_stages.hpp"

namespace stencil {
namespace {

std::int64_t total(const TrafficCounts& traffic) {
  return traffic.bytes_to_device + traffic.bytes_from_device;
}

}  // namespace

void check_stages(const Capabilities& has, const Placement& place, const std::vector<Strip>& strips,
                  std::int64_t cols) {
  check_strips(has, strips, cols);
  const auto places = static_cast<std::size_t>(std::min(has.f_buffers, has.r_buffers));
  if (place.exchange == Where::accel && strips.size() > places) {
    throw ArgumentError(
        fmt::format("exchange=accel with {} strips per rank, must be at most {}, which stay on the device: "
                    "a larger --portion (or --strip-rows) makes fewer",
                    strips.size(), places));
  }
  if (place.norm == Where::accel && !has.measures_change) {
    throw ArgumentError(
        fmt::format("norm=accel on accelerator {} of configuration {}, must be cpu or off: the device "
                    "does not measure the change of a sweep",
                    has.accel, has.config));
  }
}

StagedSolver::StagedSolver(Accelerator& device, Setting setting)
    : setting_(std::move(setting)),
      data_(device, setting_.strips, setting_.cols, setting_.weights, setting_.f, setting_.r),
      traffic_before_(total(device.traffic())) {
  const Placement& place = setting_.placement;
  check_stages(device.capabilities(), place, setting_.strips, setting_.cols);
  for (const Strip& strip : setting_.strips) owned_rows_ += strip.owned;
  if (setting_.checks_stages) {
    checker_ = std::make_unique<StageChecker>(&data_.ledger);
    for (SharedDatum* datum : data_.all()) checker_->join(*datum);
    observe(*checker_);
  }
  exchange_ = make_exchange_stage(data_, place.exchange, setting_.exchange, setting_.halo);
  data_.sweeps.simulate_in_rtl(setting_.on_rtl);
  make_sweeps();
  if (place.norm == Where::cpu) norm_ = make_norm_stage(data_);
  if (place.norm == Where::accel) {
    reset_ = make_reset_stage(data_);
    if (place.sweep != Where::accel) probes_ = make_probe_stages(data_);
    read_ = make_read_stage(data_);
  }
}

void StagedSolver::make_sweeps() {
  const Placement& place = setting_.placement;
  for (StripData& strip : data_.strips.all()) {
    if (place.sweep != Where::split) {
      const bool measured = place.norm == Where::accel && place.sweep == Where::accel;
      sweeps_.push_back(make_sweep_stage(data_, strip, place.sweep, measured));
      continue;
    }
    const SharingOptions& sharing = setting_.sharing;
    auto count_host = [this](std::int64_t points, double seconds) {
      const std::optional<double>& rate = setting_.sharing.host_points_per_cycle;
      host_cycles_ += rate ? static_cast<double>(points) / *rate : seconds * setting_.sharing.clock_mhz * 1e6;
    };
    auto stage = make_split_stage(data_, strip, sharing.share.value_or(0.5), setting_.halo, std::move(count_host));
    split_.push_back(stage.get());
    sweeps_.push_back(std::move(stage));
  }
  if (place.sweep != Where::split || setting_.sharing.share) return;
  BalanceOptions options;
  options.known_device_time = [this](std::int64_t rows) { return lasting_copies(rows); };
  balancer_ = std::make_unique<Balancer>(owned_rows_, options);
}

// Rows are divided by what copies and sweeps cost by themselves.
void StagedSolver::run(const std::vector<Stage*>& stages) {
  if (split_.empty()) return runStages(stages, observer_);
  for (Stage* stage : stages) runStage(*stage, observer_);
}

void StagedSolver::step(std::int64_t niter) {
  data_.niter = niter;
  data_.sweeps.begin_step(steps_);
  std::vector<Stage*> stages;
  if (steps_ > 0) stages.push_back(exchange_.get());
  for (Stage* stage : norm()) stages.push_back(stage);
  if (split_.empty()) {
    for (Stage* stage : sweeps()) stages.push_back(stage);
  } else {
    run(std::exchange(stages, {}));
    run_shared_sweeps();
  }
  if (read_) stages.push_back(read_.get());
  run(stages);
  if (setting_.placement.norm != Where::off) norms_.push_back(data_.change.value());
  ++steps_;
}

std::vector<Stage*> StagedSolver::norm() const {
  std::vector<Stage*> stages;
  if (norm_) stages.push_back(norm_.get());
  if (reset_) stages.push_back(reset_.get());
  for (const auto& probe : probes_) stages.push_back(probe.get());
  return stages;
}

// In alternating order: see the class.
std::vector<Stage*> StagedSolver::sweeps() const {
  std::vector<Stage*> stages;
  for (const auto& sweep : sweeps_) stages.push_back(sweep.get());
  if (steps_ % 2 == 1) std::reverse(stages.begin(), stages.end());
  return stages;
}

// Divides `device_rows` over the strips in proportion to their rows, exactly to the row.
std::vector<SplitStrip> StagedSolver::split(std::int64_t device_rows) const {
  std::vector<SplitStrip> strips;
  std::int64_t rows_so_far = 0;
  std::int64_t given = 0;
  for (const Strip& strip : setting_.strips) {
    rows_so_far += strip.owned;
    const double part = static_cast<double>(rows_so_far) / static_cast<double>(owned_rows_);
    const std::int64_t rows = std::clamp<std::int64_t>(rows_of_share(part, device_rows) - given, 0, strip.owned);
    strips.push_back({strip, rows});
    given += rows;
  }
  return strips;
}

void StagedSolver::share_out() {
  host_cycles_ = 0.0;
  if (!balancer_) return;
  const std::vector<SplitStrip> strips = split(balancer_->device_rows());
  for (std::size_t k = 0; k < strips.size(); ++k) split_[k]->set_device_rows(strips[k].device_rows);
}

double StagedSolver::lasting_copies(std::int64_t device_rows) const {
  const double rows = copied_rows(split(device_rows), setting_.halo, data_.strips.f_places(), data_.strips.r_places());
  return rows * static_cast<double>(setting_.cols) * sizeof(double) * cycles_per_byte_;
}

void StagedSolver::run_shared_sweeps() {
  share_out();
  const Accelerator& device = data_.memory.device();
  const std::int64_t cycles = device.cycles().total();
  const std::int64_t bytes = total(device.traffic());
  const std::int64_t swept = data_.sweeps.sweep_cycles();
  run(sweeps());
  StepShare share{steps_, 0, 0, device.cycles().total() - cycles, std::llround(host_cycles_)};
  for (const StageLB* stage : split_) {
    share.device_rows += stage->device_rows();
    share.host_rows += stage->rows() - stage->device_rows();
  }
  shares_.push_back(share);
  if (!balancer_) return;
  // Rows that are new to the device cost their copies once, so the balancer gets the cost of a step without new rows. A
  // shorter last step would give another rate, but no step follows it.
  const std::int64_t copied = total(device.traffic()) - bytes;
  const auto sweeps = static_cast<double>(data_.sweeps.sweep_cycles() - swept);
  const double copies = static_cast<double>(share.device_cycles) - sweeps;
  if (copied > 0) cycles_per_byte_ = copies / static_cast<double>(copied);
  balancer_->record(share.device_rows, sweeps + lasting_copies(share.device_rows),
                    static_cast<double>(share.host_cycles));
}

void StagedSolver::bring_home(const char* why) {
  for (StripData& strip : data_.strips.all()) {
    data_.ledger.flushing(*strip.f, why);
    flush(*strip.f, &data_.ledger);
  }
}

void StagedSolver::finish() {
  bring_home("output");
  data_.sweeps.close();
  if (checker_) return;
  // The device counts its data port only, so registers do not count.
  std::int64_t counted = data_.ledger.total().bytes();
  for (const DatumTraffic& datum : data_.ledger.data()) {
    if (datum.datum.find('[') == std::string::npos) counted -= datum.moved.bytes();
  }
  const std::int64_t moved = total(data_.memory.device().traffic()) - traffic_before_;
  if (counted != moved) {
    throw DeviceError(fmt::format("ledger: the stages copied {} bytes, the device moved {}", counted, moved));
  }
}

}  // namespace stencil
