// SPDX-License-Identifier: Apache-2.0
#include "host/c/matrices/shared_descriptor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <string>

#include "block_cyclic.h"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

constexpr std::size_t numbers = 8;  // words before the ranks: shape, blocks, sources, process grid

// The processes of the matrix's process grid, column by column, as ranks of the communicator around.
std::vector<int> ranks_around(const char* argument, const MatrixDescriptor& matrix, const GridContext& around) {
  std::vector<int> ranks;
  for (std::int64_t col = 0; col < matrix.layout.cols.procs(); ++col) {
    for (std::int64_t row = 0; row < matrix.layout.rows.procs(); ++row) {
      ranks.push_back(static_cast<int>(matrix.layout.rank_of(row, col)));
    }
  }
  if (matrix.comm == around.comm) return ranks;
  MPI_Group from = MPI_GROUP_NULL;
  MPI_Group to = MPI_GROUP_NULL;
  check_mpi(MPI_Comm_group(matrix.comm, &from), "MPI_Comm_group");
  check_mpi(MPI_Comm_group(around.comm, &to), "MPI_Comm_group");
  std::vector<int> translated(ranks.size());
  check_mpi(MPI_Group_translate_ranks(from, static_cast<int>(ranks.size()), ranks.data(), to, translated.data()),
            "MPI_Group_translate_ranks");
  check_mpi(MPI_Group_free(&from), "MPI_Group_free");
  check_mpi(MPI_Group_free(&to), "MPI_Group_free");
  const auto outside = std::find(translated.begin(), translated.end(), MPI_UNDEFINED);
  if (outside != translated.end()) {
    const auto process = static_cast<std::int64_t>(outside - translated.begin());
    const std::int64_t nprow = matrix.layout.rows.procs();
    throw ArgumentError(fmt::format(
        "{}: process ({}, {}) of the grid of CTXT_ is rank {} of its communicator and none of ictxt's, must "
        "be one of the {} ranks of ictxt's communicator",
        argument, process % nprow, process / nprow, ranks[static_cast<std::size_t>(process)], around.ranks));
  }
  return translated;
}

std::string text_of(const std::vector<std::int64_t>& words) {
  constexpr std::size_t most_ranks = 16;
  const auto ranks = words.begin() + numbers;
  const auto shown = std::min(words.end(), ranks + most_ranks);
  return fmt::format("{} x {} in blocks of {} x {} from ({}, {}) over {} x {} processes, ranks {}{}", words[0],
                     words[1], words[2], words[3], words[4], words[5], words[6], words[7], fmt::join(ranks, shown, " "),
                     shown == words.end() ? "" : " ...");
}

int rank_or_none(bool is_one, int rank) {
  return is_one ? rank : std::numeric_limits<int>::max();
}

}  // namespace

GivenMatrix::GivenMatrix(const char* argument, const std::int64_t* desc, const GridContext& around)
    : argument_(argument), around_(around) {
  check_pointer(argument, desc, "a descriptor made by descinit, or one whose CTXT_ is -1");
  if (desc[CTXT_] == -1) return;
  given_ = matrix_descriptor(argument, desc);
  const std::vector<int> ranks = ranks_around(argument, *given_, around);
  const CyclicAxis& rows = given_->layout.rows;
  const CyclicAxis& cols = given_->layout.cols;
  words_ = {rows.n(), cols.n(), rows.block(), cols.block(), rows.source(), cols.source(), rows.procs(), cols.procs()};
  words_.insert(words_.end(), ranks.begin(), ranks.end());
}

LocalMatrix GivenMatrix::share() const {
  // The lowest rank that has a descriptor sends its words to all.
  const int mine = rank_or_none(is_given(), around_.rank);
  int speaker = mine;
  check_mpi(MPI_Allreduce(&mine, &speaker, 1, MPI_INT, MPI_MIN, around_.comm), "MPI_Allreduce");
  const bool no_rank = speaker == rank_or_none(false, 0);
  together(around_.comm, [&] {
    if (!no_rank) return;
    throw ArgumentError(
        fmt::format("{}: CTXT_ = -1 on all ranks, must be a context on the processes of its grid", argument_));
  });
  auto length = static_cast<int>(words_.size());
  check_mpi(MPI_Bcast(&length, 1, MPI_INT, speaker, around_.comm), "MPI_Bcast");
  std::vector<std::int64_t> words = words_;
  words.resize(static_cast<std::size_t>(length));
  check_mpi(MPI_Bcast(words.data(), length, MPI_INT64_T, speaker, around_.comm), "MPI_Bcast");

  std::optional<LocalMatrix> matrix;
  together(around_.comm, [&] {
    matrix = from(words);
    const GridPlace place = matrix->layout.process_of(around_.rank);
    if (!is_given() && place.inside()) {
      throw ArgumentError(fmt::format(
          "{}: CTXT_ = -1 on rank {} of ictxt's communicator, must be a context there: it is process ({}, {}) "
          "of the grid that rank {} has",
          argument_, around_.rank, place.row, place.col, speaker));
    }
    if (is_given() && words_ != words) {
      throw ArgumentError(fmt::format("{}: rank {} of ictxt's communicator has {}; rank {} has {}; must be the same",
                                      argument_, speaker, text_of(words), around_.rank, text_of(words_)));
    }
  });
  return *matrix;
}

LocalMatrix GivenMatrix::from(const std::vector<std::int64_t>& words) const {
  const std::vector<std::int64_t> ranks(words.begin() + numbers, words.end());
  return {{CyclicAxis(words[0], words[2], words[4], words[6]), CyclicAxis(words[1], words[3], words[5], words[7]),
           grid_map(ranks, words[6], words[7], around_.ranks)},
          is_given() ? given_->lld : 1};
}

}  // namespace stencil
