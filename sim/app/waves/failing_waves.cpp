// SPDX-License-Identifier: Apache-2.0
#include "sim/app/waves/failing_waves.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "host/base/errors.hpp"
#include "sim/app/waves/wave_file.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {
namespace {

class LastSign final : public HandshakeObserver {
 public:
  void seen(const Handshake& handshake) override {
    if (handshake.channel != Channel::register_read_address && handshake.channel != Channel::register_read_data)
      cycle_ = handshake.cycle;
  }
  std::int64_t cycle() const { return cycle_; }

 private:
  std::int64_t cycle_ = 0;
};

void play_to_failure(const Capsule& calls, AcceleratorOptions machine, const Inspection& inspection,
                     const AcceleratorMaker& make_device) {
  machine.inspection = &inspection;
  machine.digest = false;
  const std::unique_ptr<Accelerator> device = make_device(machine);
  try {
    play(calls, *device);
  } catch (const DeviceError&) {
    return;
  }
  throw DeviceError("the device fails at these calls no longer");
}

}  // namespace

std::string write_failing_waves(const WaveRequest& request, const Capsule& calls, const AcceleratorMaker& make_device) {
  LastSign last;
  Inspection pins;
  pins.handshakes = &last;
  play_to_failure(calls, request.machine, pins, make_device);

  TraceChoice window = request.choice;
  if (window.which == TraceChoice::Which::failure) {
    window.from_cycle = std::max<std::int64_t>(0, last.cycle() - waves_before_cycles);
    window.to_cycle = last.cycle() + waves_after_cycles;
  }
  AcceleratorOptions machine = request.machine;
  machine.module = request.module;
  WaveFile file(request.path, window);
  play_to_failure(calls, machine, file.inspection(), make_device);
  file.commit(WaveMarker{last.cycle(), "", ""});
  return fmt::format("waves: {} ({}); gtkwave {}\n  marked: cycle {}, of the last handshake before the device fails\n",
                     file.path(), cycles_text(request.choice, window), file.save_path(), last.cycle());
}

}  // namespace stencil
