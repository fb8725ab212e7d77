// The accelerator without hardware that carries out posted calls late and out of order, to find a missing `after`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/software/software_accelerator.hpp"

namespace stencil {

// Nothing happens before a wait. Then, until what it waits for is done, loads, commands and stores are each done in the
// order posted, and which of the three goes on next is drawn at random among those whose `after` is done: the same
// orders in every run. A host that is right with every order gets the bits of SoftwareAccelerator; one that relies on
// the pace of a device gets other bits. Local memory starts as poison (sim/device/checking/poison.hpp), so a block that
// was not loaded shows, too.
class ShuffledAccelerator final : public Accelerator {
 public:
  // Capabilities as SoftwareAccelerator, but for accel, "shuffled".
  explicit ShuffledAccelerator(const Capabilities& configuration, const MakingHooks& making = {});

  const Capabilities& capabilities() const override { return capabilities_; }
  CycleCounts cycles() const override { return {}; }

 private:
  enum Kind { loads, commands, stores, kinds };
  struct Call {
    Ticket ticket;
    After after;
    std::function<void()> take_effect;
  };

  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override;
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override;
  void do_store(Ticket ticket, const Place& place, double* target, const After& after) override;
  std::vector<CycleCounts> do_wait() override;
  std::vector<CycleCounts> do_wait_for(Ticket ticket) override;
  double do_change() override { return device_.change(); }
  void do_reset_change() override { device_.reset_change(); }
  void do_set_weight(Weight weight, double value) override { device_.set_weight(weight, value); }

  void post_call(Kind kind, Call call);
  bool may_begin(const Call& call) const;
  // Until all calls up to this one are done; returns the number of commands among those carried out.
  std::size_t run_until(Ticket done);

  SoftwareAccelerator device_;
  Capabilities capabilities_;
  std::array<std::deque<Call>, kinds> posted_;  // by Kind
  std::set<Ticket> unfinished_;
  std::mt19937_64 random_;
};

// Maker of the registry (sim/device/backends/registry.hpp). `options` have been checked.
std::unique_ptr<Accelerator> make_shuffled_accelerator(const Configuration& configuration,
                                                       const AcceleratorOptions& options);

}  // namespace stencil
