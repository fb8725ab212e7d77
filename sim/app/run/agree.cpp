// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/agree.hpp"

#include <fmt/format.h>

#include <memory>
#include <new>
#include <stdexcept>
#include <string>

namespace stencil {
namespace {

std::unique_ptr<Failure> failure_of(const std::function<void()>& work) {
  const auto no_memory = [](const char* why) {
    return std::make_unique<Failure>(Failure{exit_usage, std::string("out of memory: ") + why});
  };
  try {
    work();
  } catch (const std::bad_alloc&) {
    return no_memory("the problem does not fit; use a smaller one or more ranks");
  } catch (const std::length_error&) {
    return no_memory("the problem is larger than the address space");
  } catch (...) {
    return failure_of_current_exception();
  }
  return nullptr;
}

}  // namespace

void agree(MPI_Comm communicator, const std::function<void()>& work) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);

  const std::unique_ptr<Failure> mine = failure_of(work);
  int failures = mine ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, communicator);
  if (failures == 0) return;

  int speaker = mine ? rank : ranks;
  MPI_Allreduce(MPI_IN_PLACE, &speaker, 1, MPI_INT, MPI_MIN, communicator);
  Failure agreed = rank == speaker ? *mine : Failure{exit_device, ""};
  MPI_Bcast(&agreed.status, 1, MPI_INT, speaker, communicator);
  unsigned long length = agreed.text.size();
  MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, speaker, communicator);
  agreed.text.resize(length);
  MPI_Bcast(agreed.text.data(), static_cast<int>(length), MPI_CHAR, speaker, communicator);
  const bool named = failures < ranks || agreed.status != exit_usage;
  const std::string line = named ? fmt::format("rank {}: {}", speaker, agreed.text) : agreed.text;
  throw AgreedError(line, agreed, speaker, rank == speaker);
}

}  // namespace stencil
