// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/sweeps/sweep_kernel.hpp"

#include <chrono>
#include <vector>

#include "models/jacobi.hpp"
#include "sim/device/kernels/sweeps/engine_clock.hpp"
#include "sim/device/kernels/sweeps/sweep_device.hpp"

namespace stencil {

using namespace contract;

namespace {

// The operator that a job asks for, with its numbers.
SweepWeights weights_of(const Job& job) {
  SweepWeights weights;
  for_each_weight(weights, [&](Weight weight, double& value) { value = from_bits(job[register_of(weight)]); });
  return weights;
}

BlockShape shape_of(const QueuedCommand& command, const Job& job) {
  return {command.rows, static_cast<std::int64_t>(job[REG_COLS]), static_cast<std::int64_t>(job[REG_NITER]),
          command.above, command.below};
}

class SweepClock final : public KernelClock {
 public:
  explicit SweepClock(const Capabilities& device) : device_(device), engine_(engine_shape(device, {})) {}

  void reset() override { engine_.reset(); }
  bool there() const override { return device_.sweeps; }
  bool serves(const Job& job) const override { return (job[REG_TILE] & tile_kernel) == 0; }

  Error check(const QueuedCommand& command, const Job& job, bool chain_open) const override {
    const BlockShape block = shape_of(command, job);
    if (block.above ? !chain_open : block.below && block.rows <= block.niter) return ERROR_CHAIN;
    const std::int64_t passes = (block.niter + device_.pes - 1) / device_.pes;
    const std::int64_t beats = (block.cols + device_.lanes - 1) / device_.lanes;
    return block.skewed() && passes > device_.line_beats / beats ? ERROR_LINES : ERROR_NONE;
  }

  EngineCycle cycle(std::int64_t now, const QueuedCommand* offered, const Job& job) override {
    if (offered == nullptr) return engine_.cycle(now, nullptr);
    const BlockShape block = shape_of(*offered, job);
    return engine_.cycle(now, &block);
  }
  std::int64_t quiet(std::int64_t now, const QueuedCommand* offered, const Job& job) const override {
    if (offered == nullptr) return engine_.quiet(now, nullptr);
    const BlockShape block = shape_of(*offered, job);
    return engine_.quiet(now, &block);
  }
  EngineCycle show(std::int64_t now) const override { return engine_.show(now); }

  DeviceCommand command(const QueuedCommand& queued, const Job& job) const override {
    SweepCommand command;
    command.rows = queued.rows;
    command.cols = static_cast<std::int64_t>(job[REG_COLS]);
    command.niter = static_cast<std::int64_t>(job[REG_NITER]);
    command.weights = weights_of(job);
    command.f_buffer = static_cast<int>(queued.f_buffer);
    command.r_buffer = static_cast<int>(queued.r_buffer);
    command.above = queued.above;
    command.below = queued.below;
    return command;
  }
  bool measures_change() const override { return true; }

 private:
  Capabilities device_;
  EngineClock engine_;
};

}  // namespace

std::unique_ptr<KernelClock> make_sweep_clock(const Capabilities& device) {
  return std::make_unique<SweepClock>(device);
}

double golden_points_per_second() {
  constexpr std::int64_t rows = 64, cols = 512, niter = 4;
  const JacobiWeights weights{0.25, 0.25, 0.5};
  std::vector<double> f(rows * cols, 1.0), r(rows * cols, 0.5);
  jacobi_sweeps(rows, cols, f.data(), r.data(), weights, 1);
  const auto began = std::chrono::steady_clock::now();
  jacobi_sweeps(rows, cols, f.data(), r.data(), weights, niter);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  return static_cast<double>(rows * cols * niter) / took.count();
}

}  // namespace stencil
