// A master that posts anything at random, errors included, and a log of all that a device then does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/device/contract/device.hpp"
#include "sim/device/contract/device_counts.hpp"
#include "sim/device/kernels/tiles/tile_registers.hpp"
#include "sim/device/pins/progress.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "tests/sim/device/model/cases.hpp"

namespace stencil::device_timing_test {

using namespace contract;

// The actions of a device during a program, one per line, so that the first differing line names the difference.
class Log {
 public:
  void add(const std::string& line) { lines.push_back(line); }
  void add(const char* what, std::int64_t now, const DeviceCounts& counts) {
    std::string line = fmt::format("{} at cycle {}: causes", what, now);
    for (const std::int64_t cycles : counts.cause_cycles) line += fmt::format(" {}", cycles);
    add(line + fmt::format(" fill {} skipped {} loaded {} stored {}", counts.fill_cycles, counts.skipped_cycles,
                           counts.beats_loaded, counts.beats_stored));
  }
  std::vector<std::string> lines;
};

// Posts at random, ignoring buffers in use, full queues and legal values: the order of events must not matter to the
// model.
class AnyMaster {
 public:
  AnyMaster(std::uint64_t seed, const Configuration& configuration, Device& device)
      : random_(seed), configuration_(configuration), device_(device), host_(4096) {}

  Log run(int rounds) {
    BusTiming timing;
    if (one_in(2)) timing.bytes_per_cycle = 1 + below(configuration_.axi_data_bits / 8);
    if (one_in(3)) timing.stalls = 1 + below(1000);
    device_.set_timing(timing);
    device_.set_settle_cycles(one_in(2) ? Configuration::settle_cycles : never);
    write(REG_MODE, (one_in(9) ? 0 : mode_interrupt) | (one_in(9) ? mode_no_hold : 0), {});
    try {
      job();
      for (int round = 0; round < rounds; ++round) this->round();
    } catch (const DeviceError& error) {
      const std::string text = error.what();
      // The text of a hang differs: keep its first words only.
      log_.add(fmt::format("{} at cycle {}", text.substr(0, text.find(" cycles")), device_.now()));
    }
    return log_;
  }

 private:
  std::int64_t below(std::int64_t bound) { return static_cast<std::int64_t>(random_() % static_cast<unsigned>(bound)); }
  bool one_in(std::int64_t n) { return below(n) == 0; }

  PostedAfter any_after() {
    PostedAfter after;
    if (one_in(3)) after.loads = below(posted_.loads + 1);
    if (one_in(3)) after.stores = below(posted_.stores + 1);
    if (one_in(3)) after.registers = below(posted_.registers + 1);
    return after;
  }
  // Mostly avoids registers that the device does not have: an access to one ends the program.
  bool leaves_out(std::uint32_t address) {
    const std::uint64_t kernels = configuration_.kernels;
    const bool jacobi = (kernels & kernel_jacobi) != 0, five_point = (kernels & kernel_five_point) != 0;
    const bool weight = (address == REG_RDX2 || address == REG_RDY2) && !jacobi;
    const bool coefficient = address >= REG_AN && address <= REG_AC && !five_point;
    const bool edges = address == REG_TILE_ROWS || address == REG_TILE_COLS;
    const bool missing = weight || coefficient || (address == REG_BETA && !configuration_.sweeps()) ||
                         (edges && !configuration_.tiles()) ||
                         (address == REG_CHANGE && !configuration_.measures_change());
    return missing && !one_in(60);
  }
  void write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) {
    if (leaves_out(address)) return;
    device_.post_register_write(address, value, after);
    ++posted_.registers;
  }

  void job() {
    write(REG_COLS, static_cast<std::uint64_t>(one_in(40) ? 0 : 1 + below(configuration_.max_cols)), {});
    write(REG_NITER, static_cast<std::uint64_t>(one_in(40) ? 0 : one_in(20) ? 300 : 1 + below(12)), {});
    if (one_in(2)) write(REG_BETA, random_(), {});
    if (one_in(2)) write(REG_AN + 8 * static_cast<std::uint32_t>(below(5)), random_(), {});
    tile_job();
  }

  // Legal for blocks of a few rows and columns, or wrong in one place.
  void tile_job() {
    if (one_in(3) || (!configuration_.tiles() && !one_in(6))) {
      const bool five_point = (configuration_.kernels & kernel_five_point) != 0;
      return write(REG_TILE, one_in(five_point ? 2 : 20) ? tile_five_point : 0, {});
    }
    const std::int64_t wrong = below(10);
    TileCommand command;
    command.backward = one_in(2);
    std::int64_t number = 0;
    for (TileEdge* edge : {&command.top, &command.bottom, &command.left, &command.right}) {
      *edge = {1 + below(2), one_in(12) ? 1 : 0};
      if (number++ == wrong) edge->at = one_in(2) ? 0 : 5000;
    }
    const std::int64_t least = configuration_.tile_slots_min(), most = configuration_.tile_slots_max();
    const std::int64_t slots = wrong != 4 ? least + below(most - least + 1) : one_in(2) ? least - 1 : most + 1;
    const TileRegisters tile = tile_registers(command, slots);
    write(REG_TILE, wrong == 5 ? random_() : tile.tile, {});
    write(REG_TILE_ROWS, tile.rows, {});
    write(REG_TILE_COLS, tile.cols, {});
  }

