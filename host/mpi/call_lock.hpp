// A lock for a few instructions inside functions that only threads that may call MPI call.
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

// For std::lock_guard. Below MPI_THREAD_MULTIPLE it locks nothing, because the program already keeps such calls apart,
// and an atomic exchange would wait until all earlier stores, such as the message just sent, have reached the other
// processor. Otherwise locking is one exchange; a thread that finds the lock taken yields, since the system may have
// stopped the owner.
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
