// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator_checks.hpp"

#include <fmt/format.h>

#include <cstring>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

char name_of(Bank bank) {
  return bank == Bank::f ? 'f' : 'r';
}

void check_buffer(const Capabilities& device, const char* call, Bank bank, int buffer) {
  const std::int64_t buffers = bank == Bank::f ? device.f_buffers : device.r_buffers;
  if (buffer >= 0 && buffer < buffers) return;
  throw ArgumentError(fmt::format("{} bank {}: buffer {}, must be 0 .. {}", call, name_of(bank), buffer, buffers - 1));
}

bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

bool continues(const SweepCommand& command, const SweepCommand& before) {
  return before.below && before.cols == command.cols && before.niter == command.niter &&
         same_bits(before.rdx2, command.rdx2) && same_bits(before.rdy2, command.rdy2) &&
         same_bits(before.beta, command.beta);
}

void check_skewed(const Capabilities& device, const SweepCommand& command, const SweepCommand& before) {
  if (command.niter < 1) {
    throw ArgumentError(fmt::format("start: niter is {} for a skewed block, must be at least 1", command.niter));
  }
  const std::int64_t passes = (command.niter - 1) / device.pes + 1;
  const std::int64_t beats = (command.cols - 1) / device.lanes + 1;
  if (passes > device.line_beats / beats) {
    throw ArgumentError(
        fmt::format("start: niter is {} for a skewed block of {} columns, {} passes of {} beats, must be at most {} "
                    "beats in all (line buffers)",
                    command.niter, command.cols, passes, beats, device.line_beats));
  }
  if (!command.above && command.rows <= command.niter) {
    throw ArgumentError(fmt::format("start: rows is {} for the first of skewed blocks, must be above niter, {}",
                                    command.rows, command.niter));
  }
  const std::int64_t rows_that_fit = device.memory_words / command.cols;
  if (!command.below && command.niter > rows_that_fit - command.rows) {
    throw ArgumentError(
        fmt::format("start: rows + niter is {} + {} for the last of skewed blocks, must be at most {} "
                    "({} words a buffer)",
                    command.rows, command.niter, rows_that_fit, device.memory_words));
  }
  if (command.above && !continues(command, before)) {
    throw ArgumentError(
        "start: a skewed block continues another, but the sweep before it has no block below or other cols, niter or "
        "weights");
  }
}

void check_edge(const char* name, const TileEdge& edge, std::int64_t sweeps, std::int64_t last) {
  if (edge.slope < -1 || edge.slope > 1)
    throw ArgumentError(fmt::format("tile: slope of {} is {}, must be -1 .. 1", name, edge.slope));
  if (sweeps == 0) return;
  if (edge.at < 1 || edge.at > last)
    throw ArgumentError(fmt::format("tile: {} is at {}, must be 1 .. {}", name, edge.at, last));
  const std::int64_t at = edge.at + edge.slope * (sweeps - 1);
  if (at < 1 || at > last)
    throw ArgumentError(fmt::format("tile: {} is at {} in sweep {}, must be 1 .. {}", name, at, sweeps, last));
}

}  // namespace

void check_transfer(const Capabilities& device, const char* call, const Place& place, const double* host) {
  const char bank = name_of(place.bank);
  check_buffer(device, call, place.bank, place.buffer);
  if (place.offset_words < 0 || place.offset_words > device.memory_words) {
    throw ArgumentError(fmt::format("{} bank {}: offset of {} words, must be 0 .. {}", call, bank, place.offset_words,
                                    device.memory_words));
  }
  const std::int64_t most_words = device.memory_words - place.offset_words;
  if (place.length_words < 0 || place.length_words > most_words) {
    throw ArgumentError(fmt::format("{} bank {}: length of {} words at offset {}, must be 0 .. {}", call, bank,
                                    place.length_words, place.offset_words, most_words));
  }
  if (host == nullptr && place.length_words > 0) {
    throw ArgumentError(
        fmt::format("{} bank {}: host address is null with a length of {} words", call, bank, place.length_words));
  }
}

void check_sweep(const Capabilities& device, const SweepCommand& command, const SweepCommand& before) {
  if (!device.sweeps)
    throw ArgumentError(
        fmt::format("accelerator {} of configuration {} has no Jacobi kernel", device.accel, device.config));
  if (command.cols < 1 || command.cols > device.max_cols) {
    throw ArgumentError(fmt::format("start: cols is {}, must be 1 .. {}", command.cols, device.max_cols));
  }
  if (command.rows < 1 || command.rows > device.memory_words / command.cols) {
    throw ArgumentError(fmt::format("start: rows is {} with {} columns, must be 1 .. {} ({} words a buffer)",
                                    command.rows, command.cols, device.memory_words / command.cols,
                                    device.memory_words));
  }
  if (command.niter < 0) throw ArgumentError(fmt::format("start: niter is {}, must be at least 0", command.niter));
  check_buffer(device, "start", Bank::f, command.f_buffer);
  check_buffer(device, "start", Bank::r, command.r_buffer);
  if (command.above || command.below) check_skewed(device, command, before);
}

void check_tile(const Capabilities& device, const TileCommand& command) {
  if (device.tile_slots_max == 0)
    throw ArgumentError(fmt::format("tile: accelerator {} of configuration {} has no Gauss-Seidel kernel", device.accel,
                                    device.config));
  if (command.cols < 3 || command.cols > device.max_cols)
    throw ArgumentError(fmt::format("tile: cols is {}, must be 3 .. {}", command.cols, device.max_cols));
  const std::int64_t rows_that_fit = device.memory_words / command.cols;
  if (command.rows < 3 || command.rows > rows_that_fit)
    throw ArgumentError(fmt::format("tile: rows is {} with {} columns, must be 3 .. {} ({} words a buffer)",
                                    command.rows, command.cols, rows_that_fit, device.memory_words));
  constexpr std::int64_t most_sweeps = 0xffffffff;
  if (command.sweeps < 0 || command.sweeps > most_sweeps)
    throw ArgumentError(fmt::format("tile: sweeps is {}, must be 0 .. {}", command.sweeps, most_sweeps));
  check_buffer(device, "tile", Bank::f, command.f_buffer);
  check_edge("top", command.top, command.sweeps, command.rows - 1);
  check_edge("bottom", command.bottom, command.sweeps, command.rows - 1);
  check_edge("left", command.left, command.sweeps, command.cols - 1);
  check_edge("right", command.right, command.sweeps, command.cols - 1);
}

void check_waited(const char* call, bool posted) {
  if (posted) throw ArgumentError(fmt::format("{}: calls are posted and not waited for, there must be none", call));
}

}  // namespace stencil
