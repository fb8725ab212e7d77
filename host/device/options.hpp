// How an accelerator is asked for, and what there is to ask for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stencil {

class Accelerator;

// Timing of the path between host and device, in device clock cycles.
struct LinkOptions {
  std::int64_t burst_beats = 256;    // beats in an AXI4 burst, 1 .. 256
  std::int64_t bytes_per_cycle = 0;  // host link width; 0 = as wide as the data port
  std::int64_t latency_cycles = 0;   // from posting a transfer to its first beat
};

struct AcceleratorOptions {
  std::string accel = "rtl";       // one of accelerator_names()
  std::string config = "default";  // a name of accelerator_configs()
  LinkOptions link;
  bool digest = false;      // keep HandshakeDigests; of one with pins
  std::string module = {};  // rtl: file of the Verilated configuration; empty: the program's own
};

// Declared here, defined in sim/: host code never sees a simulator.
// Throws ArgumentError for an accelerator or configuration this build does not have, naming those it has.
std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions& options);
std::vector<std::string> accelerator_configs();
// What AcceleratorOptions.accel may be; timed_only: those with a clock.
std::vector<std::string> accelerator_names(bool timed_only = false);

}  // namespace stencil
