// A lock for a few instructions inside functions that only threads which may call MPI may call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <thread>

namespace stencil {

extern std::atomic<bool> mpi_takes_one_thread_at_a_time;

// Asks MPI, which must be running, for its thread level.
void note_thread_level();

// True once note_thread_level has found a level below MPI_THREAD_MULTIPLE.
inline bool one_thread_calls_mpi() {
  return mpi_takes_one_thread_at_a_time.load(std::memory_order_relaxed);
}

// For std::lock_guard. Below MPI_THREAD_MULTIPLE the program keeps such calls apart already and nothing is locked: an
// atomic exchange waits until all that was stored before, the message just sent among it, has reached the other
// processor. Otherwise one exchange; a thread that finds the lock taken gives its processor away, since the owner may
// be one that the system has stopped in the middle.
class MpiCallLock {
 public:
  void lock() {
    if (one_thread_calls_mpi()) return;
    while (taken_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_{false};
};

}  // namespace stencil
