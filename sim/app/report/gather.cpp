// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/gather.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <numeric>

#include "sim/app/report/record_words.hpp"

namespace stencil {
namespace {

struct World {
  explicit World(MPI_Comm its) : communicator(its) {
    MPI_Comm_rank(communicator, &rank);
    MPI_Comm_size(communicator, &ranks);
  }
  std::int64_t all(std::int64_t mine, MPI_Op op) const {
    MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_INT64_T, op, communicator);
    return mine;
  }

  MPI_Comm communicator;
  int rank = 0;
  int ranks = 1;
};

// On rank 0 calls take(record, rank) for the records of all ranks, in the order of ranks; elsewhere never.
template <std::size_t words, class Record, class Take>
void gather_records(const World& world, const std::vector<Record>& mine, const Take& take) {
  std::vector<std::int64_t> packed(mine.size() * words);
  for (std::size_t i = 0; i < mine.size(); ++i) pack(mine[i], packed.data() + i * words);
  const int count = static_cast<int>(mine.size());
  std::vector<int> counts(world.rank == 0 ? static_cast<std::size_t>(world.ranks) : 0);
  MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, world.communicator);

  std::vector<int> offsets(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0);
  const std::size_t total = counts.empty() ? 0 : static_cast<std::size_t>(offsets.back() + counts.back());
  std::vector<std::int64_t> all(total * words);
  // A record is one MPI element, so that counts and offsets stay far below the limits of int.
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(words), MPI_INT64_T, &type);
  MPI_Type_commit(&type);
  MPI_Gatherv(packed.data(), count, type, all.data(), counts.data(), offsets.data(), type, 0, world.communicator);
  MPI_Type_free(&type);

  const std::int64_t* from = all.data();
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    for (int i = 0; i < counts[rank]; ++i, from += words) {
      Record record;
      unpack(from, record);
      take(record, static_cast<std::int64_t>(rank));
    }
  }
}

// A record without a step comes before all others.
std::int64_t step_of(const BlockRecord& record) {
  return record.step.value_or(-1);
}

std::int64_t before_step(const std::vector<BlockRecord>& blocks, std::int64_t step) {
  const auto end = std::partition_point(blocks.begin(), blocks.end(),
                                        [&](const BlockRecord& block) { return step_of(block) < step; });
  return end - blocks.begin();
}

// The number of this rank's blocks, which are sorted, that belong to the first `most` of all ranks.
std::int64_t share_of(const World& world, const std::vector<BlockRecord>& blocks, std::int64_t most) {
  const auto mine = static_cast<std::int64_t>(blocks.size());
  if (world.all(mine, MPI_SUM) <= most) return mine;
  // The step that contains the limit: the last one before which there are at most `most` blocks.
  std::int64_t step = -1;
  std::int64_t beyond = world.all(blocks.empty() ? 0 : step_of(blocks.back()) + 1, MPI_MAX);
  while (step + 1 < beyond) {
    const std::int64_t middle = step + (beyond - step) / 2;
    (world.all(before_step(blocks, middle), MPI_SUM) <= most ? step : beyond) = middle;
  }
  // Within that step, ranks come in order.
  const std::int64_t earlier = before_step(blocks, step);
  const std::int64_t of_step = before_step(blocks, step + 1) - earlier;
  std::int64_t of_lower_ranks = 0;
  MPI_Exscan(&of_step, &of_lower_ranks, 1, MPI_INT64_T, MPI_SUM, world.communicator);
  if (world.rank == 0) of_lower_ranks = 0;
  const std::int64_t room = most - world.all(earlier, MPI_SUM) - of_lower_ranks;
  return earlier + std::clamp<std::int64_t>(room, 0, of_step);
}

void gather_blocks(const World& world, const BlockLedger& local, BlockLedger& all) {
  const std::int64_t share = share_of(world, local.blocks, local.most_listed);
  const std::vector<BlockRecord> listed(local.blocks.begin(), std::next(local.blocks.begin(), share));
  gather_records<record_words>(world, listed, [&](BlockRecord& record, std::int64_t rank) {
    record.rank = rank;
    all.blocks.push_back(record);
  });
  std::sort(all.blocks.begin(), all.blocks.end());
}

void gather_classes(const World& world, const BlockLedger& local, BlockLedger& all) {
  const std::vector<ClassEntry> mine(local.classes.begin(), local.classes.end());
  gather_records<class_words>(
      world, mine, [&](const ClassEntry& entry, std::int64_t) { all.classes[entry.first].add(entry.second); });
}

void gather_sums(const World& world, const BlockLedger& local, BlockLedger& all) {
  std::vector<BlockCounts> mine;
  for (const auto& [rank, sums] : local.ranks) mine.push_back(sums);
  gather_records<all_counts>(world, mine, [&](const BlockCounts& sums, std::int64_t rank) { all.ranks[rank] += sums; });
}

// On rank 0 the digests of all ranks, none without --digest; elsewhere none.
std::vector<HandshakeDigests> gather_digests(const World& world, const HandshakeDigests& local) {
  constexpr std::size_t digits = 64;
  constexpr std::size_t fields = 3;
  std::string mine = local.with_cycles + local.without_cycles + local.bursts;
  mine.resize(fields * digits, ' ');
  std::string all(world.rank == 0 ? mine.size() * static_cast<std::size_t>(world.ranks) : 0, ' ');
  const int length = static_cast<int>(mine.size());
  MPI_Gather(mine.data(), length, MPI_CHAR, all.data(), length, MPI_CHAR, 0, world.communicator);
  std::vector<HandshakeDigests> list;
  if (local.with_cycles.empty()) return list;
  for (std::size_t at = 0; at < all.size(); at += fields * digits) {
    list.push_back({all.substr(at, digits), all.substr(at + digits, digits), all.substr(at + 2 * digits, digits)});
  }
  return list;
}

// On rank 0 the sum over all ranks; elsewhere zeros.
DmaCycles sum_dma(const World& world, const DmaCycles& local) {
  DmaCycles sum;
  for (const DmaField& field : dma_fields) {
    MPI_Reduce(&(local.*field.member), &(sum.*field.member), 1, MPI_INT64_T, MPI_SUM, 0, world.communicator);
  }
  return sum;
}

}  // namespace

BlockLedger gather_ledger(MPI_Comm communicator, const BlockLedger& local) {
  const World world(communicator);
  BlockLedger all;
  all.most_listed = local.most_listed;
  gather_blocks(world, local, all);
  gather_classes(world, local, all);
  gather_sums(world, local, all);
  for (const auto& [shape, sums] : all.classes) all.blocks_omitted += sums.count;
  all.blocks_omitted -= static_cast<std::int64_t>(all.blocks.size());
  return all;
}

Report gather_report(MPI_Comm communicator, const Report& mine) {
  const World world(communicator);
  Report all = mine;
  static_cast<BlockLedger&>(all) = gather_ledger(communicator, mine);
  all.dma = sum_dma(world, mine.dma);
  all.machine.ranks = world.ranks;
  all.machine.digests =
      gather_digests(world, mine.machine.digests.empty() ? HandshakeDigests{} : mine.machine.digests.front());
  all.verdict = gather_block_checks(communicator, mine.verdict);
  MPI_Allreduce(&mine.simulation.wall_s, &all.simulation.wall_s, 1, MPI_DOUBLE, MPI_MAX, communicator);
  return all;
}

}  // namespace stencil
