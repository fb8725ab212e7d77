// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/contract.hpp"

namespace stencil::contract {

const char* error_text(std::uint64_t code) {
  switch (code) {
    case ERROR_NONE:
      return "no error";
    case ERROR_ROWS:
      return "ROWS is 0 or larger than the memory";
    case ERROR_COLS:
      return "COLS is 0 or larger than MAX_COLS";
    case ERROR_FIT:
      return "ROWS*COLS is larger than MEMORY_WORDS";
    case ERROR_NITER:
      return "NITER is 0 or needs more than 32 bits";
    case ERROR_BUSY:
      return "command register written or start asked for while a command is pending or running";
    case ERROR_DATA:
      return "a data burst was answered with SLVERR";
    default:
      return "code that the contract does not know";
  }
}

}  // namespace stencil::contract
