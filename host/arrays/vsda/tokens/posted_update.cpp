// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/tokens/posted_update.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"

namespace stencil {

bool PostedUpdate::is_done() const {
  for (std::size_t i = 0; i < neighbours_; ++i) {
    if (!has_ended(neighbour_[i].receive) || !has_ended(neighbour_[i].send)) return false;
  }
  return true;
}

void PostedUpdate::refuse_length(int peer, std::int64_t got) const {
  throw ArgumentError(
      fmt::format("message from rank {} = {} bytes, expected {}: "
                  "the operation or VSDA_Create had different arguments there",
                  peer, got, bytes_));
}

}  // namespace stencil
