// SPDX-License-Identifier: Apache-2.0
#include "sim/run/agree.hpp"

#include <fmt/format.h>

#include <new>
#include <stdexcept>

namespace stencil {
namespace {

std::string failure_text(const std::function<void()>& work) {
  try {
    work();
  } catch (const ArgumentError& error) {
    return error.what();
  } catch (const std::bad_alloc&) {
    return "out of memory: the problem does not fit; use a smaller one or more ranks";
  } catch (const std::length_error&) {
    return "out of memory: the problem is larger than the address space";
  }
  return {};
}

}  // namespace

void agree(MPI_Comm communicator, const std::function<void()>& work) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);

  std::string text = failure_text(work);
  const bool failed = !text.empty();
  int failures = failed ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, communicator);
  if (failures == 0) return;

  int speaker = failed ? rank : ranks;
  MPI_Allreduce(MPI_IN_PLACE, &speaker, 1, MPI_INT, MPI_MIN, communicator);
  if (rank == speaker && failures < ranks) text = fmt::format("rank {}: {}", rank, text);
  unsigned long length = text.size();
  MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, speaker, communicator);
  text.resize(length);
  MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, speaker, communicator);
  throw AgreedError(text);
}

}  // namespace stencil
