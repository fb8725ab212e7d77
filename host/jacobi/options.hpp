// How itstep cuts a local portion into blocks, and in which order it moves them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace stencil {

enum class Schedule {
  sequential,  // load, sweep, store, one block after another, on buffer 0: the published program
  overlapped,  // the next block is loaded and the one before stored while a block is swept; needs two buffers a bank
};

enum class Blocking {
  overlapped_rows,  // every block is swept with niter overlap rows a side: any device, niter <= portion/3
  skewed,           // the device keeps what lies between blocks: nothing is loaded or swept twice, niter <= portion
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
