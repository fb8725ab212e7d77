// Functions of MPI in which a rank can wait for others, and of which no hang is proved: their names alone are recorded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "sim/app/hang_detector/board/mpi_call.hpp"

namespace stencil {

// docs/run.md lists them.
inline constexpr std::string_view unwatched_calls[] = {
    "MPI_Buffer_detach",
    "MPI_Cart_sub",
    "MPI_Comm_accept",
    "MPI_Comm_connect",
    "MPI_Comm_create",
    "MPI_Comm_create_group",
    "MPI_Comm_disconnect",
    "MPI_Comm_dup_with_info",
    "MPI_Comm_join",
    "MPI_Comm_spawn",
    "MPI_Comm_spawn_multiple",
    "MPI_Dist_graph_create",
    "MPI_Dist_graph_create_adjacent",
    "MPI_File_close",
    "MPI_File_preallocate",
    "MPI_File_read_all",
    "MPI_File_read_all_begin",
    "MPI_File_read_all_end",
    "MPI_File_read_at_all",
    "MPI_File_read_at_all_begin",
    "MPI_File_read_at_all_end",
    "MPI_File_read_ordered",
    "MPI_File_read_ordered_begin",
    "MPI_File_read_ordered_end",
    "MPI_File_seek_shared",
    "MPI_File_set_atomicity",
    "MPI_File_set_size",
    "MPI_File_set_view",
    "MPI_File_sync",
    "MPI_File_write_all",
    "MPI_File_write_all_begin",
    "MPI_File_write_all_end",
    "MPI_File_write_at_all",
    "MPI_File_write_at_all_begin",
    "MPI_File_write_at_all_end",
    "MPI_File_write_ordered",
    "MPI_File_write_ordered_begin",
    "MPI_File_write_ordered_end",
    "MPI_Graph_create",
    "MPI_Intercomm_create",
    "MPI_Intercomm_merge",
    "MPI_Mrecv",
    "MPI_Neighbor_allgather",
    "MPI_Neighbor_allgatherv",
    "MPI_Neighbor_alltoall",
    "MPI_Neighbor_alltoallv",
    "MPI_Neighbor_alltoallw",
    "MPI_Win_allocate",
    "MPI_Win_allocate_shared",
    "MPI_Win_complete",
    "MPI_Win_create",
    "MPI_Win_create_dynamic",
    "MPI_Win_fence",
    "MPI_Win_flush",
    "MPI_Win_flush_all",
    "MPI_Win_flush_local",
    "MPI_Win_flush_local_all",
    "MPI_Win_free",
    "MPI_Win_lock",
    "MPI_Win_lock_all",
    "MPI_Win_start",
    "MPI_Win_unlock",
    "MPI_Win_unlock_all",
    "MPI_Win_wait",
};

// Their numbers stand behind those of MpiCall.
inline constexpr std::int64_t first_unwatched = 1000;

// Not there: does not compile where the value is a constant.
constexpr MpiCall unwatched_call(std::string_view name) {
  for (std::size_t i = 0; i < std::size(unwatched_calls); ++i) {
    if (unwatched_calls[i] == name) return static_cast<MpiCall>(first_unwatched + static_cast<std::int64_t>(i));
  }
  throw "not in the list";
}

// The name of a call that is in the list; empty: it is not.
constexpr std::string_view unwatched_name(MpiCall call) {
  const std::int64_t at = static_cast<std::int64_t>(call) - first_unwatched;
  return at >= 0 && at < static_cast<std::int64_t>(std::size(unwatched_calls))
             ? unwatched_calls[static_cast<std::size_t>(at)]
             : std::string_view();
}

}  // namespace stencil
