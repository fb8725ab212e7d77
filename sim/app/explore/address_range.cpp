// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/address_range.hpp"

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace stencil {
namespace {

std::size_t bytes(std::int64_t words) {
  return static_cast<std::size_t>(words) * sizeof(double);
}

}  // namespace

AddressRange::AddressRange(std::int64_t words) : words_(words) {
  void* range = mmap(nullptr, bytes(words), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<double*>(range);
}

AddressRange::~AddressRange() {
  munmap(begin_, bytes(words_));
}

}  // namespace stencil
