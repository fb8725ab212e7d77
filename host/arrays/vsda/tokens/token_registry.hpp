// Operations in flight, found by the address of the caller's token.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "host/arrays/vsda/tokens/token_table.hpp"
#include "host/base/check.hpp"
#include "host/mpi/call_lock.hpp"

namespace stencil {

// The registry never touches the token's memory, since its contents prove nothing: a copy that a moved token left
// behind looks like a token begun twice, and four MPI_Request have no room for a number of ours. So a token must not
// move while its operation is in flight. Any number may be in flight. For threads that may call MPI.
class TokenRegistry {
 public:
  // Throws ArgumentError for a null token, or one whose operation is still in flight.
  InFlight& begin(const void* token, std::unique_ptr<InFlight> operation,
                  std::unique_ptr<LoggedOperation> logged = nullptr);

  // The same for an update, which the registry stores itself; the reference is valid until end().
  PostedUpdate& begin_update(const void* token, std::unique_ptr<LoggedOperation> logged = nullptr) {
    check_pointer("rq", token, "a token, memory of the caller's");
    const std::lock_guard<MpiCallLock> guard(lock_);
    TokenEntry& entry = add(token);
    entry.logged = std::move(logged);
    return entry.update;
  }

  // Waits for the operation and forgets it and its token, even where waiting throws.
  // Throws ArgumentError for a null token, one ended already, or one never begun, and the errors of waiting.
  void end(const void* token) {
    check_pointer("rq", token, "a token given to VSDA_Update_begin or VSDA_Copy");
    TokenEntry& entry = take(token);
    // A destructor, since waiting may throw. Waiting is outside the lock: it may depend on operations of other threads.
    struct GiveBack {
      TokenRegistry& registry;
      TokenEntry& entry;
      ~GiveBack() { registry.give_back(entry); }
    } const give_back_at_the_end{*this, entry};
    if (is_watched_) return end_watched(entry);
    if (entry.logged != nullptr) await(entry);
    if (entry.operation != nullptr) return entry.operation->end();
    entry.update.wait();
  }

  // From now on calls `watch` at the end of each update, for each neighbour: with the shadow edge that it has filled,
  // and the edge that was sent to it.
  using UpdateWatch = void (*)(const UsedMemory& shadow, const UsedMemory& edge);
  void watch_updates(UpdateWatch watch) {
    update_watch_ = watch;
    is_watched_ = true;
  }

  // From now on calls `begins` before each end, which may wait, and `ended` after it, unless it throws. is_update: it
  // is not that of a copy.
  using EndWatch = void (*)(bool is_update);
  void watch_ends(EndWatch begins, EndWatch ended) {
    end_begins_ = begins;
    ended_watch_ = ended;
    is_watched_ = true;
  }

  std::size_t in_flight() const;

  // Throws ArgumentError where bytes of the caller's array `name` are received by an operation in flight or, if they
  // are to be written, sent by one. A few instructions while nothing is in flight.
  void check_unused(const char* name, const void* array, std::int64_t bytes, bool written) const {
    if (table_.size() != 0) check_each(name, array, bytes, written);
  }

  // "2 operations never ended: VSDA_Copy with token 0x..., ...", at most four of them; empty when none is in flight.
  std::string describe_in_flight() const;

 private:
  static constexpr std::size_t remembered_ended_tokens = 64;

  // @pre the caller holds the lock
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
    entry.logged.reset();
    const std::lock_guard<MpiCallLock> guard(lock_);
    table_.give_back(entry);
  }

  void check_each(const char* name, const void* array, std::int64_t bytes, bool written) const;
  static void await(const TokenEntry& entry);
  void end_watched(TokenEntry& entry) const;
  [[noreturn]] static void refuse_busy(const TokenEntry& entry);
  [[noreturn]] void refuse_unknown(const void* token) const;

  mutable MpiCallLock lock_;
  TokenTable table_;
  bool is_watched_ = false;
  UpdateWatch update_watch_ = nullptr;
  EndWatch end_begins_ = nullptr, ended_watch_ = nullptr;
  // The tokens ended last, to tell a double end from a token never begun.
  std::array<const void*, remembered_ended_tokens> ended_{};
  std::size_t next_ended_ = 0;
};

// Never destroyed: MPI_Finalize may run from an atexit function, after the destructors of statics.
inline TokenRegistry& token_registry() {
  static auto* const registry = new TokenRegistry;
  return *registry;
}

}  // namespace stencil
