// The memory of the host that a datum has there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#pragma GCC visibility push(default)
namespace stencil {

// Words that no other claim of the process may have while this one lives: with two data on the same words, a copy or a
// stage would change both, and one of them would still be marked right where it is stale. A user's own kind of datum
// may have one too. Any thread may make and destroy claims at any time.
class HostClaim {
 public:
  // words < 2^60; none claim nothing, and `first` may be null then.
  // Throws ArgumentError if one of the words is claimed already, naming both owners and the bytes they share.
  [[nodiscard]] HostClaim(const std::string& name, const double* first, std::int64_t words);
  ~HostClaim();
  HostClaim(const HostClaim&) = delete;
  HostClaim& operator=(const HostClaim&) = delete;

 private:
  std::uintptr_t first_ = 0;  // 0: claims nothing
};

}  // namespace stencil
#pragma GCC visibility pop
