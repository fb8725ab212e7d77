// The count and datatype under which MPI moves a run of bytes, also one longer than an int can count.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <limits>

#include "host/mpi/check.hpp"

namespace stencil {

// Up to `limit_bytes` the type is MPI_BYTE; above, one derived type of whole chunks and a rest, with count 1. The type
// signature is bytes either way. Owns the derived type; may be destroyed while MPI still uses the type.
class ByteBlock {
 public:
  static constexpr std::int64_t default_limit_bytes = std::numeric_limits<int>::max();
  static constexpr std::int64_t default_chunk_bytes = std::int64_t{1} << 20;

  // Throws ArgumentError above INT_MAX chunks (2 PiB), DeviceError when MPI fails. Only tests lower the limits.
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

  // Bytes that a receive of this type got.
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
