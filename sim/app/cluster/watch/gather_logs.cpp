// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cluster/watch/gather_logs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "host/mpi/check.hpp"
#include "host/mpi/message_tags.hpp"

namespace stencil {
namespace {

constexpr std::int64_t event_words = 4;
static_assert(sizeof(RankEvent) == event_words * sizeof(std::int64_t), "sent as words");
constexpr std::int64_t piece_events = std::int64_t{1} << 20;  // of a message: its words are counted by an int

// Calls move(events, words) for the events of a log, in pieces.
template <class Move>
void for_each_piece(std::vector<RankEvent>& events, const Move& move) {
  const auto count = static_cast<std::int64_t>(events.size());
  for (std::int64_t done = 0; done < count; done += piece_events)
    move(events.data() + done, static_cast<int>(event_words * std::min(piece_events, count - done)));
}

}  // namespace

// One rank after another, so that rank 0 need not take all messages at once.
std::vector<RankLog> gather_logs(MPI_Comm communicator, const RankLog& mine) {
  int rank = 0;
  int ranks = 1;
  check_mpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(communicator, &ranks), "MPI_Comm_size");
  const std::int64_t size[2] = {mine.cycles, static_cast<std::int64_t>(mine.events.size())};
  std::vector<std::int64_t> sizes(rank == 0 ? 2 * static_cast<std::size_t>(ranks) : 0);
  check_mpi(MPI_Gather(size, 2, MPI_INT64_T, sizes.data(), 2, MPI_INT64_T, 0, communicator), "MPI_Gather");
  if (rank != 0) {
    std::vector<RankEvent> events = mine.events;
    for_each_piece(events, [&](RankEvent* first, int words) {
      check_mpi(MPI_Send(first, words, MPI_INT64_T, 0, cluster_tag, communicator), "MPI_Send");
    });
    return {};
  }
  std::vector<RankLog> all{mine};
  for (int from = 1; from < ranks; ++from) {
    RankLog log;
    log.cycles = sizes[2 * static_cast<std::size_t>(from)];
    log.events.resize(static_cast<std::size_t>(sizes[2 * static_cast<std::size_t>(from) + 1]));
    for_each_piece(log.events, [&](RankEvent* first, int words) {
      check_mpi(MPI_Recv(first, words, MPI_INT64_T, from, cluster_tag, communicator, MPI_STATUS_IGNORE), "MPI_Recv");
    });
    all.push_back(std::move(log));
  }
  return all;
}

}  // namespace stencil
