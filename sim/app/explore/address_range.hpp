// Addresses without memory behind them, for code that computes with pointers and never follows one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// Room for `words` doubles; reading or writing one ends the program. Throws std::bad_alloc.
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
