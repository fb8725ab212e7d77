// An operation between its begin and its end, as the token registry sees it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

class InFlight {
 public:
  virtual ~InFlight() = default;

  // The published name of the function that began it, for error texts.
  virtual const char* begun_by() const = 0;

  // True if end() would not wait. Throws DeviceError when MPI fails.
  virtual bool is_done() const = 0;

  // Waits for all messages. Throws ArgumentError when one is not as long as planned: the ranks disagree.
  virtual void end() = 0;
};

}  // namespace stencil
