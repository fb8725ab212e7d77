// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/buffer_pool.hpp"

#include <mutex>
#include <utility>

namespace stencil {

BufferPool::Buffer::Buffer(Buffer&& other) noexcept
    : pool_(other.pool_), memory_(std::move(other.memory_)), bytes_(other.bytes_) {}

BufferPool::Buffer& BufferPool::Buffer::operator=(Buffer&& other) noexcept {
  std::swap(pool_, other.pool_);
  std::swap(memory_, other.memory_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

BufferPool::Buffer::~Buffer() {
  if (memory_) pool_->give_back(std::move(memory_), bytes_);
}

BufferPool::Buffer BufferPool::take(std::int64_t bytes) {
  Buffer buffer;
  buffer.pool_ = this;
  {
    const std::lock_guard<MpiCallLock> guard(lock_);
    auto best = kept_.end();
    for (auto place = kept_.begin(); place != kept_.end(); ++place) {
      if (place->bytes < bytes || place->bytes / 2 > bytes) continue;
      if (best == kept_.end() || place->bytes < best->bytes) best = place;
    }
    if (best != kept_.end()) {
      buffer.memory_ = std::move(best->memory);
      buffer.bytes_ = best->bytes;
      kept_bytes_ -= best->bytes;
      kept_.erase(best);
      return buffer;
    }
  }
  buffer.memory_.reset(new std::byte[static_cast<std::size_t>(bytes)]);  // make_unique would set it to zero
  buffer.bytes_ = bytes;
  return buffer;
}

void BufferPool::give_back(std::unique_ptr<std::byte[]> memory, std::int64_t bytes) noexcept {
  if (bytes > limit_bytes_) return;
  const std::lock_guard<MpiCallLock> guard(lock_);
  while (kept_bytes_ + bytes > limit_bytes_) {
    kept_bytes_ -= kept_.front().bytes;
    kept_.erase(kept_.begin());
  }
  try {
    kept_.push_back({std::move(memory), bytes});
    kept_bytes_ += bytes;
  } catch (...) {
    // The list could not grow: the memory is freed instead.
  }
}

std::int64_t BufferPool::kept_bytes() const {
  const std::lock_guard<MpiCallLock> guard(lock_);
  return kept_bytes_;
}

BufferPool& buffer_pool() {
  static auto* const pool = new BufferPool;
  return *pool;
}

}  // namespace stencil
