// The tiles of a step: those that its caller or the environment wants, or those that the model predicts to end first.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// Tiles of a subdomain by rows and by columns; 0 x 0: the library chooses.
struct Tiling {
  std::int64_t rows = 0;
  std::int64_t cols = 0;

  bool is_chosen() const { return rows != 0; }
};
// "2x3"
[[nodiscard]] std::string name_of(const Tiling& tiling);

// given: the argument `blocking`; null or empty: STENCIL_TILES says it. Throws ArgumentError with the value, what it
// must be and, where two counts can be read in it, the nearest that is.
[[nodiscard]] Tiling tiling_wish(const char* given);

// The tilings that a grid can have on a device. All arithmetic.
class Tilings {
 public:
  // shape: its numbers of tiles do not count. device: one that has the kernel.
  Tilings(TileGridShape shape, Capabilities device) : shape_(std::move(shape)), device_(std::move(device)) {}

  [[nodiscard]] TileGridShape with(const Tiling& tiling) const;
  // Throws ArgumentError that says why a tiling that the caller wants does not fit, and names the nearest that does.
  void check_wish(const Tiling& tiling) const;
  // Throws ArgumentError where no tiling fits, with the number of sweeps for which one does.
  void check_any() const;
  // Worth a prediction, at most 24: 2 x 2 first, then by rising numbers.
  [[nodiscard]] std::vector<Tiling> candidates() const;

 private:
  void check(const Tiling& tiling) const;
  bool fits(const Tiling& tiling) const;
  // "; the nearest that works is 3x1", or "; none works with 9 sweeps, at most 4 sweeps".
  [[nodiscard]] std::string nearest(const Tiling& tiling) const;
  // Numbers of tiles that this dimension can have.
  [[nodiscard]] std::vector<std::int64_t> counts(bool by_rows) const;
  bool axis_fits(bool by_rows, std::int64_t tiles) const;
  [[nodiscard]] std::int64_t most_sweeps() const;

  TileGridShape shape_;
  Capabilities device_;
};

// Makes an accelerator that predicts the cycles of this rank's device and moves no data.
using PredictedDevice = std::function<std::unique_ptr<Accelerator>()>;

// Collective over comm, or MPI_COMM_NULL where MPI does not run: of the candidates, the same on every rank, the first
// of those whose last rank ends first, in two rounds. Without `predicted`, on all ranks or none, the first of all.
// fusing: what the devices of all ranks have, where their tiles are fused, in one round; null: they are not.
// @pre there is a candidate
[[nodiscard]] Tiling choose_tiling(MPI_Comm comm, const Tilings& tilings, const PredictedDevice& predicted,
                                   const Capabilities* fusing = nullptr);

}  // namespace stencil
