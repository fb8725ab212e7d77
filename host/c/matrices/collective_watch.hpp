// Tells a watch of hangs which of the library's own functions is waiting inside MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace stencil {

// Called with the name of a function that all ranks of a communicator call, as it begins, and with null as it ends.
// Null: nobody watches.
inline std::atomic<void (*)(const char* function)> collective_watch{nullptr};

class WatchedCall {
 public:
  explicit WatchedCall(const char* function) { tell(function); }
  ~WatchedCall() { tell(nullptr); }
  WatchedCall(const WatchedCall&) = delete;
  WatchedCall& operator=(const WatchedCall&) = delete;

 private:
  static void tell(const char* function) {
    if (auto* const watch = collective_watch.load(std::memory_order_relaxed)) watch(function);
  }
};

}  // namespace stencil
