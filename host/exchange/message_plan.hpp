// Which elements a rank sends, receives and keeps in one collective operation: data, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/exchange/patch.hpp"

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

// What any kind of distribution reduces an operation to; the traffic code knows nothing else.
// At most one message goes from one rank to another: then MPI's order of messages between two ranks keeps operations
// apart that were begun in the same order everywhere, and no operation needs a tag of its own.
struct MessagePlan {
  std::vector<Message> sends;     // from the source array, by rising peer, never empty, never to oneself
  std::vector<Message> receives;  // into the target array, likewise
  std::vector<KeptPart> kept;
  // Says that no element number is both read and written, so that source and target may be one memory without copies.
  bool reads_and_writes_apart = false;
};

// The patches of the message to or from `peer`, which is put in its place where there is none yet.
std::vector<Patch>& patches_of(std::vector<Message>& messages, int peer);

}  // namespace stencil