  void burst() {
    Burst burst;
    burst.to_device = one_in(2);
    const std::int64_t bank = below(2);
    std::int64_t buffer = below(bank ? 2 : configuration_.f_buffers);
    std::int64_t word = below(configuration_.memory_words);
    const std::int64_t page_words = 512 - word % 512;
    const std::int64_t beat_words = configuration_.axi_data_bits / 64;
    std::int64_t most = std::min(page_words, 256 * beat_words - word % beat_words);
    // Sometimes past the end, or in a buffer that does not exist.
    if (!one_in(60)) most = std::min(most, configuration_.memory_words - word);
    if (one_in(200)) buffer = 3;
    burst.length_words = 1 + below(one_in(3) ? most : std::min<std::int64_t>(most, 20));
    burst.address = (bank ? base_r : base_f) + static_cast<std::uint64_t>(buffer) * buffer_stride +
                    8 * static_cast<std::uint64_t>(word);
    burst.host = host_.data();
    burst.latency_cycles = one_in(4) ? below(250) : 0;
    burst.after = any_after();
    device_.post(burst);
    ++(burst.to_device ? posted_.loads : posted_.stores);
  }

  void command() {
    const std::int64_t most = std::max<std::int64_t>(1, configuration_.memory_words / configuration_.max_cols);
    const auto rows = static_cast<std::uint64_t>(one_in(30) ? 0 : 1 + below(one_in(20) ? 10 * most : most));
    std::uint64_t word = rows | random_() % 3 << command_f_buffer_bit | random_() % 2 << command_r_buffer_bit;
    if (one_in(5)) word |= command_below;
    if (one_in(5)) word |= command_above;
    if (one_in(50)) word |= std::uint64_t{3} << command_r_buffer_bit;
    write(REG_COMMAND, word, any_after());
  }

  void read_something() {
    constexpr std::uint32_t addresses[] = {
        REG_STATUS,       REG_ERROR,        REG_CYCLES_TOTAL,      REG_CYCLES_IDLE,
        REG_CYCLES_FILL,  REG_BEATS_LOADED, REG_CYCLES_WRITE_BUSY, REG_CYCLES_READ_BUSY,
        REG_BEATS_STORED, REG_COMMANDS,     REG_CYCLES_STALL,      REG_LINE_BEATS,
        REG_NITER,        REG_MODE,         REG_CYCLES_COMPUTE,    REG_COMMAND};
    // The value of CHANGE is data, not timing; the cycle of its answer is timing.
    if (one_in(6)) {
      if (leaves_out(REG_CHANGE)) return;
      device_.post_register_read(REG_CHANGE, &data_, any_after());
      ++posted_.registers;
      return;
    }
    reads_.push_back(std::make_unique<std::uint64_t>(0));
    device_.post_register_read(addresses[below(std::size(addresses))], reads_.back().get(), any_after());
    ++posted_.registers;
  }

  void round() {
    for (std::int64_t posts = below(12); posts > 0; --posts) {
      switch (below(12)) {
        case 0:
        case 1:
          read_something();
          break;
        case 2:
        case 3:
          if (unfinished_ < 2 || one_in(30)) {
            command();
            ++unfinished_;
          }
          break;
        case 4:
          if (one_in(30)) write(REG_CONTROL, control_clear_counters, {});
          if (one_in(30)) write(REG_STATUS, status_done | status_failed, any_after());
          if (one_in(200)) write(REG_ID, 1, {});
          if (one_in(100)) write(REG_CHANGE, 1, {});
          break;
        default:
          burst();
      }
    }
    if (one_in(3)) {
      device_.tick_cycles(below(400));
      log_.add("ticked", device_.now(), device_.counts());
    } else {
      WaitFor wait;
      wait.bursts = !one_in(4);
      wait.interrupt = unfinished_ > 0 && !one_in(5);
      wait.quiet_limit_cycles = 30000;
      device_.run(wait);
      log_.add("ran", device_.now(), device_.counts());
      if (wait.interrupt) {
        read_status();
        unfinished_ = 0;
        if (one_in(4)) write(REG_CHANGE, random_(), {});
        if (one_in(3)) job();
      }
    }
    for (const DeviceCounts& end : device_.take_sweep_ends()) log_.add("a command ended", 0, end);
    std::string read = "registers read:";
    for (const auto& value : reads_) read += fmt::format(" {:x}", *value);
    log_.add(read);
  }

  // Waits until the device is idle, so that a refused command does not end the program: an idle device takes a new job.
  void read_status() {
    std::uint64_t status = status_busy;
    for (int waits = 0; status & status_busy; ++waits) {
      if (waits == test::most_waits) throw std::runtime_error("the device stays busy");
      device_.post_register_read(REG_STATUS, &status, {});
      ++posted_.registers;
      device_.run({});
      log_.add(fmt::format("status {:x} at cycle {}", status, device_.now()));
    }
    if (status & status_failed) write(REG_STATUS, status_failed, {});
  }

  std::mt19937_64 random_;
  Configuration configuration_;
  Device& device_;
  std::vector<unsigned char> host_;
  PostedAfter posted_;
  int unfinished_ = 0;
  std::vector<std::unique_ptr<std::uint64_t>> reads_;
  std::uint64_t data_ = 0;
  Log log_;
};

}  // namespace stencil::device_timing_test
