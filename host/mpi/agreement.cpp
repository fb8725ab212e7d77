// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/agreement.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>

#include "host/mpi/check.hpp"

namespace stencil {
namespace {

constexpr int no_rank = std::numeric_limits<int>::max();

int rank_in(MPI_Comm comm) {
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  return rank;
}

struct Agreed {
  Failure failure;
  int speaker;
};

// Collective: the failure of the lowest rank with one, on every rank; empty if no rank has failed.
std::optional<Agreed> lowest_failure(MPI_Comm comm, const Failure* mine) {
  const int rank = rank_in(comm);
  const int own = mine != nullptr ? rank : no_rank;
  int speaker = no_rank;
  check_mpi(MPI_Allreduce(&own, &speaker, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  if (speaker == no_rank) return std::nullopt;
  Failure agreed = rank == speaker ? *mine : Failure{exit_device, ""};
  check_mpi(MPI_Bcast(&agreed.status, 1, MPI_INT, speaker, comm), "MPI_Bcast");
  share_text(comm, agreed.text, speaker);
  return Agreed{agreed, speaker};
}

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

void share_text(MPI_Comm comm, std::string& text, int from) {
  auto length = static_cast<int>(text.size());
  check_mpi(MPI_Bcast(&length, 1, MPI_INT, from, comm), "MPI_Bcast");
  text.resize(static_cast<std::size_t>(length));
  check_mpi(MPI_Bcast(text.data(), length, MPI_CHAR, from, comm), "MPI_Bcast");
}

void agree(MPI_Comm comm, const Failure* failure) {
  const std::optional<Agreed> agreed = lowest_failure(comm, failure);
  if (agreed) throw AgreedError(agreed->failure, agreed->speaker, rank_in(comm) == agreed->speaker);
}

void agree(MPI_Comm comm, const std::function<void()>& work) {
  const std::unique_ptr<Failure> mine = failure_of(work);
  const std::optional<Agreed> agreed = lowest_failure(comm, mine.get());
  if (!agreed) return;
  const auto& [failure, speaker] = *agreed;
  const int failed = mine ? 1 : 0;
  int all_failed = 0;
  check_mpi(MPI_Allreduce(&failed, &all_failed, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  const bool named = all_failed == 0 || failure.status != exit_usage;
  const std::string line = named ? fmt::format("rank {}: {}", speaker, failure.text) : failure.text;
  throw AgreedError(line, failure, speaker, rank_in(comm) == speaker);
}

void agree_on(MPI_Comm comm, const std::string& words, const char* what) {
  const auto hash = static_cast<std::uint64_t>(std::hash<std::string>{}(words));
  const std::uint64_t mine[2] = {hash, ~hash};
  std::uint64_t least[2] = {};
  check_mpi(MPI_Allreduce(mine, least, 2, MPI_UINT64_T, MPI_MIN, comm), "MPI_Allreduce");
  if (least[0] == ~least[1]) return;
  const int rank = rank_in(comm);
  std::uint64_t first = hash;
  check_mpi(MPI_Bcast(&first, 1, MPI_UINT64_T, 0, comm), "MPI_Bcast");
  const int mine_differs = hash != first ? rank : no_rank;
  int other = no_rank;
  check_mpi(MPI_Allreduce(&mine_differs, &other, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  std::string others_words = words;
  share_text(comm, others_words, other);
  const Failure failure{exit_usage, fmt::format("{} differ between the ranks; rank 0 has {}; rank {} has {}", what,
                                                words, other, others_words)};
  agree(comm, rank == 0 ? &failure : nullptr);
}

}  // namespace stencil
