// A queue in one piece of memory, which it keeps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace stencil {

// First in, first out, as std::deque, which allocates and frees memory every few elements; a mask finds an element.
template <class T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  // index: from the front, below size().
  T& operator[](std::size_t index) { return slots_[(first_ + index) & mask_]; }
  const T& operator[](std::size_t index) const { return slots_[(first_ + index) & mask_]; }
  T& front() { return (*this)[0]; }
  const T& front() const { return (*this)[0]; }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }

  void push_back(const T& value) {
    if (size_ == slots_.size()) grow();
    slots_[(first_ + size_++) & mask_] = value;
  }
  void pop_front() {
    first_ = (first_ + 1) & mask_;
    --size_;
  }
  void clear() { first_ = size_ = 0; }

 private:
  void grow() {
    std::vector<T> larger(std::max<std::size_t>(4, 2 * slots_.size()));
    for (std::size_t k = 0; k < size_; ++k) larger[k] = std::move((*this)[k]);
    slots_ = std::move(larger);
    first_ = 0;
    mask_ = slots_.size() - 1;
  }

  std::vector<T> slots_;  // a power of 2, or none
  std::size_t mask_ = 0;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace stencil
