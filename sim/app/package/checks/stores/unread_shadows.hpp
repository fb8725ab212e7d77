// Shadow edges that updates fill and no call loads, beside rows that sweeps leave as they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/arrays/vsda/tokens/used_memory.hpp"
#include "host/device/accelerator.hpp"

namespace stencil {

// A program that sweeps its own rows alone keeps the row beside a shadow edge, as if the field ended there. Where it
// stores that row after several sweeps in one call, the edge should have been loaded. A program may sweep rows beside
// an edge on the host: it stores others then, or makes one sweep.
class UnreadShadows {
 public:
  struct Found {
    std::int64_t rows = 0;  // 0: nothing
    std::string text;
  };

  void updated(const UsedMemory& shadow, const UsedMemory& edge);
  void loaded(std::int64_t first, std::int64_t words, const double* values);
  void swept(const SweepCommand& command, std::int64_t block);
  void stored(std::int64_t first, std::int64_t words);
  // At the end.
  Found ended() const;
  // No word is known any more.
  void forget() { loads_.clear(); }

 private:
  struct Load {
    std::int64_t first, end;
    const std::byte* from;
  };
  struct Shadow {
    const std::byte* first;
    const std::byte* last;
    std::int64_t elemsize;
    int peer;
    bool is_above;  // the rank's own rows
    bool is_loaded = false;
    bool is_beside = false;   // the first or last row of the last block
    std::int64_t block = -1;  // of the first sweep whose such row was stored
  };

  const std::byte* source_of(std::int64_t word) const;

  std::vector<Shadow> shadows_;
  std::vector<Load> loads_;  // into f, the newest first
  SweepCommand last_;
  std::int64_t block_ = 0;
};

}  // namespace stencil
