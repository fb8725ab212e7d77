// How itstep cuts a local part into blocks, and in which order it moves them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#pragma GCC visibility push(default)
namespace stencil {

enum class Schedule {
  sequential,  // load, sweep, store, one block after another, on buffer 0, as the published program
  overlapped,  // load the next block and store the one before during a sweep; needs two buffers per bank
  joined,      // overlapped; over steps too: the first blocks of a step move beside the last ones of the step before
  resident,    // the rows of a rank stay in one buffer over steps; only halo rows travel
};

enum class Blocking {
  overlapped_rows,  // sweep every block with niter overlap rows on each side: any device, niter <= portion/3
  skewed,           // the device keeps the rows between blocks: no row is loaded or swept twice, niter <= portion
};

struct ItstepOptions {
  Schedule schedule = Schedule::sequential;
  Blocking blocking = Blocking::overlapped_rows;
};

// Those of a step by itself.
constexpr std::array<Schedule, 2> all_schedules{Schedule::sequential, Schedule::overlapped};
// Those of the steps of a run.
constexpr std::array<Schedule, 4> run_schedules{Schedule::sequential, Schedule::overlapped, Schedule::joined,
                                                Schedule::resident};
constexpr std::array<Blocking, 2> all_blockings{Blocking::overlapped_rows, Blocking::skewed};

// "sequential", "overlapped", "joined", "resident".
inline const char* name_of(Schedule schedule) {
  constexpr std::array<const char*, 4> names{"sequential", "overlapped", "joined", "resident"};
  return names[static_cast<std::size_t>(schedule)];
}

// "overlapped-rows", "skewed".
inline const char* name_of(Blocking blocking) {
  return blocking == Blocking::overlapped_rows ? "overlapped-rows" : "skewed";
}

}  // namespace stencil
#pragma GCC visibility pop
