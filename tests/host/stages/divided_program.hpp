// A program of one divided stage, which smooths numbers that both sides have in memories of their own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "host/stages/ledger/ledger.hpp"
#include "host/stages/run_stage.hpp"
#include "host/stages/stage_lb.hpp"

namespace stencil {

// One number per row, on either side.
class Numbers final : public SharedDatum {
 public:
  Numbers(const std::string& name, std::vector<std::int64_t> start)
      : SharedDatum(name, Contents::host, static_cast<std::int64_t>(start.size())),
        host(std::move(start)),
        device(host.size(), -1000) {}
  void copyToDevice() override { copyRowsToDevice(all()); }
  void copyFromDevice() override { copyRowsFromDevice(all()); }
  void copyRowsToDevice(const RowRange& rows) override {
    std::copy(host.begin() + rows.first, host.begin() + rows.last, device.begin() + rows.first);
  }
  void copyRowsFromDevice(const RowRange& rows) override {
    std::copy(device.begin() + rows.first, device.begin() + rows.last, host.begin() + rows.first);
  }
  std::int64_t bytes(const RowRange& rows) const override { return 8 * rows.rows(); }

  std::vector<std::int64_t> host;
  std::vector<std::int64_t> device;
};

// `reach` steps in place of x[i] = x[i-1] + 2*x[i] + x[i+1], with operands of the step before; the ends do not change.
inline void smooth(std::vector<std::int64_t>& x, std::int64_t first, std::int64_t last, std::int64_t reach) {
  for (std::int64_t step = 0; step < reach; ++step) {
    const std::vector<std::int64_t> old = x;
    for (std::int64_t i = first + 1; i < last - 1; ++i) {
      const auto k = static_cast<std::size_t>(i);
      x[k] = (old[k - 1] + 2 * old[k] + old[k + 1]) % 1000003;
    }
  }
}

class Program {
 public:
  Program(std::int64_t rows, std::int64_t reach, double share) : rows_(rows), reach_(reach), x_("x", start(rows)) {
    const auto part = [this](std::vector<std::int64_t>& memory, const RowRange& own) {
      smooth(memory, std::max<std::int64_t>(own.first - reach_, 0), std::min(own.last + reach_, rows_), reach_);
    };
    stage_ = std::make_unique<StageLB>(
        "smooth", share, [this, part](const RowRange& own) { part(x_.host, own); },
        [this, part](const RowRange& own) { part(x_.device, own); }, rows,
        std::vector<SplitAccess>{{&x_, Access::Kind::update, 0, reach, reach, false}});
    ledger_.join(x_);
  }

  static std::vector<std::int64_t> start(std::int64_t rows) {
    std::vector<std::int64_t> x;
    for (std::int64_t i = 0; i < rows; ++i) x.push_back(i * i % 97);
    return x;
  }

  StageLB& stage() { return *stage_; }
  StageLedger& ledger() { return ledger_; }
  void run() { runStage(*stage_, &ledger_); }
  std::vector<std::int64_t> result() {
    ledger_.flushing(x_, "end");
    flush(x_, &ledger_);
    return x_.host;
  }

 private:
  std::int64_t rows_;
  std::int64_t reach_;
  Numbers x_;
  std::unique_ptr<StageLB> stage_;
  StageLedger ledger_;
};

}  // namespace stencil
