// SPDX-License-Identifier: Apache-2.0
#include "sim/device/model/register_file.hpp"

namespace stencil {

using namespace contract;

namespace {

std::uint64_t word(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

}  // namespace

void RegisterFile::reset() {
  *this = RegisterFile(device_);
}

std::optional<std::uint64_t> RegisterFile::capability(std::uint32_t address) const {
  switch (address) {
    case REG_ID:
      return id_value;
    case REG_PES:
      return word(device_.pes);
    case REG_LANES:
      return word(device_.lanes);
    case REG_MEMORY_WORDS:
      return word(device_.memory_words);
    case REG_MAX_COLS:
      return word(device_.max_cols);
    case REG_AXI_DATA_BITS:
      return word(device_.axi_data_bits);
    case REG_PE_LATENCY:
      return word(device_.pe_latency);
    case REG_KERNELS:
      return (device_.sweeps ? kernel_jacobi : 0) | (has_tiles() ? kernel_tiles : 0) |
             (device_.measures_change ? kernel_change : 0);
    case REG_F_BUFFERS:
      return word(device_.f_buffers);
    case REG_R_BUFFERS:
      return word(device_.r_buffers);
    case REG_LINE_BEATS:
      return word(device_.line_beats);
    case REG_QUEUE_DEPTH:
      return word(device_.queue_depth);
    case REG_TILE_SLOTS:
      return word(device_.tile_slots_min) | word(device_.tile_slots_max) << tile_slots_max_bit;
    case REG_TILE_LATENCY:
      return word(device_.tile_latency);
    case REG_SETTLE_CYCLES:
      return word(device_.settle_cycles);
    case REG_PROGRESS_CYCLES:
      return word(device_.progress_cycles);
    default:
      return std::nullopt;
  }
}

std::optional<std::uint64_t> RegisterFile::counter(std::uint32_t address) const {
  const auto cause = [&](Cause which) { return word(counters.cause_cycles[which]); };
  switch (address) {
    case REG_CYCLES_TOTAL: {
      std::int64_t total = 0;
      for (const std::int64_t cycles : counters.cause_cycles) total += cycles;
      return word(total);
    }
    case REG_CYCLES_COMPUTE:
      return cause(CAUSE_COMPUTE);
    case REG_CYCLES_STALL:
      return cause(CAUSE_STALL);
    case REG_CYCLES_LOAD:
      return cause(CAUSE_LOAD);
    case REG_CYCLES_STORE:
      return cause(CAUSE_STORE);
    case REG_CYCLES_IDLE:
      return cause(CAUSE_IDLE);
    case REG_CYCLES_FILL:
      return word(counters.fill_cycles);
    case REG_BEATS_LOADED:
      return word(counters.beats_loaded);
    case REG_BEATS_STORED:
      return word(counters.beats_stored);
    case REG_COMMANDS:
      return word(counters.commands);
    case REG_CYCLES_WRITE_BUSY:
      return word(counters.write_busy_cycles);
    case REG_CYCLES_READ_BUSY:
      return word(counters.read_busy_cycles);
    default:
      return std::nullopt;
  }
}

bool RegisterFile::is_missing(std::uint32_t address) const {
  switch (address) {
    case REG_RDX2:
    case REG_RDY2:
    case REG_BETA:
      return !device_.sweeps;
    case REG_TILE_ROWS:
    case REG_TILE_COLS:
      return !has_tiles();
    case REG_CHANGE:
      return !device_.measures_change;
    default:
      return false;
  }
}

std::optional<std::uint64_t> RegisterFile::read(std::uint32_t address, bool busy) const {
  if (is_missing(address)) return std::nullopt;
  switch (address) {
    case REG_CONTROL:
    case REG_COMMAND:
      return 0;
    case REG_STATUS:
      return (failed_ ? status_failed : 0) | (done_ ? status_done : 0) | (busy ? status_busy : 0);
    case REG_ERROR:
      return error_;
    case REG_MODE:
      return (irq_enable_ ? mode_interrupt : 0) | (no_hold_ ? mode_no_hold : 0);
    case REG_COLS:
      return job_.cols;
    case REG_NITER:
      return job_.niter;
    case REG_RDX2:
      return job_.rdx2;
    case REG_RDY2:
      return job_.rdy2;
    case REG_BETA:
      return job_.beta;
    case REG_TILE:
      return job_.tile.tile;
    case REG_TILE_ROWS:
      return job_.tile.rows;
    case REG_TILE_COLS:
      return job_.tile.cols;
    case REG_CHANGE:
      return change_;
    default:
      break;
  }
  const std::optional<std::uint64_t> known = capability(address);
  return known ? known : counter(address);
}

RegisterFile::Written RegisterFile::write(std::uint32_t address, std::uint64_t value, const CommandPath& commands) {
  Written written;
  if (is_missing(address)) return written;
  std::uint64_t* job = nullptr;
  switch (address) {
    case REG_CONTROL:
      written.clear_counters = (value & control_clear_counters) != 0;
      written.ok = true;
      return written;
    case REG_STATUS:
      clear_done_ = (value & status_done) != 0;
      clear_failed_ = (value & status_failed) != 0;
      written.ok = true;
      return written;
    case REG_MODE:
      irq_enable_ = (value & mode_interrupt) != 0;
      no_hold_next_ = (value & mode_no_hold) != 0;
      written.ok = true;
      return written;
    case REG_COMMAND:
      written.ok = written.push = pushed_ = !commands.full();
      too_early_ = !written.ok;
      return written;
    case REG_CHANGE:
      written.ok = written.clear_change = !commands.busy();
      too_early_ = !written.ok;
      if (written.clear_change) change_ = 0;
      if (written.clear_change) change_settled_cycle_ = 0;
      return written;
    case REG_COLS:
      job = &job_.cols;
      break;
    case REG_NITER:
      job = &job_.niter;
      break;
    case REG_RDX2:
      job = &job_.rdx2;
      break;
    case REG_RDY2:
      job = &job_.rdy2;
      break;
    case REG_BETA:
      job = &job_.beta;
      break;
    case REG_TILE:
      job = &job_.tile.tile;
      break;
    case REG_TILE_ROWS:
      job = &job_.tile.rows;
      break;
    case REG_TILE_COLS:
      job = &job_.tile.cols;
      break;
    default:
      return written;
  }
  written.ok = written.job = !commands.busy();
  too_early_ = !written.ok;
  if (!written.job) return written;
  *job = address == REG_TILE && !has_tiles() ? value & tile_kernel : value;
  written.niter = address == REG_NITER;
  return written;
}

void RegisterFile::clock(bool finished, Error refused, bool data_error, bool held_error) {
  no_hold_ = no_hold_next_;
  if (pushed_)
    done_ = false;
  else if (finished)
    done_ = true;
  else if (clear_done_)
    done_ = false;
  const Error error = refused != ERROR_NONE ? refused
                      : too_early_          ? ERROR_BUSY
                      : data_error          ? ERROR_DATA
                      : held_error          ? ERROR_HELD
                                            : ERROR_NONE;
  if (error != ERROR_NONE && (!failed_ || clear_failed_))
    error_ = error;
  else if (error == ERROR_NONE && clear_failed_)
    error_ = ERROR_NONE;
  failed_ = error != ERROR_NONE || (failed_ && !clear_failed_);
  pushed_ = clear_done_ = clear_failed_ = too_early_ = false;
}

}  // namespace stencil
