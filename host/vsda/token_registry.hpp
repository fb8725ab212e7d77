// Operations in flight, found by the address of the caller's token.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "host/vsda/operation.hpp"

namespace stencil {

// The token's memory is never touched: what a caller left there proves nothing, and four MPI_Request have no room
// for their own number.
class TokenRegistry {
 public:
  // Throws ArgumentError for a null token or one whose operation has not been ended.
  Operation& begin(const void* token, OperationKind kind);

  // Removes the operation and hands it out, to be waited for outside the lock.
  // Throws ArgumentError for a null token, one ended already, or one never begun.
  std::unique_ptr<Operation> end(const void* token);

  std::size_t in_flight() const;

  // "2 operations never ended: VSDA_Copy with token 0x..., ..." (the first few), empty when there is none.
  std::string describe_in_flight() const;

 private:
  static constexpr std::size_t remembered_ended_tokens = 64;

  mutable std::mutex mutex_;
  std::unordered_map<const void*, std::unique_ptr<Operation>> operations_;
  std::deque<const void*> ended_;  // the latest, to tell a double end from a token never begun
};

TokenRegistry& token_registry();

}  // namespace stencil
