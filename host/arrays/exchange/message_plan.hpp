// The elements a rank sends, receives and keeps in one collective operation: data, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/exchange/patch.hpp"

namespace stencil {

// The elements of one message, patch by patch. Both ends name the same elements in the same order.
struct Message {
  int peer = 0;
  std::vector<Patch> patches;

  std::int64_t elements() const;
};

// Elements that stay on the rank; both patches have the same shape.
struct KeptPart {
  Patch source;
  Patch target;
};

// Every kind of distribution reduces an operation to this; the code that moves data knows nothing else.
// At most one message goes from one rank to another. So MPI's order of messages between two ranks keeps apart the
// operations that all ranks begin in the same order, and none needs a tag of its own.
struct MessagePlan {
  std::vector<Message> sends;     // from the source array, by rising peer, never empty, never to oneself
  std::vector<Message> receives;  // into the target array, likewise
  std::vector<KeptPart> kept;
  // True: no element number is both read and written, so that source and target may be the same memory without copies.
  bool reads_and_writes_apart = false;
};

// The patches of the message to or from `peer`; inserts an empty message, in order of peers, where there is none.
std::vector<Patch>& patches_of(std::vector<Message>& messages, int peer);

}  // namespace stencil
