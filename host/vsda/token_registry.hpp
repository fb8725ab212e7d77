// Operations in flight, found by the address of the caller's token.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "host/vsda/in_flight.hpp"

namespace stencil {

// The token's memory is never touched: what a caller left there proves nothing, and four MPI_Request have no room
// for their own number.
class TokenRegistry {
 public:
  // Throws ArgumentError for a null token or one whose operation has not been ended.
  InFlight& begin(const void* token, std::unique_ptr<InFlight> operation);

  // Waits for the operation and forgets both, whether or not that throws.
  // Throws ArgumentError for a null token, one ended already, or one never begun; then what Operation::end throws.
  void end(const void* token);

  std::size_t in_flight() const;

  // "2 operations never ended: VSDA_Copy with token 0x..., ..." (the first few), empty when there is none.
  std::string describe_in_flight() const;

 private:
  using Operations = std::unordered_map<const void*, std::unique_ptr<InFlight>>;
  static constexpr std::size_t remembered_ended_tokens = 64;

  std::unique_ptr<InFlight> take(const void* token);

  mutable std::mutex mutex_;
  Operations operations_;
  // The latest, to tell a double end from a token never begun.
  std::array<const void*, remembered_ended_tokens> ended_{};
  std::size_t next_ended_ = 0;
};

TokenRegistry& token_registry();

}  // namespace stencil
