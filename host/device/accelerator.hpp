// The accelerator as the host sees it: buffers of packed doubles in two banks, and a sweep command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stencil {

// f holds the field that is swept in place, r the right-hand side. Each bank has one or more buffers, numbered from 0,
// so that blocks can be loaded, swept and stored at the same time.
enum class Bank { f, r };

// What a sweep multiplies by.
enum class Weight { rdx2, rdy2, beta };

// What a device is, read from the device itself; the host asks, it never assumes.
struct Capabilities {
  std::string accel;                  // "software", "model" or "rtl"
  std::string config;                 // name of the parameter set, and the plusargs the RTL was started with
  std::int64_t pes = 0;               // processing elements in a row, one sweep each
  std::int64_t lanes = 0;             // points a cycle a processing element
  std::int64_t memory_words = 0;      // packed doubles a buffer
  std::int64_t max_cols = 0;          // longest row
  std::int64_t axi_data_bits = 0;     // width of the data port
  std::int64_t pe_latency = 0;        // cycles from operands ready to result, one element (Lp)
  std::int64_t f_buffers = 1;         // buffers of bank f
  std::int64_t r_buffers = 1;         // buffers of bank r
  std::int64_t line_beats = 0;        // beats of a line buffer: bounds what a chain of skewed blocks may keep
  double link_bytes_per_cycle = 0.0;  // of the path to the host, each way
  bool timed = false;                 // false: no clock, every cycle count stays 0
  std::int64_t tile_slots_min = 0;    // rows in turn that keep an element busy with a tile: least and most;
  std::int64_t tile_slots_max = 0;    // both 0: the device has no Gauss-Seidel kernel
  bool measures_change = false;       // Accelerator::change() works
  std::int64_t tile_latency = 0;      // cycles from operands ready to result of that kernel, one element
  bool sweeps = true;                 // the device has the Jacobi kernel
  std::int64_t queue_depth = 1;       // commands that can wait besides those in flight
  std::int64_t settle_cycles = 0;     // how long the device may act after a register access or a command's end
  std::int64_t progress_cycles = 0;   // longest stretch of a pass without a handshake; both 0: the device does not say
};

// niter Jacobi sweeps in place over the block of rows x cols packed from word 0 of a buffer of f, right-hand side from
// word 0 of a buffer of r. The outermost columns, the first row and the last row are read and never written.
//
// Skewed blocks: a command with `below` is continued by the next one, which has `above`: the rows of both are one
// field, cut anywhere, and the device keeps what lies between. Every sweep is one row behind the one before, so that
// nothing is computed twice. The first block (below only) leaves its first rows - niter rows finished, from word 0.
// A block in the middle (both) leaves `rows` finished rows: those that begin niter rows above its own first one. The
// last (above only) leaves rows + niter, and needs the room for them. Neither field border lies at a cut.
struct SweepCommand {
  std::int64_t rows = 0;   // >= 1; rows loaded
  std::int64_t cols = 0;   // 1 .. max_cols, rows*cols <= memory_words
  std::int64_t niter = 0;  // >= 0, 0 does nothing
  double rdx2 = 0.0;       // weight of the row neighbours
  double rdy2 = 0.0;       // weight of the column neighbours
  double beta = 0.0;
  int f_buffer = 0;
  int r_buffer = 0;  // skewed: its contents are lost
  bool above = false;
  bool below = false;
  bool own_weights = false;  // the device's own (Accelerator::set_weight); those given here do not count
};

// An edge of a tile: where it lies in the first sweep, and how many rows or columns it moves with each sweep after it.
struct TileEdge {
  std::int64_t at = 0;
  int slope = 0;  // -1, 0, +1
};

// Gauss-Seidel sweeps in place over a part, which may move, of the block of rows x cols packed from word 0 of a buffer
// of f: sweep t = 1 .. sweeps sets every point of rows [top, bottom), columns [left, right), each edge being
// at + slope*(t-1), to ((((north + south) + itself) + west) + east)/5. Forward: rows and columns rising; backward: both
// falling; the operands keep their order. All other points are read at most. An edge pair may cross: nothing is set.
struct TileCommand {
  std::int64_t rows = 0;    // >= 3
  std::int64_t cols = 0;    // 3 .. max_cols, rows*cols <= memory_words
  std::int64_t sweeps = 0;  // >= 0, 0 does nothing
  bool backward = false;
  TileEdge top;  // no sweep sets a point of the outermost rows and columns of the block
  TileEdge bottom;
  TileEdge left;
  TileEdge right;
  int f_buffer = 0;
};

// Where every clock cycle went: exactly one cause each.
struct CauseCycles {
  std::int64_t load = 0;
  std::int64_t compute = 0;
  std::int64_t store = 0;
  std::int64_t stall = 0;
  std::int64_t idle = 0;  // skipped clocks included
  std::int64_t fill = 0;  // of which of compute: nothing issued, the cascade fills or drains

  std::int64_t total() const { return load + compute + store + stall + idle; }
};

// Device clock cycles since the accelerator was made.
struct CycleCounts : CauseCycles {
  CauseCycles model;       // what the timing model predicts for the same calls
  std::int64_t ideal = 0;  // makespan of the same schedule on the same buffers and ports, without control overhead
};

