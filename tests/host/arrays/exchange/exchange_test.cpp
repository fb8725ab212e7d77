// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/exchange.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "tests/host/arrays/exchange/patch_elements.hpp"
#include "tests/host/support/seed.hpp"
#include "tests/support/world.hpp"

namespace stencil {
namespace {

using test::elements;
using test::Random;

constexpr std::int64_t size = 400;  // elements of each local array
constexpr std::byte poison{0xD7};

using test::comm_rank;
using test::comm_size;

std::byte value_of(int rank, std::int64_t byte) {
  return static_cast<std::byte>(((rank + 1) * 7919 + byte * 31 + byte / 251) % 0xD0);
}

// A few rows and columns of a matrix, by columns or by rows, within [first, first + size / 2).
Patch random_patch(Random& random, std::int64_t inner, std::int64_t outer, std::int64_t first) {
  Patch patch;
  append_run(patch.inner, random(0, 1), (inner + 1) / 2);
  append_run(patch.inner, 2 + inner, inner / 2);
  append_run(patch.outer, 0, (outer + 1) / 2);
  append_run(patch.outer, outer, outer / 2);
  const bool by_rows = random(0, 1) == 1;
  patch.base = first;
  patch.inner_stride = by_rows ? 2 * outer + 1 : 1;
  patch.outer_stride = by_rows ? 1 : 2 * inner + 3;
  return patch;
}

// One transfer between two ranks. The list of all is the same on all ranks; this rank's plan is derived from it.
struct Transfer {
  int from = 0;
  int to = 0;
  Patch source;
  Patch target;
};

// None, one or two patches between each pair of ranks; the targets on one rank do not overlap.
std::vector<Transfer> random_transfers(Random& random, int ranks) {
  std::vector<Transfer> transfers;
  for (int to = 0; to < ranks; ++to) {
    std::int64_t place = 0;
    for (int from = 0; from < ranks; ++from) {
      for (std::int64_t patches = random(0, 2); patches > 0; --patches) {
        const std::int64_t inner = random(1, 3);
        const std::int64_t outer = random(1, 3);
        Transfer one{from, to, random_patch(random, inner, outer, random(0, size / 2)),
                     random_patch(random, inner, outer, place)};
        place = span_of(one.target).last;
        if (place <= size) transfers.push_back(one);
      }
    }
  }
  return transfers;
}

std::shared_ptr<const PreparedPlan> plan_of(const std::vector<Transfer>& transfers, int rank) {
  MessagePlan plan;
  for (const Transfer& one : transfers) {
    if (one.from == rank && one.to == rank) {
      plan.kept.push_back({one.source, one.target});
    } else if (one.from == rank) {
      patches_of(plan.sends, one.to).push_back(one.source);
    } else if (one.to == rank) {
      patches_of(plan.receives, one.from).push_back(one.target);
    }
  }
  return std::make_shared<const PreparedPlan>(plan);
}

std::vector<std::byte> numbered(int rank, std::int64_t elemsize) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(size * elemsize));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = value_of(rank, static_cast<std::int64_t>(i));
  return bytes;
}

// Sets the target of this rank element by element.
void carry_out(const std::vector<Transfer>& transfers, std::int64_t elemsize, std::vector<std::byte>& target) {
  for (const Transfer& one : transfers) {
    if (one.to != comm_rank()) continue;
    const std::vector<std::byte> source = numbered(one.from, elemsize);
    const test::Numbers from = elements(one.source);
    const test::Numbers to = elements(one.target);
    for (std::size_t k = 0; k < from.size(); ++k) {
      std::copy_n(source.begin() + from[k] * elemsize, elemsize, target.begin() + to[k] * elemsize);
    }
  }
}

// Two operations in flight, ended in either order. A rank that finds a fault goes on, since others wait for its
// messages.
TEST(Exchange, MovesThePatchesOfAnyPlan) {
  Random random(test::test_seed());
  for (int round = 0; round < 200; ++round) {
    const std::int64_t elemsize = std::vector<std::int64_t>{1, 3, 8, 24}[static_cast<std::size_t>(random(0, 3))];
    Exchange exchanges[2];
    std::vector<std::byte> sources[2];
    std::vector<std::byte> targets[2];
    std::vector<std::byte> expected[2];
    for (int i = 0; i < 2; ++i) {
      const std::vector<Transfer> transfers = random_transfers(random, comm_size());
      sources[i] = numbered(comm_rank(), elemsize);
      targets[i].assign(sources[i].size(), poison);
      expected[i] = targets[i];
      carry_out(transfers, elemsize, expected[i]);
      const auto plan = plan_of(transfers, comm_rank());
      VsdaTraffic traffic;
      exchanges[i].begin(MPI_COMM_WORLD, plan, elemsize, sources[i].data(), targets[i].data(), traffic);
      std::int64_t sent = 0;
      for (const PreparedPlan::Packed& message : plan->sends) sent += message.elements * elemsize;
      EXPECT_EQ(traffic.bytes_sent, sent);
      EXPECT_EQ(traffic.messages_sent, static_cast<std::int64_t>(plan->sends.size()));
      EXPECT_EQ(traffic.bytes_staged, 0);
    }
    const int first = (comm_rank() + round) % 2;  // not the same on every rank
    exchanges[first].end();
    exchanges[1 - first].end();
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE(targets[i] == expected[i]) << "round " << round;
      EXPECT_TRUE(sources[i] == numbered(comm_rank(), elemsize)) << "round " << round;
    }
  }
}

// Elements that the operation overwrites are sent and kept with their old values.
TEST(Exchange, WithinOneArrayReadsBeforeItWrites) {
  Random random(test::test_seed());
  for (int round = 0; round < 200; ++round) {
    const std::vector<Transfer> transfers = random_transfers(random, comm_size());
    std::vector<std::byte> array = numbered(comm_rank(), 8);
    std::vector<std::byte> expected = array;
    carry_out(transfers, 8, expected);
    Exchange exchange;
    VsdaTraffic traffic;
    exchange.begin(MPI_COMM_WORLD, plan_of(transfers, comm_rank()), 8, array.data(), array.data(), traffic);
    exchange.end();
    EXPECT_TRUE(array == expected) << "round " << round;
  }
}

TEST(Exchange, RefusesAMessageShorterThanPlanned) {
  if (comm_size() < 2) GTEST_SKIP() << "no rank to send one";
  MessagePlan plan;
  if (comm_rank() == 0) plan.sends.push_back({1, {run_patch(0, 3)}});
  if (comm_rank() == 1) plan.receives.push_back({0, {run_patch(0, 4)}});
  std::vector<std::byte> source(8);
  std::vector<std::byte> target(8);
  VsdaTraffic traffic;
  Exchange exchange;
  exchange.begin(MPI_COMM_WORLD, std::make_shared<const PreparedPlan>(plan), 2, source.data(), target.data(), traffic);
  if (comm_rank() != 1) return exchange.end();
  try {
    exchange.end();
    FAIL() << "not refused";
  } catch (const ArgumentError& error) {
    EXPECT_NE(std::string(error.what()).find("message from rank 0 = 6 bytes, expected 8"), std::string::npos)
        << error.what();
  }
}

// Its other end plans none: both would take messages for one another from then on.
TEST(PreparedPlan, HasNoEmptyMessages) {
  MessagePlan plan;
  plan.receives.push_back({3, {run_patch(7, 0)}});
  try {
    const PreparedPlan prepared(plan);
    FAIL() << "an empty message was planned";
  } catch (const std::logic_error& error) {
    EXPECT_NE(std::string(error.what()).find("side: host: the library has planned an empty message from rank 3"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace stencil
