// A run of bytes as MPI wants it: a count and a datatype, for runs longer than an int can count too.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <limits>

#include "host/mpi/check.hpp"

namespace stencil {

// Up to `limit_bytes` the type is MPI_BYTE; beyond, one derived type of whole chunks and a rest, with count 1.
// The signature is bytes either way. Owns the derived type and may be destroyed while MPI still uses it.
class ByteBlock {
 public:
  static constexpr std::int64_t default_limit_bytes = std::numeric_limits<int>::max();
  static constexpr std::int64_t default_chunk_bytes = std::int64_t{1} << 20;

  // Throws ArgumentError above INT_MAX chunks (2 PiB), DeviceError when MPI refuses. The limits are a test's to lower.
  explicit ByteBlock(std::int64_t bytes, std::int64_t limit_bytes = default_limit_bytes,
                     std::int64_t chunk_bytes = default_chunk_bytes)
      : bytes_(bytes), count_(static_cast<int>(bytes)) {
    if (bytes > limit_bytes) make_type(chunk_bytes);
  }
  ~ByteBlock() {
    if (type_ != MPI_BYTE) MPI_Type_free(&type_);
  }
  ByteBlock(ByteBlock&& other) noexcept;
  ByteBlock(const ByteBlock&) = delete;
  ByteBlock& operator=(const ByteBlock&) = delete;
  ByteBlock& operator=(ByteBlock&&) = delete;

  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }
  std::int64_t bytes() const { return bytes_; }

  // Bytes that a receive into such a block really got.
  std::int64_t received_bytes(const MPI_Status& status) const {
    if (type_ != MPI_BYTE) return received_of_type(status);
    int count = 0;
    check_mpi(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
    return count;
  }

 private:
  void make_type(std::int64_t chunk_bytes);
  std::int64_t received_of_type(const MPI_Status& status) const;

  std::int64_t bytes_;
  int count_ = 0;
  MPI_Datatype type_ = MPI_BYTE;
};

}  // namespace stencil
