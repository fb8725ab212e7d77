// How itstep cuts a local part into blocks, and in which order it moves them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#pragma GCC visibility push(default)
namespace stencil {

enum class Schedule {
  sequential,  // load, sweep, store, one block after another, on buffer 0, as the published program
  overlapped,  // load the next block and store the one before during a sweep; needs two buffers per bank
};

enum class Blocking {
  overlapped_rows,  // sweep every block with niter overlap rows on each side: any device, niter <= portion/3
  skewed,           // the device keeps the rows between blocks: no row is loaded or swept twice, niter <= portion
};

struct ItstepOptions {
  Schedule schedule = Schedule::sequential;
  Blocking blocking = Blocking::overlapped_rows;
};

constexpr std::array<Schedule, 2> all_schedules{Schedule::sequential, Schedule::overlapped};
constexpr std::array<Blocking, 2> all_blockings{Blocking::overlapped_rows, Blocking::skewed};

// "sequential", "overlapped".
inline const char* name_of(Schedule schedule) {
  return schedule == Schedule::sequential ? "sequential" : "overlapped";
}

// "overlapped-rows", "skewed".
inline const char* name_of(Blocking blocking) {
  return blocking == Blocking::overlapped_rows ? "overlapped-rows" : "skewed";
}

}  // namespace stencil
#pragma GCC visibility pop
