// SPDX-License-Identifier: Apache-2.0
#include "sim/report/gather.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>

namespace stencil {
namespace {

// One record as plain words; `none` stands for no value, which no field has otherwise.
constexpr int words_per_record = 32;
using Packed = std::array<std::int64_t, words_per_record>;
constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();

std::optional<std::int64_t> optional_of(std::int64_t word) {
  if (word == none) return std::nullopt;
  return word;
}

Packed pack(const BlockRecord& b, int rank) {
  return {rank,
          b.step.value_or(none),
          b.block,
          b.rows,
          b.cols,
          b.niter,
          b.keep.value_or(none),
          b.before.value_or(none),
          b.after.value_or(none),
          b.cycles.load,
          b.cycles.compute,
          b.cycles.store,
          b.cycles.stall,
          b.cycles.idle,
          b.cycles.fill,
          b.cycles.model.load,
          b.cycles.model.compute,
          b.cycles.model.store,
          b.cycles.model.stall,
          b.cycles.model.idle,
          b.cycles.model.fill,
          b.cycles.ideal,
          b.traffic.bytes_to_device,
          b.traffic.bytes_from_device,
          b.traffic.transfers,
          b.limits.rows_swept,
          b.limits.stream_cycles,
          b.limits.roofline_cycles,
          b.limits.pass_stall_cycles,
          b.strip.value_or(none),
          b.tile ? static_cast<std::int64_t>(b.tile->tile_class) : none,
          b.tile && b.tile->backward ? 1 : 0};
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
  static_cast<CauseCycles&>(b.cycles) = {w[9], w[10], w[11], w[12], w[13], w[14]};
  b.cycles.model = {w[15], w[16], w[17], w[18], w[19], w[20]};
  b.cycles.ideal = w[21];
  b.traffic = {w[22], w[23], w[24]};
  b.limits = {w[25], w[26], w[27], w[28]};
  b.strip = optional_of(w[29]);
  if (w[30] != none) b.tile = TileKind{static_cast<TileClass>(w[30]), w[31] != 0};
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

DmaCycles sum_dma(MPI_Comm communicator, const DmaCycles& local) {
  const std::array<std::int64_t, 2> mine{local.load_busy, local.store_busy};
  std::array<std::int64_t, 2> all{};
  MPI_Reduce(mine.data(), all.data(), 2, MPI_INT64_T, MPI_SUM, 0, communicator);
  return {all[0], all[1]};
}

}  // namespace stencil
