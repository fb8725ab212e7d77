// SPDX-License-Identifier: Apache-2.0
#include "host/tiles/group_messages.hpp"

#include <fmt/format.h>

#include "host/errors.hpp"
#include "host/exchange/byte_block.hpp"
#include "host/mpi_check.hpp"
#include "host/tiles/solver.hpp"

namespace stencil {
namespace {

ByteBlock block_of_words(const std::vector<double>& words) {
  return ByteBlock(static_cast<std::int64_t>(words.size() * sizeof(double)));
}

}  // namespace

std::vector<GroupMessages::Post> GroupMessages::posts(const std::vector<TileMessage>& messages) {
  std::vector<Post> all;
  for (const TileMessage& message : messages) {
    all.push_back({&message, std::vector<double>(static_cast<std::size_t>(message.words()))});
  }
  return all;
}

GroupMessages::GroupMessages(MPI_Comm comm, const std::vector<TileStep>& steps) : comm_(comm) {
  for (const TileStep& step : steps) {
    receives_.push_back(posts(step.receives));
    sends_.push_back(posts(step.sends));
  }
}

void GroupMessages::post_receives() {
  for (std::vector<Post>& of_step : receives_) {
    for (Post& post : of_step) {
      const ByteBlock block = block_of_words(post.words);
      check_mpi(MPI_Irecv(post.words.data(), block.count(), block.type(), static_cast<int>(post.message->peer),
                          tile_tag, comm_, &post.request),
                "MPI_Irecv");
    }
  }
}

void GroupMessages::receive(std::size_t step, const TileFrame& frame, double* field) {
  for (Post& post : receives_[step]) {
    MPI_Status status;
    check_mpi(MPI_Wait(&post.request, &status), "MPI_Wait");
    const ByteBlock block = block_of_words(post.words);
    const std::int64_t got = block.received_bytes(status);
    if (got != block.bytes()) {
      throw ArgumentError(fmt::format("message from rank {} = {} bytes, expected {}: the grids differ there",
                                      post.message->peer, got, block.bytes()));
    }
    unpack(*post.message, frame, post.words.data(), field);
  }
}

void GroupMessages::send(std::size_t step, const TileFrame& frame, const double* field) {
  for (Post& post : sends_[step]) {
    pack(*post.message, frame, field, post.words.data());
    const ByteBlock block = block_of_words(post.words);
    check_mpi(MPI_Isend(post.words.data(), block.count(), block.type(), static_cast<int>(post.message->peer), tile_tag,
                        comm_, &post.request),
              "MPI_Isend");
  }
}

void GroupMessages::end_sends() {
  for (std::vector<Post>& of_step : sends_) {
    for (Post& post : of_step) check_mpi(MPI_Wait(&post.request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
}

}  // namespace stencil
