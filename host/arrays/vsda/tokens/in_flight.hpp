// An operation between its begin and its end, as the token registry sees it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "host/arrays/vsda/tokens/used_memory.hpp"

namespace stencil {

class InFlight {
 public:
  virtual ~InFlight() = default;

  // The published name of the function that began it, for error texts.
  virtual const char* begun_by() const = 0;

  // True if end() would not wait. Throws DeviceError when MPI fails.
  virtual bool is_done() const = 0;

  // Calls `visit` with what MPI receives into, or sends from, the caller's arrays. Elements that travel through buffers
  // are not among it.
  virtual void visit_memory(const std::function<void(const UsedMemory&)>& /*visit*/) const {}

  // The caller's array that it fills; null: none is known.
  virtual const void* target() const { return nullptr; }

  // Waits for all messages. Throws ArgumentError when one is not as long as planned: the ranks disagree.
  virtual void end() = 0;
};

}  // namespace stencil
