// A message plan with its copies worked out, as far as that needs no array.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/exchange/message_plan.hpp"

namespace stencil {

// Exchange::begin() carries it out, any number of times and on any arrays.
struct PreparedPlan {
  struct Packed {
    int peer = 0;
    std::int64_t elements = 0;
    bool in_place = false;  // the elements are consecutive from number `first` on, and need no buffer
    std::int64_t first = 0;
    ElementSpan span;
    std::vector<PatchCopy> copies;  // into the buffer of a send, out of that of a receive; empty where in_place
    std::vector<PatchCopy> staged;  // of a send in place: into a buffer, used where its elements are overwritten
  };
  struct Kept {
    std::int64_t elements = 0;
    PatchCopy copy;
    Patch source;  // source and target: for the copy through a buffer
    Patch target;
  };

  // Throws std::logic_error for a message without elements: its other end would not have planned it.
  explicit PreparedPlan(const MessagePlan& plan);

  // Bytes of the object and its lists.
  std::int64_t memory_bytes() const;

  std::vector<Packed> sends;
  std::vector<Packed> receives;
  std::vector<Kept> kept;
  bool reads_and_writes_apart;
  ElementSpan read;     // holds all elements sent or kept; empty where there are none
  ElementSpan written;  // holds all elements received or kept
};

}  // namespace stencil
