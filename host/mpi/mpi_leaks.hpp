// Memory that Open MPI never frees, in builds with LeakSanitizer; in others nothing of this does anything.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace stencil {

// Turns leak detection off for this thread while it lives. MPI_Init, MPI_T_init_thread and their likes load plug-ins,
// reject some and unload them again; those leak, and no suppression can match an unloaded plug-in by its name.
class MpiMayLeak {
 public:
#ifdef __SANITIZE_ADDRESS__
  MpiMayLeak() {
    __lsan_disable();
  }
  ~MpiMayLeak() {
    __lsan_enable();
  }
#else
  MpiMayLeak() {}
#endif
  MpiMayLeak(const MpiMayLeak&) = delete;
  MpiMayLeak& operator=(const MpiMayLeak&) = delete;
};

// Ends the process if it finds a leak. Before MPI_Finalize, which unmaps plug-ins whose memory is then out of reach.
inline void check_leaks_before_finalize() {
#ifdef __SANITIZE_ADDRESS__
  __lsan_do_leak_check();
#endif
}

}  // namespace stencil
