// Addresses without memory, for code that computes with pointers and never dereferences one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// A range of `words` doubles; reading or writing any of them ends the program. Throws std::bad_alloc.
class AddressRange {
 public:
  explicit AddressRange(std::int64_t words);
  AddressRange(const AddressRange&) = delete;
  AddressRange& operator=(const AddressRange&) = delete;
  ~AddressRange();

  double* begin() const { return begin_; }

 private:
  double* begin_;
  std::int64_t words_;
};

}  // namespace stencil
