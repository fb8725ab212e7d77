// Root may read and write everything, so the process becomes another user for a while.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

namespace stencil::testing_support {

// Changes nothing where the process is not root's.
class Unprivileged {
 public:
  Unprivileged() : applies_(::geteuid() == 0) {
    if (applies_) become(65534);
  }
  ~Unprivileged() {
    if (applies_) become(0);
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;

 private:
  static void become(uid_t user) { EXPECT_EQ(::seteuid(user), 0); }

  bool applies_;
};

}  // namespace stencil::testing_support
