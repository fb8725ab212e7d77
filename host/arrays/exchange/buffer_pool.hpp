// Buffers for packed messages that are used again: the pages of a fresh one cost as much as the copy into it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/mpi/call_lock.hpp"

namespace stencil {

// Keeps what is given back, up to a limit in bytes, the latest first. For threads that may call MPI.
class BufferPool {
 public:
  static constexpr std::int64_t default_limit_bytes = std::int64_t{256} << 20;

  explicit BufferPool(std::int64_t limit_bytes = default_limit_bytes) : limit_bytes_(limit_bytes) {}

  // A buffer on loan: goes back to its pool when it is destroyed. Contents undefined. Empty if default-made.
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

  // At least `bytes` long; of those kept, the smallest that is not more than twice as long. Throws std::bad_alloc.
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

// The one of this process; never destroyed.
BufferPool& buffer_pool();

}  // namespace stencil
