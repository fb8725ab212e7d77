// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/sweeps/sweep_kernel.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

#include "host/base/errors.hpp"
#include "models/jacobi.hpp"
#include "sim/device/contract/sweep_operators.hpp"
#include "sim/device/kernels/sweeps/engine_clock.hpp"
#include "sim/device/kernels/sweeps/sweep_device.hpp"

namespace stencil {

using namespace contract;

namespace {

// The operator that a job selects: its place in SweepWeights.
std::size_t operator_of(const Job& job, const Capabilities& device) {
  const std::uint64_t choice = job[REG_TILE] & sweep_choices(device.operators);
  std::size_t place = 0;
  while (place < sweep_operator_count && sweep_operator_rows[place].choice != choice) ++place;
  return place;
}

// The weights of that operator, which must exist.
SweepWeights weights_of(const Job& job, const Capabilities& device) {
  SweepWeights weights = device.all_operators()[operator_of(job, device)];
  for_each_weight(weights, [&](Weight weight, double& value) { value = from_bits(job[register_of(weight)]); });
  return weights;
}

BlockShape shape_of(const QueuedCommand& command, const Job& job) {
  return {command.rows, static_cast<std::int64_t>(job[REG_COLS]), static_cast<std::int64_t>(job[REG_NITER]),
          command.above, command.below};
}

class SweepClock final : public KernelClock {
 public:
  explicit SweepClock(const Capabilities& device) : device_(device), engine_(engine_shape(device)) {}

  void reset() override { engine_.reset(); }
  bool there(const Job& job) const override {
    const std::size_t place = operator_of(job, device_);
    return place < sweep_operator_count && device_.operators[place];
  }
  bool serves(const Job& job) const override { return (job[REG_TILE] & tile_kernel) == 0; }
  bool uses_r(const Job& job) const override {
    const std::size_t place = operator_of(job, device_);
    return place == sweep_operator_count || reads_rhs(device_.all_operators()[place]);
  }

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
    command.weights = weights_of(job, device_);
    command.f_buffer = static_cast<int>(queued.f_buffer);
    command.r_buffer = uses_r(job) ? static_cast<int>(queued.r_buffer) : 0;  // which number is named does not matter
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

std::uint64_t SweepKernels::bits(const Capabilities& device) {
  std::uint64_t bits = device.measures_change ? kernel_change : 0;
  for (std::size_t k = 0; k < sweep_operator_count; ++k) {
    if (device.operators[k]) bits |= sweep_operator_rows[k].kernel;
  }
  return bits;
}

std::uint64_t SweepKernels::register_bits(std::uint32_t address, const Capabilities& device) {
  bool used = false;
  for (const SweepWeights& each : device.all_operators()) {
    for_each_weight(each, [&](Weight of, double) {
      used = used || (register_of(of) == address && device.operators[each.index()]);
    });
  }
  const bool weight = std::find(weight_registers.begin(), weight_registers.end(), address) != weight_registers.end();
  const bool missing = (weight && !used) || (address == REG_CHANGE && !device.measures_change) ||
                       (address == REG_FORMULA && device.formula.digest == 0);
  return missing ? 0 : ~std::uint64_t{0};
}

std::optional<std::uint64_t> SweepKernels::capability(std::uint32_t address, const Capabilities& device) {
  return address == REG_FORMULA ? std::optional(device.formula.digest) : std::nullopt;
}

void SweepKernels::read_registers(const CapabilityReader& device, std::uint64_t kernels, Capabilities& capabilities) {
  if ((kernels & kernel_formula) == 0) return;
  capabilities.formula.digest = device.bits(REG_FORMULA);
  if (capabilities.formula.digest == 0)
    throw DeviceError("register FORMULA reads 0, the contract allows any other value");
}

void SweepKernels::set_operators(std::uint64_t kernels, Capabilities& capabilities) {
  capabilities.operators = operators_of(kernels);
  capabilities.measures_change = (kernels & kernel_change) != 0;
}

double golden_points_per_second() {
  constexpr std::int64_t rows = 64, cols = 512, niter = 4;
  const SweepWeights weights = sweep_operators().front();  // a row takes as long whatever its numbers
  std::vector<double> f(rows * cols, 1.0), r(rows * cols, 0.5);
  golden_sweeps(rows, cols, f.data(), r.data(), weights, 1);
  const auto began = std::chrono::steady_clock::now();
  golden_sweeps(rows, cols, f.data(), r.data(), weights, niter);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  return static_cast<double>(rows * cols * niter) / took.count();
}

}  // namespace stencil
