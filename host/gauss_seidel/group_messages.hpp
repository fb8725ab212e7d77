// The messages of one group of sweeps in flight.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <list>
#include <vector>

#include "host/gauss_seidel/group_plan.hpp"

namespace stencil {

// Buffers of all messages that a rank receives and sends in the groups of one direction, and their requests. Used for
// one such group after another. Behind the points of the field each message has one word more: the sender's cycle.
class GroupMessages {
 public:
  GroupMessages(MPI_Comm comm, const std::vector<TileStep>& steps);
  // Receives that nobody waited for are withdrawn. A buffer that MPI may still use, of a message that is being sent or
  // already matched, is kept, and given back when another group is made after it has arrived. Waits for nothing.
  ~GroupMessages();
  GroupMessages(const GroupMessages&) = delete;
  GroupMessages& operator=(const GroupMessages&) = delete;

  // Posts all receives of the next group.
  void post_receives();
  // Waits for the messages of a step, puts them into the array and returns the latest cycle of their senders, 0 where
  // there are none. Throws ArgumentError for one of another length.
  std::int64_t receive(std::size_t step, const TileFrame& frame, double* field);
  // cycle: in which the step is done.
  void send(std::size_t step, const TileFrame& frame, const double* field, std::int64_t cycle);
  // Until all sends of the group are done, so that their buffers are free.
  void end_sends();

  // Buffers of this process that are kept for MPI.
  static std::size_t kept();

 private:
  struct Post {
    const TileMessage* message;
    std::vector<double> words;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  // Lists, which give a post away without an allocation: a destructor cannot do with less.
  using Posts = std::vector<std::list<Post>>;  // by step
  struct Kept;

  static std::list<Post> posts(const std::vector<TileMessage>& messages);
  static Kept& kept_posts();
  static void give_back_kept();

  MPI_Comm comm_;
  Posts receives_;
  Posts sends_;
};

}  // namespace stencil
