// The registers of a job, and the words of COMMAND (rtl/CONTRACT.md).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/device/contract/contract.hpp"

namespace stencil {

// The registers that all queued commands share, as bits.
class Job {
 public:
  static constexpr std::uint32_t first = contract::first_job_register;
  static constexpr std::uint32_t first_number = contract::REG_N0;
  static constexpr std::size_t before_numbers = (contract::last_job_register - first) / 8 + 1;
  static constexpr std::size_t count = before_numbers + (contract::REG_N15 - first_number) / 8 + 1;

  static constexpr bool holds(std::uint32_t address) {
    return address % 8 == 0 && ((address >= first && address <= contract::last_job_register) ||
                                (address >= first_number && address <= contract::REG_N15));
  }
  // The place of an address for which holds() is true.
  static constexpr std::size_t index(std::uint32_t address) {
    return address >= first_number ? before_numbers + (address - first_number) / 8 : (address - first) / 8;
  }

  std::uint64_t operator[](std::uint32_t address) const { return values_[index(address)]; }
  std::uint64_t& operator[](std::uint32_t address) { return values_[index(address)]; }

 private:
  std::array<std::uint64_t, count> values_{};
};

// A value that a command needs in a register of its job.
struct JobWord {
  contract::Register address;
  std::uint64_t value;
};

// One bit per buffer: f in bits 3:0, r in bits 7:4.
using BufferSet = unsigned;
inline constexpr BufferSet f_bank = (1u << contract::max_buffers) - 1;

// A value of COMMAND, in its parts.
struct QueuedCommand {
  QueuedCommand() = default;
  explicit QueuedCommand(std::uint64_t word)
      : rows(static_cast<std::int64_t>(word & 0xffffffff)),
        f_buffer(static_cast<unsigned>(word >> contract::command_f_buffer_bit) & 3),
        r_buffer(static_cast<unsigned>(word >> contract::command_r_buffer_bit) & 3),
        above((word & contract::command_above) != 0),
        below((word & contract::command_below) != 0) {}

  std::uint64_t word() const {
    return static_cast<std::uint64_t>(rows) | std::uint64_t{f_buffer} << contract::command_f_buffer_bit |
           std::uint64_t{r_buffer} << contract::command_r_buffer_bit | (above ? contract::command_above : 0) |
           (below ? contract::command_below : 0);
  }
  BufferSet buffers() const { return 1u << f_buffer | 1u << (contract::max_buffers + r_buffer); }

  std::int64_t rows = 0;
  unsigned f_buffer = 0;
  unsigned r_buffer = 0;
  bool above = false;
  bool below = false;
};

}  // namespace stencil
