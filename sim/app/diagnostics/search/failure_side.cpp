// Whose fault it is that a device has failed: that of host, platform or device.
// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <string>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/capsule/first_divergence.hpp"
#include "sim/app/capsule/platform_search.hpp"
#include "sim/app/capsule/words_read.hpp"
#include "sim/app/diagnostics/search/failing_group.hpp"
#include "sim/app/diagnostics/search/run_capture.hpp"
#include "sim/device/accelerator/audit.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/contract/waiting_pins.hpp"

namespace stencil {
namespace {

constexpr const char* answered_write = "device answered the write of register";

// Whether a device without registers, of the same capabilities, takes the calls.
bool is_legal(Capsule calls) {
  try {
    expect(calls);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

// The model of the device stands on the same platform and is given the same calls.
std::string RunCapture::side_of_failure() const {
  AcceleratorOptions machine = failing_machine(failed_.found()->device);
  const Json platform = platform_fault_of(*failed_.found(), machine, maker_);
  if (!platform.is_null()) return platform["text"].text();
  machine.accel = "model";
  try {
    player_on(machine, maker_)(*failed_.found());
  } catch (const std::exception& error) {
    const std::string text = error.what();
    const auto* const hang = dynamic_cast<const DeviceHang*>(&error);
    if (hang != nullptr && failure_again(false).rfind("platform hangs", 0) == 0)
      return wrapped(
          "side: platform (sim/device/accelerator, sim/device/platform, sim/device/pins): a call of the host waits for "
          "earlier ones alone, and the device has done all that it was offered; one that could go on is not handed on, "
          "to the model of the device, which has no RTL, no more than to the RTL",
          2, 0);
    if (text.find(refused_command) != std::string::npos && is_legal(*failed_.found()))
      return wrapped(
          "side: platform (sim/device/accelerator, sim/device/kernels): every call is legal as the host gives it; the "
          "model of the device, which has no RTL, refuses what reaches its registers too",
          2, 0);
    if (hang != nullptr && is_legal(*failed_.found()))
      return wrapped(
          "side: platform (sim/device/platform, sim/device/contract, sim/device/accelerator): every call is legal as "
          "the "
          "host gives it, and the model of the device, which has no RTL, hangs at the same calls: by what it is waited "
          "for, how long, or what it was offered",
          2, 0);
    const bool of_a_register = text.find(answered_write) != std::string::npos &&
                               text.find(register_text(contract::REG_COMMAND)) == std::string::npos;
    return wrapped(of_a_register
                       ? "side: platform (sim/device/accelerator): the model of the device, which has no RTL, "
                         "refuses the same register write, and no call of the host writes registers"
                       : "side: host or platform: the model of the device, which has no RTL, fails at the "
                         "same calls",
                   2, 0);
  }
  const std::string again = failure_again(false);
  if (again.find("side: platform") != std::string::npos) return "";  // it names itself
  if (again.find("irq is high") != std::string::npos)
    return wrapped(
        "side: platform (sim/device/pins): all that the device was given has ended and its interrupt is high; the wait "
        "for it goes on",
        2, 0);
  if (again.rfind("by the timing model, ", 0) == 0 && again.find("hangs") != std::string::npos)
    return wrapped(
        "side: platform (sim/device/model/predicted_device.hpp): the timing model that runs beside the device hangs; "
        "alone it makes the same calls, so that what it is told of the device's accesses is wrong",
        2, 0);
  const bool platform_hangs = again.rfind("platform hangs", 0) == 0;
  if (platform_hangs && again.find("is not offered to the device") != std::string::npos)
    return wrapped(
        "side: platform (sim/device/platform, sim/device/accelerator, sim/device/pins): the device has done all that "
        "it was offered, and what is left is not offered to it; on the model of the device it is",
        2, 0);
  if (platform_hangs)
    return wrapped(
        "side: platform (sim/device/pins, its pace of the link too): the device offers a beat, or is ready for one, "
        "and the platform does not move it; on the model of the device it does",
        2, 0);
  if (again.empty() && changes_devices_)
    return wrapped(
        "side: platform (sim/device/mixed): a new device, which no step on the other one comes before, makes the same "
        "calls without a failure",
        2, 0);
  if (again.find(written_early) != std::string::npos)
    return wrapped(
        "side: platform (sim/device/pins, sim/device/accelerator): the device refuses, as the contract has it, a write "
        "that had to wait for its interrupt",
        2, 0);
  const std::string checked = failure_again(true);
  if (checked.find(", driven by the platform,") != std::string::npos)
    return wrapped("side: platform (sim/device/pins): with the rules of the bus checked at the pins: " + checked, 2, 0);
  // The master checks this rule too.
  if (again.empty() && checked.find("breaks rule read-last") != std::string::npos)
    return wrapped(
        "side: platform (sim/device/pins/sample_pins.hpp): the master, which counts beats itself, finds RLAST right in "
        "the same calls; what the rules of the bus are checked on is not what it drives",
        2, 0);
  // The master reports a breach that is none at the pins.
  if (again.rfind("protocol error on s_axi", 0) == 0 && checked == again)
    return wrapped(
        "side: platform (sim/device/pins): the rules of the bus, checked at the pins beside its master, are kept; the "
        "master counts beats otherwise than handshakes move them",
        2, 0);
  std::string side = wrapped(
      "side: device, or the pins that it is driven through (sim/device/pins): the model of the device, without RTL, "
      "makes the same calls on the same platform",
      2, 0);
  if (again.find(" on s_axi R, ") == std::string::npos) return side;
  const std::string read = words_read_text(*failed_.found(), failing_machine(failed_.found()->device), maker_);
  return read.empty() ? side : side + "\n" + wrapped(read, 2, 0);
}

// Of the model of the device; empty: it does not refuse the calls, or the host's are at fault.
std::string RunCapture::side_without_rtl() const {
  const std::string again = failure_again(false);
  const bool is_refused =
      again.find(refused_command) != std::string::npos || again.find(answered_write) != std::string::npos;
  if (!is_refused || !is_legal(*failed_.found())) return "";
  return wrapped(
      "side: platform (sim/device/accelerator, sim/device/contract, sim/device/kernels, sim/device/model): no RTL "
      "takes part, and every call is legal as the host gives it",
      2, 0);
}

// Of a run that fails though it makes all its calls: where its counters are not those at the pins. again: in the order
// of the run.
std::string RunCapture::side_of_counters(SecondRun& again) {
  const auto counts_wrong = [&](const char* accel) {
    std::string failure;
    try {
      again.sweep(
          false, maker_on(accel), [](std::int64_t) {}, SecondRun::Order::as_the_run);
    } catch (const std::exception& error) {
      failure = error.what();
    }
    again.end();
    return failure.find(audit_failure) != std::string::npos;
  };
  if (!counts_wrong("rtl")) return "";
  return wrapped(counts_wrong("model")
                     ? "side: platform (sim/device/accelerator, sim/device/contract): the counters of the model of the "
                       "device, which has no RTL, are not those at its pins either"
                     : "side: device, or what counts at its pins (sim/device/pins): the model of the device, without "
                       "RTL, counts right in the same calls on the same platform",
                 2, 0);
}

// The error of a new device that makes the same calls; empty: it makes them. protocol: the rules of the bus are checked
// at its pins.
std::string RunCapture::failure_again(bool protocol) const {
  AcceleratorOptions machine = failing_machine(failed_.found()->device);
  machine.checking.protocol = protocol;
  try {
    player_on(machine, maker_)(*failed_.found());
  } catch (const DeviceError& error) {
    return error.what();
  } catch (const std::exception&) {
  }
  return "";
}

}  // namespace stencil
