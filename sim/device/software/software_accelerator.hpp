// The accelerator without hardware: local memory and the golden loops of the kernels, without a clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "host/device/accelerator.hpp"
#include "models/local_memory.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/software/formula_sweeps.hpp"

namespace stencil {

// The same sizes and the same bits as a timed device of that configuration, but no clock: calls take effect at once, in
// the order of posting, all cycle counts stay 0 and only traffic is counted.
class SoftwareAccelerator final : public Accelerator {
 public:
  // Takes over all capabilities but accel, which becomes "software", and those that have a meaning only with a clock:
  // pe_latency, tile_latency, link_bytes_per_cycle and timed.
  // by_formula: it computes by the formula of a point in integers, not with the golden loops; CHANGE stays 0.
  explicit SoftwareAccelerator(const Capabilities& configuration, bool by_formula = false);

  const Capabilities& capabilities() const override { return capabilities_; }
  CycleCounts cycles() const override { return {}; }

  // The first words of each buffer (sim/device/checking/poison.hpp). Only before the first call.
  void poison(std::int64_t words, const std::function<void(std::int64_t done, std::int64_t all)>& poisoned = {});

 private:
  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override;
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override;
  void do_store(Ticket ticket, const Place& place, double* target, const After& after) override;
  std::vector<CycleCounts> do_wait() override { return std::vector<CycleCounts>(posted_commands()); }
  double do_change() override { return memory_.change(); }
  void do_reset_change() override { memory_.reset_change(); }

  Capabilities capabilities_;
  LocalMemory memory_;
  std::optional<FormulaSweeps> formula_;
};

// Maker of the registry (sim/device/backends/registry.hpp). `options` have been checked.
std::unique_ptr<Accelerator> make_software_accelerator(const Configuration& configuration,
                                                       const AcceleratorOptions& options);

}  // namespace stencil
