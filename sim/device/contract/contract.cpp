// SPDX-License-Identifier: Apache-2.0
#include "sim/device/contract/contract.hpp"

namespace stencil::contract {

const char* error_text(std::uint64_t code) {
  switch (code) {
    case ERROR_NONE:
      return "no error";
    case ERROR_ROWS:
      return "rows of the command are 0 or more than MEMORY_WORDS";
    case ERROR_COLS:
      return "COLS is 0 or larger than MAX_COLS";
    case ERROR_FIT:
      return "the block does not fit MEMORY_WORDS: rows*COLS, or (rows + NITER)*COLS of the last block of a chain";
    case ERROR_NITER:
      return "NITER is 0 or needs more than 32 bits";
    case ERROR_BUSY:
      return "job register or CHANGE written while a command is queued or in flight, or COMMAND written while the "
             "queue is full";
    case ERROR_DATA:
      return "a data burst was answered with SLVERR";
    case ERROR_BUFFER:
      return "the command names a buffer that does not exist";
    case ERROR_CHAIN:
      return "the command continues a chain that is not open, or begins one with no more rows than NITER";
    case ERROR_LINES:
      return "passes*beats of a skewed command is more than LINE_BEATS";
    case ERROR_TILE:
      return "a tile with above or below, with a number of slots outside TILE_SLOTS, an illegal slope, fewer than 3 "
             "rows or columns, or an edge that leaves 1 .. rows - 1 or 1 .. COLS - 1";
    case ERROR_KERNEL:
      return "the job selects a kernel that the device does not have";
    case ERROR_HELD:
      return "a burst met a buffer of a command, in the mode in which nothing is held";
    default:
      return "code that the contract does not know";
  }
}

}  // namespace stencil::contract
