// Transfers and steps that go on beyond the local part of an array that an update was given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stencil {

// Words behind or before the local part belong to no row of the array: no update fills them, and the program need not
// own their memory.
class LocalParts {
 public:
  // elemsize: bytes.
  void updated(const void* array, std::int64_t elements, std::int64_t elemsize);

  struct Found {
    std::int64_t words = 0;  // beyond the part
    std::string text;
  };
  // Of `words` numbers from `values` on, some of which lie in such a part.
  Found beyond(const double* values, std::int64_t words) const;

 private:
  struct Part {
    const std::byte* array;
    std::int64_t elements, elemsize;
  };
  std::vector<Part> parts_;
};

// Of this process; never destroyed.
LocalParts& local_parts();

}  // namespace stencil
