// SPDX-License-Identifier: Apache-2.0
#include "sim/report/gather.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>

namespace stencil {
namespace {

// One record as plain words; -1 stands for no value, which no field has otherwise.
constexpr int words_per_record = 20;
using Packed = std::array<std::int64_t, words_per_record>;

std::optional<std::int64_t> optional_of(std::int64_t word) {
  if (word < 0) return std::nullopt;
  return word;
}

Packed pack(const BlockRecord& b, int rank) {
  return {rank,
          b.step.value_or(-1),
          b.block,
          b.rows,
          b.cols,
          b.niter,
          b.keep.value_or(-1),
          b.before.value_or(-1),
          b.after.value_or(-1),
          b.cycles.load,
          b.cycles.compute,
          b.cycles.store,
          b.cycles.stall,
          b.cycles.idle,
          b.cycles.fill,
          b.cycles.model.total(),
          b.cycles.ideal,
          b.traffic.bytes_to_device,
          b.traffic.bytes_from_device,
          b.traffic.transfers};
}

BlockRecord unpack(const Packed& w) {
  BlockRecord b;
  b.rank = w[0];
  b.step = optional_of(w[1]);
  b.block = w[2];
  b.rows = w[3];
  b.cols = w[4];
  b.niter = w[5];
  b.keep = optional_of(w[6]);
  b.before = optional_of(w[7]);
  b.after = optional_of(w[8]);
  b.cycles.load = w[9];
  b.cycles.compute = w[10];
  b.cycles.store = w[11];
  b.cycles.stall = w[12];
  b.cycles.idle = w[13];
  b.cycles.fill = w[14];
  b.cycles.model.compute = w[15];
  b.cycles.ideal = w[16];
  b.traffic.bytes_to_device = w[17];
  b.traffic.bytes_from_device = w[18];
  b.traffic.transfers = w[19];
  return b;
}

}  // namespace

std::vector<BlockRecord> gather_blocks(MPI_Comm communicator, const std::vector<BlockRecord>& local) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);

  std::vector<Packed> mine;
  mine.reserve(local.size());
  for (const BlockRecord& block : local) mine.push_back(pack(block, rank));
  const int count = static_cast<int>(mine.size());
  std::vector<int> counts(rank == 0 ? static_cast<std::size_t>(ranks) : 0);
  MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, communicator);

  std::vector<int> offsets(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0);
  std::vector<Packed> all(counts.empty() ? 0 : static_cast<std::size_t>(offsets.back() + counts.back()));
  // A record as one MPI element: counts and offsets stay far from the limits of int.
  MPI_Datatype record = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(words_per_record, MPI_INT64_T, &record);
  MPI_Type_commit(&record);
  MPI_Gatherv(mine.data(), count, record, all.data(), counts.data(), offsets.data(), record, 0, communicator);
  MPI_Type_free(&record);

  std::vector<BlockRecord> blocks;
  blocks.reserve(all.size());
  for (const Packed& packed : all) blocks.push_back(unpack(packed));
  std::sort(blocks.begin(), blocks.end());
  return blocks;
}

}  // namespace stencil
