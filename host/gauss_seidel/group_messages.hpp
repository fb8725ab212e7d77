// The messages of one group of sweeps in flight.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <list>
#include <vector>

#include "host/gauss_seidel/group_plan.hpp"
#include "host/mpi/message_tags.hpp"

namespace stencil {

// Buffers and requests of all messages that a rank receives and sends in a group of one direction, used for one such
// group after another. After the points of the field each message has one more word: the sender's cycle.
class GroupMessages {
 public:
  GroupMessages(MPI_Comm comm, const std::vector<TileStep>& steps);
  // Cancels pending receives. Keeps a buffer that MPI may still use, for a message being sent or already matched, until
  // another GroupMessages is made after the message has arrived. Waits for nothing.
  ~GroupMessages();
  GroupMessages(const GroupMessages&) = delete;
  GroupMessages& operator=(const GroupMessages&) = delete;

  // The tag of all messages from now on; at first tile_tag.
  void use_tag(int tag) { tag_ = tag; }
  // Posts all receives of the next group.
  void post_receives();
  // Waits for messages of a step, puts them into the array and returns the latest cycle of their senders, 0 without
  // messages. Throws ArgumentError for a message of another length, std::logic_error where no receive was posted;
  // either names the round and the direction.
  std::int64_t receive(std::int64_t round, std::size_t step, Arrivals which, const TileFrame& frame, double* field);
  // Sends a message; cycle: the rank's time when its points were in the array.
  void send(const TileDeparture& message, const TileFrame& frame, const double* field, std::int64_t cycle);
  // Waits until all sends of the group are done, so that their buffers are free.
  void end_sends();

  // Number of buffers that this process keeps for MPI.
  static std::size_t kept();

 private:
  struct Post {
    const TileMessage* message;
    std::vector<double> words;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  // Lists, because splice() hands a post over without an allocation, which a destructor needs.
  using Posts = std::vector<std::list<Post>>;  // by step
  struct Kept;

  static std::list<Post> posts(const std::vector<TileMessage>& messages);
  static Kept& kept_posts();
  static void give_back_kept();

  // "the message of rank 1 in round 1, forward, for its tile 3"
  std::string name_of(const Post& post, std::int64_t round, std::size_t step) const;

  MPI_Comm comm_;
  bool backward_ = false;
  int tag_ = tile_tag;
  Posts receives_;
  Posts sends_;
};

}  // namespace stencil
