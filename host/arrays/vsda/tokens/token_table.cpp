// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/tokens/token_table.hpp"

#include <utility>

namespace stencil {

void TokenTable::use_more_buckets() {
  std::vector<TokenEntry*> before(2 * buckets_.size(), nullptr);
  before.swap(buckets_);
  for (TokenEntry* entry : before) {
    while (entry != nullptr) {
      TokenEntry*& head = buckets_[bucket(entry->token)];
      TokenEntry* const next = std::exchange(entry->next, head);
      head = entry;
      entry = next;
    }
  }
}

}  // namespace stencil
