// A SystemC simulation context per platform, so that a process may make several platforms at any time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

namespace stencil {

// SystemC keeps one current simulation context and refuses new modules once it runs. Each KernelContext holds a context
// that is not running yet; enter() makes it the current one, for building modules and for letting time pass.
// Everything built in it must be destroyed before it. Not for use from several threads.
class KernelContext {
 public:
  KernelContext() : context_(new sc_core::sc_simcontext) { enter(); }
  ~KernelContext() {
    if (sc_core::sc_curr_simcontext == context_)
      sc_core::sc_curr_simcontext = sc_core::sc_default_global_context = nullptr;
    delete context_;
  }
  KernelContext(const KernelContext&) = delete;
  KernelContext& operator=(const KernelContext&) = delete;

  void enter() const { sc_core::sc_curr_simcontext = sc_core::sc_default_global_context = context_; }

 private:
  sc_core::sc_simcontext* context_;
};

}  // namespace stencil
