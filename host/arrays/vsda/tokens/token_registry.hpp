// Operations in flight, found by the address of the caller's token.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "host/arrays/vsda/tokens/token_table.hpp"
#include "host/base/check.hpp"
#include "host/mpi/call_lock.hpp"

namespace stencil {

// The token's memory is never touched: what a caller left there proves nothing, and four MPI_Request have no room
// for their own number. So a token may not be moved while its operation is in flight: were it known by what it holds, a
// memory left behind by a token that has moved could not be told from one that is begun twice. Any number may be in
// flight. For threads that may call MPI.
class TokenRegistry {
 public:
  // Throws ArgumentError for a null token or one whose operation has not been ended.
  InFlight& begin(const void* token, std::unique_ptr<InFlight> operation);

  // The same for an update, which the registry keeps itself; the reference holds until the token is ended.
  PostedUpdate& begin_update(const void* token) {
    check_pointer("rq", token, "a token, memory of the caller's");
    const std::lock_guard<MpiCallLock> guard(lock_);
    return add(token).update;
  }

  // Waits for the operation and forgets both, whether or not that throws.
  // Throws ArgumentError for a null token, one ended already, or one never begun; then what waiting throws.
  void end(const void* token) {
    check_pointer("rq", token, "a token given to VSDA_Update_begin or VSDA_Copy");
    TokenEntry& entry = take(token);
    // However the waiting ends; and it is outside the lock, for it may depend on other threads' operations.
    struct GiveBack {
      TokenRegistry& registry;
      TokenEntry& entry;
      ~GiveBack() { registry.give_back(entry); }
    } const give_back_at_the_end{*this, entry};
    if (entry.operation != nullptr) return entry.operation->end();
    entry.update.wait();
  }

  std::size_t in_flight() const;

  // "2 operations never ended: VSDA_Copy with token 0x..., ..." (the first few), empty when there is none.
  std::string describe_in_flight() const;

 private:
  static constexpr std::size_t remembered_ended_tokens = 64;

  // Under the lock.
  TokenEntry& add(const void* token) {
    TokenEntry** const link = table_.find(token);
    if (*link != nullptr) refuse_busy(**link);
    return table_.insert(link, token);
  }

  TokenEntry& take(const void* token) {
    const std::lock_guard<MpiCallLock> guard(lock_);
    TokenEntry** const link = table_.find(token);
    if (*link == nullptr) refuse_unknown(token);
    ended_[next_ended_++ % remembered_ended_tokens] = token;
    return table_.remove(link);
  }

  void give_back(TokenEntry& entry) {
    entry.operation.reset();
    const std::lock_guard<MpiCallLock> guard(lock_);
    table_.give_back(entry);
  }

  [[noreturn]] static void refuse_busy(const TokenEntry& entry);
  [[noreturn]] void refuse_unknown(const void* token) const;

  mutable MpiCallLock lock_;
  TokenTable table_;
  // The latest, to tell a double end from a token never begun.
  std::array<const void*, remembered_ended_tokens> ended_{};
  std::size_t next_ended_ = 0;
};

// Never destroyed: MPI_Finalize may run from an atexit function, after all statics.
inline TokenRegistry& token_registry() {
  static auto* const registry = new TokenRegistry;
  return *registry;
}

}  // namespace stencil
