// SPDX-License-Identifier: Apache-2.0
#include "sim/accelerator_checks.hpp"

#include <fmt/format.h>

#include "host/errors.hpp"

namespace stencil {

void check_transfer(const Capabilities& device, const char* call, Bank bank, std::int64_t offset_words,
                    const double* host, std::int64_t length_words) {
  const char bank_name = bank == Bank::f ? 'f' : 'r';
  if (offset_words < 0 || offset_words > device.memory_words) {
    throw ArgumentError(fmt::format("{} bank {}: offset of {} words, must be 0 .. {}", call, bank_name, offset_words,
                                    device.memory_words));
  }
  if (length_words < 0 || length_words > device.memory_words - offset_words) {
    throw ArgumentError(fmt::format("{} bank {}: length of {} words at offset {}, must be 0 .. {}", call, bank_name,
                                    length_words, offset_words, device.memory_words - offset_words));
  }
  if (host == nullptr && length_words > 0) {
    throw ArgumentError(
        fmt::format("{} bank {}: host address is null with a length of {} words", call, bank_name, length_words));
  }
}

void check_sweep(const Capabilities& device, const SweepCommand& command) {
  if (command.cols < 1 || command.cols > device.max_cols) {
    throw ArgumentError(fmt::format("start: cols is {}, must be 1 .. {}", command.cols, device.max_cols));
  }
  if (command.rows < 1 || command.rows > device.memory_words / command.cols) {
    throw ArgumentError(fmt::format("start: rows is {} with {} columns, must be 1 .. {} ({} words a bank)",
                                    command.rows, command.cols, device.memory_words / command.cols,
                                    device.memory_words));
  }
  if (command.niter < 0) throw ArgumentError(fmt::format("start: niter is {}, must be at least 0", command.niter));
}

}  // namespace stencil
