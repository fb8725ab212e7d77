// The messages of one group of sweeps in flight.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

#include "host/tiles/group_plan.hpp"

namespace stencil {

// Buffers of all messages that a rank receives and sends in the groups of one direction, and their requests. Used for
// one such group after another.
class GroupMessages {
 public:
  GroupMessages(MPI_Comm comm, const std::vector<TileStep>& steps);

  // Posts all receives of the next group.
  void post_receives();
  // Waits for the messages of a step and puts them into the array. Throws ArgumentError for one of another length.
  void receive(std::size_t step, const TileFrame& frame, double* field);
  void send(std::size_t step, const TileFrame& frame, const double* field);
  // Until all sends of the group are done, so that their buffers are free.
  void end_sends();

 private:
  struct Post {
    const TileMessage* message;
    std::vector<double> words;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  using Posts = std::vector<std::vector<Post>>;  // by step

  static std::vector<Post> posts(const std::vector<TileMessage>& messages);

  MPI_Comm comm_;
  Posts receives_;
  Posts sends_;
};

}  // namespace stencil