struct TrafficCounts {
  std::int64_t bytes_to_device = 0;
  std::int64_t bytes_from_device = 0;
  std::int64_t transfers = 0;
  std::int64_t load_bursts = 0;  // bursts of the data port, counted when posted; 0 where there is no port
  std::int64_t store_bursts = 0;
};

// Device clock cycles in which a burst of a direction was being served, each direction for itself: begun, or free to
// begin and not held back by an interlock. Bytes over busy cycles is what the bus and its bursts cost.
struct DmaCycles {
  std::int64_t load_busy = 0;
  std::int64_t store_busy = 0;
};

// A place in local memory: length_words packed doubles of a buffer. length_words 0 does nothing.
struct Place {
  Bank bank = Bank::f;
  int buffer = 0;
  std::int64_t offset_words = 0;
  std::int64_t length_words = 0;
};

// Names a posted call; 0 names none.
using Ticket = std::int64_t;

// Digests of all handshakes at a device since it was made, 64 hexadecimal digits each;
// sim/device/pins/handshake_digest.hpp says how they are made.
struct HandshakeDigests {
  std::string with_cycles;     // every handshake with its clock cycle
  std::string without_cycles;  // channel by channel
  std::string bursts;          // data bursts in any order
};

// Calls that must be done before another begins. Those from before the last wait() are done.
using After = std::vector<Ticket>;

// One device. Calls only post; wait returns when all that was posted is done.
// Memory handed to a load or store must stay valid and untouched until then.
// Loads are carried out one after another in the order posted, so are sweeps, so are stores; beyond that they run side
// by side, and a call waits only for those named in its `after`. Every ticket named was returned earlier, so the order
// of posting is always a legal order to do everything in.
// Throws ArgumentError before anything is posted, DeviceError when the device fails; either text holds the values.
class Accelerator {
 public:
  virtual ~Accelerator() = default;

  virtual const Capabilities& capabilities() const = 0;

  // Host memory -> place. A call that does nothing returns 0.
  virtual Ticket post_load(const Place& place, const double* source, const After& after) = 0;
  virtual Ticket post_sweep(const SweepCommand& command, const After& after) = 0;
  // Shares the order of the sweeps, and their buffers. Throws ArgumentError where the device has no such kernel.
  virtual Ticket post_tile(const TileCommand& command, const After& after);
  // Place -> host memory.
  virtual Ticket post_store(const Place& place, double* target, const After& after) = 0;

  // The same on buffer 0, one after another: each waits for all that was posted before.
  void load(Bank bank, std::int64_t offset_words, const double* source, std::int64_t length_words) {
    remember(last_load_, post_load({bank, 0, offset_words, length_words}, source, {last_sweep_, last_store_}));
  }
  void store(Bank bank, std::int64_t offset_words, double* target, std::int64_t length_words) {
    remember(last_store_, post_store({bank, 0, offset_words, length_words}, target, {last_load_, last_sweep_}));
  }
  void start(const SweepCommand& command) { remember(last_sweep_, post_sweep(command, {last_load_, last_store_})); }

  virtual void wait() = 0;

  // The largest |new - old| of the first sweep of every sweep command since the last reset_change(), over the points
  // it sets: how far the field, as it was, is from a fixed point. 0 where there are none, the canonical NaN where a
  // difference is one. Only with nothing posted since wait(). Throws ArgumentError where the device does not measure
  // it.
  virtual double change();
  virtual void reset_change();

  // The device's own weights, which it keeps from one sweep to the next; 0 at first. A sweep whose command has other
  // ones replaces them. Only with nothing posted since wait().
  virtual void set_weight(Weight weight, double value);
  virtual double weight(Weight weight);

  // Running totals; the caller takes differences.
  virtual CycleCounts cycles() const = 0;
  // The totals at the end of each sweep that was posted between the last two returns of wait(), in order.
  virtual const std::vector<CycleCounts>& sweep_ends() const = 0;
  virtual TrafficCounts traffic() const = 0;
  // Zeros where the device does not count them.
  virtual DmaCycles dma_busy() const { return {}; }

  // Compares what the device says of itself with what was seen from outside; throws DeviceError where they
  // differ. Call it once, after the last wait(): it may cost device cycles that belong to no block.
  virtual void audit() {}

  // Device clock cycles a second of wall time that this machine simulates, measured when the accelerator was
  // made; 0 for one without a clock.
  virtual double simulation_rate() const { return 0.0; }

  // Empty where AcceleratorOptions.digest was not set.
  virtual HandshakeDigests handshake_digests() const { return {}; }

 private:
  static void remember(Ticket& last, Ticket ticket) {
    if (ticket != 0) last = ticket;
  }

  Ticket last_load_ = 0;
  Ticket last_sweep_ = 0;
  Ticket last_store_ = 0;
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
  bool digest = false;  // keep HandshakeDigests; of "rtl" alone
};

// Declared here, defined in sim/: host code never sees a simulator.
// Throws ArgumentError for an accelerator or configuration this build does not have, naming those it has.
std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions& options);
std::vector<std::string> accelerator_configs();

}  // namespace stencil
