// The accelerator as the host sees it: two banks of packed doubles and a sweep command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stencil {

// f holds the field that is swept in place, r the right-hand side that never changes.
enum class Bank { f, r };

// What a device is, read from the device itself; the host asks, it never assumes.
struct Capabilities {
  std::string accel;               // "software", "model" or "rtl"
  std::string config;              // name of the parameter set
  std::int64_t pes = 0;            // processing elements in a row, one sweep each
  std::int64_t lanes = 0;          // points a cycle a processing element
  std::int64_t memory_words = 0;   // packed doubles a bank
  std::int64_t max_cols = 0;       // longest row
  std::int64_t axi_data_bits = 0;  // width of the data port
  std::int64_t pe_latency = 0;     // cycles from operands ready to result, one element (Lp)
  bool timed = false;              // false: no clock, every cycle count stays 0
};

// niter Jacobi sweeps in place over the block of rows x cols packed from word 0 of both banks.
// The outermost rows and columns are read and never written.
struct SweepCommand {
  std::int64_t rows = 0;   // >= 1
  std::int64_t cols = 0;   // 1 .. max_cols, rows*cols <= memory_words
  std::int64_t niter = 0;  // >= 0, 0 does nothing
  double rdx2 = 0.0;       // weight of the row neighbours
  double rdy2 = 0.0;       // weight of the column neighbours
  double beta = 0.0;
};

// Device clock cycles since the accelerator was made. Every cycle has exactly one cause.
struct CycleCounts {
  std::int64_t load = 0;
  std::int64_t compute = 0;
  std::int64_t store = 0;
  std::int64_t stall = 0;
  std::int64_t idle = 0;   // skipped clocks included
  std::int64_t fill = 0;   // of which of compute: nothing issued, the cascade fills or drains
  std::int64_t model = 0;  // what the timing model predicts for the same calls
  std::int64_t ideal = 0;  // the same schedule without control overhead

  std::int64_t total() const { return load + compute + store + stall + idle; }
};

struct TrafficCounts {
  std::int64_t bytes_to_device = 0;
  std::int64_t bytes_from_device = 0;
  std::int64_t transfers = 0;
};

// One device. load, store and start only post; wait returns when all that was posted is done.
// Memory handed to load or store must stay valid and untouched until then.
// Posted calls take effect in the order they were posted.
// Throws ArgumentError before anything is posted, DeviceError when the device fails; either text holds the values.
class Accelerator {
 public:
  virtual ~Accelerator() = default;

  virtual const Capabilities& capabilities() const = 0;

  // Host memory -> bank words [offset_words, offset_words + length_words). length_words 0 does nothing.
  virtual void load(Bank bank, std::int64_t offset_words, const double* source, std::int64_t length_words) = 0;

  // Bank words [offset_words, offset_words + length_words) -> host memory.
  virtual void store(Bank bank, std::int64_t offset_words, double* target, std::int64_t length_words) = 0;

  virtual void start(const SweepCommand& command) = 0;

  virtual void wait() = 0;

  // Running totals; the caller takes differences.
  virtual CycleCounts cycles() const = 0;
  virtual TrafficCounts traffic() const = 0;

  // Compares what the device says of itself with what was seen from outside; throws DeviceError where they
  // differ. Call it once, after the last wait(): it may cost device cycles that belong to no block.
  virtual void audit() {}

  // Device clock cycles a second of wall time that this machine simulates, measured when the accelerator was
  // made; 0 for one without a clock.
  virtual double simulation_rate() const { return 0.0; }
};

// Timing of the path between host and device, in device clock cycles.
struct LinkOptions {
  std::int64_t burst_beats = 256;    // beats in an AXI4 burst, 1 .. 256
  std::int64_t bytes_per_cycle = 0;  // host link width; 0 = as wide as the data port
  std::int64_t latency_cycles = 0;   // from posting a transfer to its first beat
};

struct AcceleratorOptions {
  std::string accel = "rtl";       // "software", "model" or "rtl"
  std::string config = "default";  // a name of accelerator_configs()
  LinkOptions link;
};

// Declared here, defined in sim/: host code never sees a simulator.
// Throws ArgumentError for an accelerator or configuration this build does not have, naming those it has.
std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions& options);
std::vector<std::string> accelerator_configs();

}  // namespace stencil
