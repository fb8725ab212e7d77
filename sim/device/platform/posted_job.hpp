// The job registers of the device and the words of COMMAND, as commands ask for them (rtl/CONTRACT.md).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "host/device/accelerator.hpp"
#include "sim/device/rtl/contract.hpp"

namespace stencil {

// What every command queued shares. A register may not be known yet; its address is then 0.
class PostedJob {
 public:
  using Register = std::pair<std::uint32_t, std::uint64_t>;  // address, value
  using Registers = std::array<Register, 8>;

  // This job, changed as far as the command needs it. A sweep leaves the edges of tiles, a tile the weights.
  PostedJob with(const SweepCommand& command) const;
  PostedJob with(const TileCommand& command, std::int64_t slots) const;
  Register set_weight(Weight weight, double value);

  // In the order they are written: NITER first, whose plan takes time.
  const Registers& registers() const { return registers_; }
  bool operator!=(const PostedJob& other) const { return registers_ != other.registers_; }

  bool tiles() const { return (registers_[tile].second & contract::tile_kernel) != 0; }
  std::uint64_t niter() const { return registers_[sweeps].second; }
  std::uint64_t cols() const { return registers_[columns].second; }

 private:
  enum Place : std::size_t { sweeps, columns, rdx2, rdy2, beta, tile, tile_rows, tile_cols };

  // A reset leaves the tile registers 0.
  Registers registers_{
      {{}, {}, {}, {}, {}, {contract::REG_TILE, 0}, {contract::REG_TILE_ROWS, 0}, {contract::REG_TILE_COLS, 0}}};
};

// The register of a weight.
std::uint32_t address_of(Weight weight);

// What COMMAND is written with. A tile names r buffer 0, which it does not touch: the device wants one named.
std::uint64_t command_word(const SweepCommand& command);
std::uint64_t command_word(const TileCommand& command);

}  // namespace stencil
