// A hash table from tokens to operations in flight. The token registry locks and checks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "host/arrays/vsda/checks/logged_operation.hpp"
#include "host/arrays/vsda/tokens/in_flight.hpp"
#include "host/arrays/vsda/tokens/posted_update.hpp"

namespace stencil {

// An operation in flight, or one to be used again.
struct TokenEntry {
  const void* token = nullptr;
  TokenEntry* next = nullptr;           // in its bucket, or in the list of spare entries
  std::unique_ptr<InFlight> operation;  // null: an update
  PostedUpdate update;
  std::unique_ptr<LoggedOperation> logged;  // null unless STENCIL_PARANOID is 1
};

// An entry keeps its address until it is given back, and is then used again, so that the table allocates only when more
// operations are in flight than ever before. Inline: an update can afford a few dozen instructions beside MPI's.
class TokenTable {
 public:
  static constexpr std::size_t first_buckets = 64;

  // The link to the token's entry, or a null link, which insert() makes point to a new entry. Valid until the next
  // insert().
  TokenEntry** find(const void* token) {
    TokenEntry** link = &buckets_[bucket(token)];
    while (*link != nullptr && (*link)->token != token) link = &(*link)->next;
    return link;
  }

  // @pre *link == nullptr, link = find(token)
  TokenEntry& insert(TokenEntry** link, const void* token) {
    if (spare_ == nullptr) spare_ = &entries_.emplace_back();
    TokenEntry* const entry = spare_;
    spare_ = entry->next;
    entry->token = token;
    entry->next = nullptr;
    *link = entry;
    set_size(size() + 1);
    if (size() > buckets_.size()) use_more_buckets();
    return *entry;
  }

  // Takes an entry out of the table; the caller has it until give_back().
  TokenEntry& remove(TokenEntry** link) {
    TokenEntry* const entry = *link;
    *link = entry->next;
    set_size(size() - 1);
    return *entry;
  }

  void give_back(TokenEntry& entry) {
    entry.next = spare_;
    spare_ = &entry;
  }

  // For threads without the registry's lock, too.
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }
  std::size_t entries_made() const { return entries_.size(); }

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const TokenEntry* entry : buckets_)
      for (; entry != nullptr; entry = entry->next) visit(*entry);
  }

 private:
  void set_size(std::size_t size) { size_.store(size, std::memory_order_relaxed); }
  std::size_t bucket(const void* token) const {
    // Fibonacci hashing, since tokens are often neighbours in one array. The upper half of the product is well mixed.
    const std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(token) * std::uint64_t{0x9E3779B97F4A7C15};
    return static_cast<std::size_t>(mixed >> 32) & (buckets_.size() - 1);
  }
  void use_more_buckets();

  std::vector<TokenEntry*> buckets_ = std::vector<TokenEntry*>(first_buckets, nullptr);  // a power of two of them
  TokenEntry* spare_ = nullptr;
  std::atomic<std::size_t> size_{0};
  std::deque<TokenEntry> entries_;
};

}  // namespace stencil
