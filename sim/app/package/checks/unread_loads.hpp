// Finds loads that another load replaces, all of them and from elsewhere, before anything has read them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil {

// As where a program keeps the r of two fields in one place. Not lost are words that are loaded once more from where
// they were, or that are the same there, and loads that another one replaces in part: halo rows over old ones.
class UnreadLoads {
 public:
  struct Found {
    std::int64_t words = 0;  // 0: nothing
    std::string text;
  };

  // call: the number of the program's call.
  Found loaded(Bank bank, std::int64_t first, std::int64_t words, const double* values, std::int64_t call);
  // These words of f were read.
  void stored(std::int64_t first, std::int64_t words);
  // All words were read, or are not known any more.
  void forget() { loads_.clear(); }

 private:
  struct Load {
    Bank bank;
    std::int64_t first, end, call;
    const double* values;
    std::size_t digest;
  };

  void drop(Bank bank, std::int64_t first, std::int64_t end);

  std::vector<Load> loads_;
};

}  // namespace stencil
