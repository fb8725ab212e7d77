// SPDX-License-Identifier: Apache-2.0
#include "sim/device/model/register_file.hpp"

#include "sim/device/contract/dma_registers.hpp"
#include "sim/device/kernels/kernels.hpp"

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
    case REG_F_BUFFERS:
      return word(device_.f_buffers);
    case REG_R_BUFFERS:
      return word(device_.r_buffers);
    case REG_LINE_BEATS:
      return word(device_.line_beats);
    case REG_QUEUE_DEPTH:
      return word(device_.queue_depth);
    case REG_SETTLE_CYCLES:
      return word(device_.settle_cycles);
    case REG_PROGRESS_CYCLES:
      return word(device_.progress_cycles);
    case REG_PROGRESS_SWEEP:
      return word(device_.progress_sweep);
    case REG_PROGRESS_TILE:
      return word(device_.progress_tile);
    default:
      return kernel_capability(address, device_);
  }
}

std::optional<std::uint64_t> RegisterFile::counter(std::uint32_t address, const ModelCounts& counts) const {
  if (address == REG_COMMANDS) return word(counts.commands - cleared_.commands);
  for (const DmaRegister& counter : dma_registers) {
    const auto member = counter.field.member;
    if (counter.address == address) return word(counts.dma.*member - cleared_.dma.*member);
  }
  for (const PerformanceRegister& counter : performance_registers) {
    if (counter.address == address) return word(counter.of(counts) - counter.of(cleared_));
  }
  return std::nullopt;
}

std::optional<std::uint64_t> RegisterFile::read(std::uint32_t address, bool busy, const ModelCounts& counts) const {
  if (kernel_register_bits(address, device_) == 0) return std::nullopt;
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
    case REG_CHANGE:
      return change_;
    default:
      break;
  }
  if (Job::holds(address)) return job_[address];
  const std::optional<std::uint64_t> known = capability(address);
  return known ? known : counter(address, counts);
}

void RegisterFile::set_change(std::int64_t now, std::uint64_t bits) {
  // A device without the register refuses a read at once.
  if (kernel_register_bits(REG_CHANGE, device_) == 0) return;
  change_ = bits;
  change_settled_cycle_ = now + change_cycles;
}

RegisterFile::Written RegisterFile::write(std::uint32_t address, std::uint64_t value, const CommandPath& commands) {
  Written written;
  const std::uint64_t bits = kernel_register_bits(address, device_);
  if (bits == 0) return written;
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
    default:
      break;
  }
  if (!Job::holds(address)) return written;
  written.ok = written.job = !commands.busy();
  too_early_ = !written.ok;
  if (!written.job) return written;
  job_[address] = value & bits;
  written.niter = address == REG_NITER;
  return written;
}

void RegisterFile::clock(bool finished, Error refused, bool data_error, bool held_error) {
  no_hold_ = no_hold_next_;
  if (pushed_ || (clear_done_ && !finished))
    done_ = false;
  else if (finished)
    done_ = true;
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
