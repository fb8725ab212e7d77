// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/agreement.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

#include "host/mpi/check.hpp"

namespace stencil {

void share_text(MPI_Comm comm, std::string& text, int from) {
  auto length = static_cast<int>(text.size());
  check_mpi(MPI_Bcast(&length, 1, MPI_INT, from, comm), "MPI_Bcast");
  text.resize(static_cast<std::size_t>(length));
  check_mpi(MPI_Bcast(text.data(), length, MPI_CHAR, from, comm), "MPI_Bcast");
}

void agree(MPI_Comm comm, const Failure* failure) {
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  constexpr int nobody = std::numeric_limits<int>::max();
  const int mine = failure != nullptr ? rank : nobody;
  int speaker = nobody;
  check_mpi(MPI_Allreduce(&mine, &speaker, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  if (speaker == nobody) return;
  Failure agreed = rank == speaker ? *failure : Failure{exit_device, ""};
  check_mpi(MPI_Bcast(&agreed.status, 1, MPI_INT, speaker, comm), "MPI_Bcast");
  share_text(comm, agreed.text, speaker);
  throw AgreedError(agreed, speaker, rank == speaker);
}

void agree_on(MPI_Comm comm, const std::string& words, const char* what) {
  const auto hash = static_cast<std::uint64_t>(std::hash<std::string>{}(words));
  const std::uint64_t mine[2] = {hash, ~hash};
  std::uint64_t least[2] = {};
  check_mpi(MPI_Allreduce(mine, least, 2, MPI_UINT64_T, MPI_MIN, comm), "MPI_Allreduce");
  if (least[0] == ~least[1]) return;
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  std::uint64_t first = hash;
  check_mpi(MPI_Bcast(&first, 1, MPI_UINT64_T, 0, comm), "MPI_Bcast");
  constexpr int nobody = std::numeric_limits<int>::max();
  const int mine_differs = hash != first ? rank : nobody;
  int other = nobody;
  check_mpi(MPI_Allreduce(&mine_differs, &other, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  std::string others_words = words;
  share_text(comm, others_words, other);
  const Failure failure{exit_usage, fmt::format("{} differ between the ranks; rank 0 has {}; rank {} has {}", what,
                                                words, other, others_words)};
  agree(comm, rank == 0 ? &failure : nullptr);
}

}  // namespace stencil
