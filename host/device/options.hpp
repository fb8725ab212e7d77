// The options of an accelerator and their values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/values/sweep_weights.hpp"

#pragma GCC visibility push(default)
namespace stencil {

class Accelerator;
struct Capabilities;
class DeviceSwitch;      // sim/device/contract/device_switch.hpp
struct Inspection;       // sim/device/contract/inspection.hpp
class TransferObserver;  // sim/device/contract/transfer_observer.hpp

// Timing of the path between host and device, in device clock cycles.
struct LinkOptions {
  std::int64_t burst_beats = 256;    // beats per AXI4 burst, 1 .. 256
  std::int64_t bytes_per_cycle = 0;  // width of the link to the host, 0 .. 4096; 0: as wide as the data port
  std::int64_t latency_cycles = 0;   // from posting a transfer to its first beat, 0 .. 1000000000
  // After which beats the link rests and how long, as this number draws it, 0 .. 1000000000; 0: it never rests.
  std::int64_t stalls = 0;
};

// Checks beside a run, which change no bit, no cycle and no digest of it.
struct CheckingOptions {
  bool protocol = false;          // the rules of AXI4 and AXI4-Lite at both ports, of one with pins
  bool reads = false;             // words that were neither loaded nor swept must not be read
  std::int64_t poison_words = 0;  // of each buffer, from word 0 on: before the first load they hold NaNs of their own
};

// All of them. A run that knows its blocks may poison fewer words, or more.
[[nodiscard]] inline CheckingOptions all_checks() {
  constexpr std::int64_t poison_words = 65536;
  return {true, true, poison_words};
}

// Called while a device is made; empty: nobody listens.
struct MakingHooks {
  // With what the device tells of itself, before a word is loaded into it, be it poison: throws ArgumentError where the
  // device is of no use. An accelerator of another maker need not call it.
  std::function<void(const Capabilities& told)> check = {};
  // Words that hold poison so far, of all that will.
  std::function<void(std::int64_t done, std::int64_t all)> poisoned = {};
};

struct AcceleratorOptions {
  std::string accel = "rtl";       // one of accelerator_names()
  std::string config = "default";  // a name of accelerator_configs()
  LinkOptions link;
  // software, model: an operator of this formula is there beside those of the configuration; digest 0: none. rtl: the
  // one that the device may have.
  FormulaWeights formula = {};
  bool digest = false;  // keep HandshakeDigests, where the accelerator has pins
  CheckingOptions checking = {};
  std::string module = {};  // rtl: file of the Verilated configuration; empty: the program's own
  // rtl: what to show of the inside of a traced module, as long as the device lives; null: nothing.
  const Inspection* inspection = nullptr;
  // rtl, model: receives what the platform moves for each call; without `digest` handshakes of rtl too. Null: nobody.
  TransferObserver* transfers = nullptr;
  // A command may take this many times what the device announces before it counts as hung, 1 or more. A search for a
  // wrong value makes commands that the device may get wrong by sweeps too many, and wants its values.
  std::int64_t hang_bound_times = 1;
  MakingHooks making = {};
  // rtl: what computes, one of accelerator_arithmetics(); other than "rtl" needs a `module` that has it.
  std::string arithmetic = "rtl";
  // rtl: the device of RTL and its model take turns, as this says, and the accelerator is called "mixed". Null: RTL
  // alone.
  DeviceSwitch* between = nullptr;
};

// Declared here, defined in sim/: host code never sees a simulator.
// Throws ArgumentError for an accelerator or configuration this build does not have, naming those it has.
[[nodiscard]] std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions& options);
// Throws what make_accelerator() throws for these options, without making a device; the module of another arithmetic
// need not be there yet.
void check_accelerator_options(const AcceleratorOptions& options);
[[nodiscard]] std::vector<std::string> accelerator_configs();
// The formula of a kernel file, with numbers 0. Throws ArgumentError "FILE:LINE:COLUMN: ..." for a file that is none.
[[nodiscard]] FormulaWeights read_formula_weights(const std::string& path);
// Values of AcceleratorOptions.arithmetic, with the same bits and cycles: "rtl", the Verilog alone; "operators", each
// operator on the host's arithmetic; "points", all of a point at once on that.
[[nodiscard]] std::vector<std::string> accelerator_arithmetics();
// The one that `text` names; "behavioural" is what "operators" was called first. Throws ArgumentError for any other,
// which begins with `what`, such as "--arithmetic".
[[nodiscard]] std::string read_arithmetic(const std::string& what, const std::string& text);
// Values of AcceleratorOptions.accel; timed_only: those with a clock.
[[nodiscard]] std::vector<std::string> accelerator_names(bool timed_only = false);

}  // namespace stencil
#pragma GCC visibility pop
