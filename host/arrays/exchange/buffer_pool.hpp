// Buffers for packed messages, used again: the page faults of a fresh buffer cost as much as the copy into it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/mpi/call_lock.hpp"

namespace stencil {

// Keeps the buffers given back, up to a limit in bytes, and frees the oldest first. For threads that may call MPI.
class BufferPool {
 public:
  static constexpr std::int64_t default_limit_bytes = std::int64_t{256} << 20;

  explicit BufferPool(std::int64_t limit_bytes = default_limit_bytes) : limit_bytes_(limit_bytes) {}

  // A buffer on loan, which its destructor gives back to the pool. Its contents are undefined. A default one is empty.
  class Buffer {
   public:
    Buffer() = default;
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer();

    std::byte* get() const { return memory_.get(); }
    explicit operator bool() const { return memory_ != nullptr; }

   private:
    friend class BufferPool;
    BufferPool* pool_ = nullptr;
    std::unique_ptr<std::byte[]> memory_;
    std::int64_t bytes_ = 0;
  };

  // A buffer of at least `bytes` bytes: the smallest one kept that is at most twice as long, or a new one.
  // Throws std::bad_alloc.
  Buffer take(std::int64_t bytes);

  std::int64_t kept_bytes() const;

 private:
  struct Kept {
    std::unique_ptr<std::byte[]> memory;
    std::int64_t bytes = 0;
  };

  void give_back(std::unique_ptr<std::byte[]> memory, std::int64_t bytes) noexcept;

  std::int64_t limit_bytes_;
  mutable MpiCallLock lock_;
  std::vector<Kept> kept_;  // oldest first
  std::int64_t kept_bytes_ = 0;
};

// The pool of this process; never destroyed.
BufferPool& buffer_pool();

}  // namespace stencil
