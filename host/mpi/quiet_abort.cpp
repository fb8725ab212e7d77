// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/quiet_abort.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <cstdlib>

namespace stencil {
namespace {

using ShowHelp = int (*)(const char* file, const char* topic, bool wants_error_header, ...);

int show_nothing(const char*, const char*, bool, ...) {
  return 0;
}

bool is_object(void* symbol) {
  Dl_info info;
  const ElfW(Sym)* entry = nullptr;
  return dladdr1(symbol, &info, reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&entry)), RTLD_DL_SYMENT) != 0 &&
         entry != nullptr && ELF64_ST_TYPE(entry->st_info) == STT_OBJECT;
}

}  // namespace

// Open MPI's hook for its texts: "MPI_ABORT was invoked on rank .." is the aborting process's, of which mpirun has
// nothing to add.
bool quieten_mpi_abort() {
  void* const hook = dlsym(RTLD_DEFAULT, "opal_show_help");
  if (hook == nullptr || !is_object(hook)) return false;
  *static_cast<ShowHelp*>(hook) = show_nothing;
  return true;
}

bool launcher_prints_banner() {
  return std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr;
}

}  // namespace stencil
