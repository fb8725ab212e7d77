// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/board/eager_limit.hpp"

#include <mpi.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "host/mpi/mpi_leaks.hpp"

namespace stencil {
namespace {

// Open MPI unloads the message layers that it did not choose, and loads no transport that is not allowed.
struct Loaded {
  bool own_transports = false;  // pml ob1
  bool shared_memory = false;   // btl vader, which takes all messages between ranks of a node
};

Loaded loaded() {
  std::ifstream maps("/proc/self/maps");
  Loaded seen;
  bool others = false;
  for (std::string line; std::getline(maps, line);) {
    const auto has = [&](const char* name) { return line.find(name) != std::string::npos; };
    others |= has("mca_pml_ucx") || has("mca_pml_cm");
    seen.own_transports |= has("mca_pml_ob1");
    seen.shared_memory |= has("mca_btl_vader");
  }
  seen.own_transports &= !others;
  return seen;
}

bool is_limit(const std::string& name) {
  const std::string end = "_eager_limit";
  return name.rfind("btl_", 0) == 0 && name.rfind("btl_self", 0) != 0 && name.size() > end.size() &&
         name.compare(name.size() - end.size(), end.size(), end) == 0;
}

// Below 0: cannot be read.
std::int64_t value_of(int index, MPI_Datatype type) {
  MPI_T_cvar_handle handle = nullptr;
  int count = 0;
  if (MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS) return -1;
  std::int64_t value = -1;
  if (count == 1 && type == MPI_UNSIGNED_LONG) {
    unsigned long number = 0;
    if (MPI_T_cvar_read(handle, &number) == MPI_SUCCESS) value = static_cast<std::int64_t>(number);
  } else if (count == 1 && (type == MPI_UNSIGNED || type == MPI_INT)) {
    unsigned number = 0;
    if (MPI_T_cvar_read(handle, &number) == MPI_SUCCESS) value = number;
  }
  MPI_T_cvar_handle_free(&handle);
  return value;
}

}  // namespace

std::int64_t mpi_eager_limit() {
  const MpiMayLeak opens_plugins;
  int level = 0;
  const Loaded seen = loaded();
  if (!seen.own_transports || MPI_T_init_thread(MPI_THREAD_SINGLE, &level) != MPI_SUCCESS) return -1;
  std::int64_t limit = -1;
  int variables = 0;
  MPI_T_cvar_get_num(&variables);
  for (int i = 0; i < variables; ++i) {
    char text[256] = "";
    int length = sizeof text;
    int verbosity = 0;
    int bind = 0;
    int scope = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_T_enum values = MPI_T_ENUM_NULL;
    if (MPI_T_cvar_get_info(i, text, &length, &verbosity, &type, &values, nullptr, nullptr, &bind, &scope) !=
            MPI_SUCCESS ||
        !is_limit(text))
      continue;
    const bool between_ranks_of_a_node = text == std::string("btl_vader_eager_limit");
    if (seen.shared_memory && !between_ranks_of_a_node) continue;
    limit = std::max(limit, value_of(i, type));
  }
  MPI_T_finalize();
  return limit;
}

}  // namespace stencil
