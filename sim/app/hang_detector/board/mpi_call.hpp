// The MPI calls in which a rank can wait for others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

enum class MpiCall : std::int64_t {
  none,
  send,
  receive,
  probe,
  wait,
  wait_any,
  wait_all,
  barrier,
  broadcast,
  reduce,
  all_reduce,
  gather,
  gather_v,
  all_gather,
  exclusive_scan,
  duplicate,
  cartesian,
  split,
  split_type,
  file_open,
  send_receive,
  start_send,  // does not wait itself
  synchronous_send,
  buffered_send,
  ready_send,
  start_synchronous_send,
  start_buffered_send,
  start_ready_send,
  send_receive_replace,
  matched_probe,
  wait_some,
  scatter,
  scatter_v,
  all_gather_v,
  all_to_all,
  all_to_all_v,
  all_to_all_w,
  reduce_scatter,
  reduce_scatter_block,
  scan,
};

// As in the MPI standard: "MPI_Send".
constexpr const char* name_of(MpiCall call) {
  switch (call) {
    case MpiCall::none:
      return "";
    case MpiCall::send:
      return "MPI_Send";
    case MpiCall::receive:
      return "MPI_Recv";
    case MpiCall::probe:
      return "MPI_Probe";
    case MpiCall::wait:
      return "MPI_Wait";
    case MpiCall::wait_any:
      return "MPI_Waitany";
    case MpiCall::wait_all:
      return "MPI_Waitall";
    case MpiCall::barrier:
      return "MPI_Barrier";
    case MpiCall::broadcast:
      return "MPI_Bcast";
    case MpiCall::reduce:
      return "MPI_Reduce";
    case MpiCall::all_reduce:
      return "MPI_Allreduce";
    case MpiCall::gather:
      return "MPI_Gather";
    case MpiCall::gather_v:
      return "MPI_Gatherv";
    case MpiCall::all_gather:
      return "MPI_Allgather";
    case MpiCall::exclusive_scan:
      return "MPI_Exscan";
    case MpiCall::duplicate:
      return "MPI_Comm_dup";
    case MpiCall::cartesian:
      return "MPI_Cart_create";
    case MpiCall::split:
      return "MPI_Comm_split";
    case MpiCall::split_type:
      return "MPI_Comm_split_type";
    case MpiCall::file_open:
      return "MPI_File_open";
    case MpiCall::send_receive:
      return "MPI_Sendrecv";
    case MpiCall::start_send:
      return "MPI_Isend";
    case MpiCall::synchronous_send:
      return "MPI_Ssend";
    case MpiCall::buffered_send:
      return "MPI_Bsend";
    case MpiCall::ready_send:
      return "MPI_Rsend";
    case MpiCall::start_synchronous_send:
      return "MPI_Issend";
    case MpiCall::start_buffered_send:
      return "MPI_Ibsend";
    case MpiCall::start_ready_send:
      return "MPI_Irsend";
    case MpiCall::send_receive_replace:
      return "MPI_Sendrecv_replace";
    case MpiCall::matched_probe:
      return "MPI_Mprobe";
    case MpiCall::wait_some:
      return "MPI_Waitsome";
    case MpiCall::scatter:
      return "MPI_Scatter";
    case MpiCall::scatter_v:
      return "MPI_Scatterv";
    case MpiCall::all_gather_v:
      return "MPI_Allgatherv";
    case MpiCall::all_to_all:
      return "MPI_Alltoall";
    case MpiCall::all_to_all_v:
      return "MPI_Alltoallv";
    case MpiCall::all_to_all_w:
      return "MPI_Alltoallw";
    case MpiCall::reduce_scatter:
      return "MPI_Reduce_scatter";
    case MpiCall::reduce_scatter_block:
      return "MPI_Reduce_scatter_block";
    case MpiCall::scan:
      return "MPI_Scan";
  }
  return "";
}

}  // namespace stencil
