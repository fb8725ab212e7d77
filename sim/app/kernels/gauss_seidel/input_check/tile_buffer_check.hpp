// Compares what the buffers of a rank's device hold when a tile begins with the golden tiles, where tiles stay in
// buffers and move as a pipeline.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sim/app/divergence/host_fault.hpp"
#include "sim/app/kernels/gauss_seidel/input_check/tile_history.hpp"

namespace stencil {

// Holds the whole field: for a run that went wrong.
class TileBufferCheck {
 public:
  // field: as it was read, all of it. grid: by which the ranks solve; it must outlive this.
  TileBufferCheck(std::vector<double> field, const TileGrid& grid, std::int64_t rank)
      : grid_(grid), rank_(rank), history_(grid, rank, std::move(field)) {}

  // The calls of the next wait, in the order of the run, whose tiles count on from step to step: the first point that a
  // tile reads wrong.
  std::optional<WrongRow> operator()(const Capsule& calls);

 private:
  struct Word {
    double value = 0.0;
    std::int64_t call = -1;  // that loaded or set it last, among all calls; -1: none
    bool is_load = false;
  };
  using Buffer = std::vector<Word>;

  const ExpectedTile& tile_of(std::int64_t number);
  void load(const CapsuleCall& call, std::int64_t number);
  std::optional<WrongRow> wrong_point(const ExpectedTile& tile, const Buffer& buffer, std::int64_t call) const;
  std::size_t word_in_buffer(const ExpectedTile& tile, std::size_t word) const;
  void sweep(const ExpectedTile& tile, Buffer& buffer, std::int64_t call) const;

  const TileGrid& grid_;
  std::int64_t rank_;
  TileHistory history_;
  std::map<int, Buffer> buffers_;  // of f
  std::int64_t tiles_ = 0;         // that have begun
};

}  // namespace stencil
