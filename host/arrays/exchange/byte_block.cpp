// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/byte_block.hpp"

#include "host/base/check.hpp"

namespace stencil {
namespace {

MPI_Datatype chunks_and_rest(std::int64_t bytes, std::int64_t chunk_bytes) {
  const std::int64_t chunks = bytes / chunk_bytes;
  check_range("bytes in one message", bytes, 0, std::numeric_limits<int>::max() * chunk_bytes);
  MPI_Datatype chunk = MPI_DATATYPE_NULL;
  MPI_Datatype body = MPI_DATATYPE_NULL;
  MPI_Datatype whole = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_contiguous(static_cast<int>(chunk_bytes), MPI_BYTE, &chunk), "MPI_Type_contiguous");
  check_mpi(MPI_Type_contiguous(static_cast<int>(chunks), chunk, &body), "MPI_Type_contiguous");
  int lengths[] = {1, static_cast<int>(bytes % chunk_bytes)};
  MPI_Aint offsets[] = {0, static_cast<MPI_Aint>(chunks * chunk_bytes)};
  MPI_Datatype types[] = {body, MPI_BYTE};
  check_mpi(MPI_Type_create_struct(2, lengths, offsets, types, &whole), "MPI_Type_create_struct");
  check_mpi(MPI_Type_commit(&whole), "MPI_Type_commit");
  check_mpi(MPI_Type_free(&body), "MPI_Type_free");
  check_mpi(MPI_Type_free(&chunk), "MPI_Type_free");
  return whole;
}

}  // namespace

void ByteBlock::make_type(std::int64_t chunk_bytes) {
  type_ = chunks_and_rest(bytes_, chunk_bytes);
  count_ = 1;
}

ByteBlock::ByteBlock(ByteBlock&& other) noexcept : bytes_(other.bytes_), count_(other.count_), type_(other.type_) {
  other.type_ = MPI_BYTE;
}

std::int64_t ByteBlock::received_of_type(const MPI_Status& status) const {
  MPI_Count count = 0;
  check_mpi(MPI_Get_elements_x(&status, type_, &count), "MPI_Get_elements_x");
  return count;
}

}  // namespace stencil
