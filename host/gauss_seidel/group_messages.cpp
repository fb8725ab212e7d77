// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/group_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <mutex>
#include <stdexcept>

#include "host/arrays/exchange/byte_block.hpp"
#include "host/base/errors.hpp"
#include "host/mpi/check.hpp"
#include "host/mpi/fatal.hpp"

namespace stencil {
namespace {

ByteBlock block_of_words(const std::vector<double>& words) {
  return ByteBlock(static_cast<std::int64_t>(words.size() * sizeof(double)));
}

static_assert(sizeof(std::int64_t) == sizeof(double), "a cycle travels in one word");

std::int64_t cycle_of(const std::vector<double>& words) {
  std::int64_t cycle = 0;
  std::memcpy(&cycle, &words.back(), sizeof cycle);
  return cycle;
}

}  // namespace

// Never destroyed: MPI may write into these buffers until MPI_Finalize, also after an exception has left the solver.
struct GroupMessages::Kept {
  std::mutex mutex;
  std::list<Post> posts;
};

GroupMessages::Kept& GroupMessages::kept_posts() {
  static auto* const all = new Kept;
  return *all;
}

std::size_t GroupMessages::kept() {
  Kept& all = kept_posts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return all.posts.size();
}

void GroupMessages::give_back_kept() {
  Kept& all = kept_posts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.posts.remove_if([](Post& post) {
    int done = 0;
    return MPI_Test(&post.request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done != 0;
  });
}

std::list<GroupMessages::Post> GroupMessages::posts(const std::vector<TileMessage>& messages) {
  std::list<Post> all;
  for (const TileMessage& message : messages) {
    all.push_back({&message, std::vector<double>(static_cast<std::size_t>(message.words() + 1))});
  }
  return all;
}

GroupMessages::GroupMessages(MPI_Comm comm, const std::vector<TileStep>& steps)
    : comm_(comm), backward_(!steps.empty() && steps.front().window.backward) {
  give_back_kept();
  for (const TileStep& step : steps) {
    receives_.push_back(posts(step.receives));
    sends_.push_back(posts(step.sends));
  }
}

GroupMessages::~GroupMessages() {
  const bool is_running = mpi_is_running();
  // True if MPI no longer uses the post's buffer.
  const auto withdraw = [&](Post& post, bool receives) {
    if (post.request == MPI_REQUEST_NULL) return true;
    if (!is_running) return false;
    if (receives) MPI_Cancel(&post.request);
    int done = 0;
    return MPI_Test(&post.request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done != 0;
  };
  for (Posts* const group : {&receives_, &sends_}) {
    for (std::list<Post>& of_step : *group) {
      for (auto post = of_step.begin(); post != of_step.end();) {
        const auto here = post++;
        if (withdraw(*here, group == &receives_)) continue;
        Kept& all = kept_posts();
        const std::lock_guard<std::mutex> lock(all.mutex);
        all.posts.splice(all.posts.end(), of_step, here);
      }
    }
  }
}

void GroupMessages::post_receives() {
  for (std::list<Post>& of_step : receives_) {
    for (Post& post : of_step) {
      const ByteBlock block = block_of_words(post.words);
      check_mpi(MPI_Irecv(post.words.data(), block.count(), block.type(), static_cast<int>(post.message->peer), tag_,
                          comm_, &post.request),
                "MPI_Irecv");
    }
  }
}

std::string GroupMessages::name_of(const Post& post, std::int64_t round, std::size_t step) const {
  return fmt::format("the message of rank {} in round {}, {}, for tile {}", post.message->peer, round,
                     backward_ ? "backward" : "forward", step);
}

std::int64_t GroupMessages::receive(std::int64_t round, std::size_t step, Arrivals which, const TileFrame& frame,
                                    double* field) {
  std::int64_t latest = 0;
  for (Post& post : receives_[step]) {
    if (!is_among(*post.message, which)) continue;
    // MPI_Wait returns at once for a request that was never made, as if a message of 0 bytes had come.
    if (post.request == MPI_REQUEST_NULL)
      throw std::logic_error(fmt::format("no receive has been posted for {}: post_receives() is missing for it",
                                         name_of(post, round, step)));
    MPI_Status status;
    check_mpi(MPI_Wait(&post.request, &status), "MPI_Wait");
    const ByteBlock block = block_of_words(post.words);
    const std::int64_t got = block.received_bytes(status);
    if (got != block.bytes()) {
      throw ArgumentError(
          fmt::format("{} = {} bytes, expected {}: that rank has planned other messages, as for another tile grid",
                      name_of(post, round, step), got, block.bytes()));
    }
    unpack(*post.message, frame, post.words.data(), field);
    latest = std::max(latest, cycle_of(post.words));
  }
  return latest;
}

void GroupMessages::send(const TileDeparture& message, const TileFrame& frame, const double* field,
                         std::int64_t cycle) {
  Post& post = *std::next(sends_[message.step].begin(), static_cast<std::ptrdiff_t>(message.message));
  pack(*post.message, frame, field, post.words.data());
  std::memcpy(&post.words.back(), &cycle, sizeof cycle);
  const ByteBlock block = block_of_words(post.words);
  check_mpi(MPI_Isend(post.words.data(), block.count(), block.type(), static_cast<int>(post.message->peer), tag_, comm_,
                      &post.request),
            "MPI_Isend");
}

void GroupMessages::end_sends() {
  for (std::list<Post>& of_step : sends_) {
    for (Post& post : of_step) check_mpi(MPI_Wait(&post.request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
}

}  // namespace stencil
