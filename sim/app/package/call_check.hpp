// Each itstep_accel of a C program against the golden loop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/c/call_observer.hpp"
#include "models/compare.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// Keeps what local memory must hold: what was loaded, and what sweeps left. After a sweep all its rows are read back
// from the device and compared with the golden sweeps of what it must have held; so a load that went wrong shows too.
// Then what the device has is what it must have: a difference is found once. What a program sweeps without having
// loaded it is read from the device before the sweep.
class CallCheck final : public CallObserver {
 public:
  explicit CallCheck(const Capabilities& device);

  void loaded(Accelerator& device, Bank bank, std::int64_t offset, const double* values, std::int64_t length) override;
  void stored(Accelerator& device, std::int64_t offset, const double* values, std::int64_t length) override;
  void before_sweep(Accelerator& device, const SweepCommand& command, std::int64_t block) override;
  void after_sweep(Accelerator& device, const SweepCommand& command) override;

  // The first difference is in the earliest call; its block is that of the report, its sweep the block's last, row and
  // column count in the block from word 0 of local memory on, rank and step are 0.
  const Verdict& verdict() const { return verdict_; }
  // What the check itself moved: it belongs to no block.
  const DmaCycles& dma() const { return dma_; }

 private:
  struct Memory {
    explicit Memory(std::int64_t words)
        : values(static_cast<std::size_t>(words)), known(static_cast<std::size_t>(words), false) {}
    std::vector<double> values;
    std::vector<bool> known;
  };

  void read(Accelerator& device, Bank bank, std::int64_t words, double* target);
  void learn(Accelerator& device, Bank bank, Memory& memory, std::int64_t words);
  void add(const Comparison& found);

  Memory f_;
  Memory r_;
  std::vector<double> expected_;
  std::vector<double> device_values_;
  SweepCommand last_;  // of the sweep that came last
  std::int64_t block_ = 0;
  Verdict verdict_;
  DmaCycles dma_;
};

}  // namespace stencil
