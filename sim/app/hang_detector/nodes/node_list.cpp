// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/nodes/node_list.hpp"

#include <fmt/core.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <random>

#include "host/mpi/environment.hpp"

namespace stencil {
namespace {

constexpr int connect_ms = 1000;  // for one address of one node
constexpr std::chrono::seconds accept_time{5};

// What a node's first rank sends to those of all others.
struct Card {
  std::array<char, 64> host{};
  std::int64_t pid = 0;
  std::uint64_t job = 0;  // that of the first card counts
  std::uint16_t port = 0;
  std::uint16_t addresses = 0;
  std::array<std::uint32_t, 16> address{};
};

Card own_card(const NodePort& port) {
  Card card;
  gethostname(card.host.data(), card.host.size() - 1);
  card.pid = getpid();
  std::random_device random;
  card.job = static_cast<std::uint64_t>(random()) << 32 | random();
  card.port = port.port();
  const std::vector<std::uint32_t> own = own_addresses();
  card.addresses = static_cast<std::uint16_t>(std::min(own.size(), card.address.size()));
  std::copy_n(own.begin(), card.addresses, card.address.begin());
  return card;
}

// Each connects to those before it, in turn, and then lets those after it connect: no circle of waits can form.
void connect_all(NodeList& list, const std::vector<Card>& cards, const NodePort& port) {
  const NodeHello hello{cards.front().job, static_cast<std::int64_t>(list.mine)};
  for (std::size_t i = 0; i < list.mine; ++i) {
    const std::vector<std::uint32_t> addresses(cards[i].address.begin(), cards[i].address.begin() + cards[i].addresses);
    if (auto link = connect_node(addresses, cards[i].port, hello, static_cast<std::int64_t>(i), connect_ms))
      list.nodes[i].link.emplace(std::move(*link));
  }
  const auto end = std::chrono::steady_clock::now() + accept_time;
  std::size_t missing = list.nodes.size() - list.mine - 1;
  while (missing > 0 && std::chrono::steady_clock::now() < end) {
    NodeHello other;
    auto link = port.accept(hello, other, connect_ms);
    const auto node = static_cast<std::size_t>(other.node);
    if (!link || node <= list.mine || node >= list.nodes.size() || list.nodes[node].link) continue;
    list.nodes[node].link.emplace(std::move(*link));
    --missing;
  }
}

}  // namespace

std::string WatchedNode::text() const {
  return fmt::format("node {} (rank{} {})", host, ranks.size() == 1 ? "" : "s", rank_list(ranks));
}

NodeList connect_nodes() {
  int rank = 0, ranks = 1, on_node = 1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm node = MPI_COMM_NULL;
  PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  PMPI_Comm_size(node, &on_node);
  int first = rank;
  PMPI_Bcast(&first, 1, MPI_INT, 0, node);
  PMPI_Comm_free(&node);
  NodeList list;
  list.has_others = on_node < ranks;
  if (!list.has_others) return list;

  std::vector<int> first_of(static_cast<std::size_t>(ranks));
  PMPI_Allgather(&first, 1, MPI_INT, first_of.data(), 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Comm watchers = MPI_COMM_NULL;
  PMPI_Comm_split(MPI_COMM_WORLD, first == rank ? 0 : MPI_UNDEFINED, rank, &watchers);
  if (watchers == MPI_COMM_NULL) return list;
  int count = 0, mine = 0;
  PMPI_Comm_size(watchers, &count);
  PMPI_Comm_rank(watchers, &mine);
  list.mine = static_cast<std::size_t>(mine);
  const NodePort port;
  const Card own = own_card(port);
  std::vector<Card> cards(static_cast<std::size_t>(count));
  PMPI_Allgather(&own, sizeof own, MPI_BYTE, cards.data(), sizeof own, MPI_BYTE, watchers);
  PMPI_Comm_free(&watchers);
  for (const Card& card : cards) list.nodes.push_back({card.host.data(), {}, static_cast<long>(card.pid), {}});
  std::vector<int> firsts(first_of);
  std::sort(firsts.begin(), firsts.end());
  firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
  for (int one = 0; one < ranks; ++one) {
    const auto at = std::lower_bound(firsts.begin(), firsts.end(), first_of[static_cast<std::size_t>(one)]);
    list.nodes[static_cast<std::size_t>(at - firsts.begin())].ranks.push_back(one);
  }
  connect_all(list, cards, port);
  return list;
}

}  // namespace stencil
