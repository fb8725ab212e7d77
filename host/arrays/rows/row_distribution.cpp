// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/rows/row_distribution.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "host/arrays/exchange/traffic.hpp"
#include "host/arrays/rows/observed_exchange.hpp"
#include "host/arrays/strips/halo_plan.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/mpi/message_tags.hpp"

namespace stencil {
namespace {

constexpr std::int64_t piece_words = (std::int64_t{4} << 20) / static_cast<std::int64_t>(sizeof(double));

void check_rows_per_rank(std::int64_t rows, int ranks, std::int64_t stw) {
  check_range("--rows", rows, 1);
  check_range("--stw", stw, 0);
  const std::int64_t fewest = rows / ranks;
  if (ranks == 1 || fewest >= stw) return;
  const std::int64_t most_ranks = std::max<std::int64_t>(1, rows / stw);
  throw ArgumentError(
      fmt::format("--rows is {} over {} ranks: rank {} would own {}, fewer than --stw {}; must be at least {} "
                  "rows, or at most {}",
                  rows, ranks, ranks - 1, counted(fewest, "row"), stw, ranks * stw, counted(most_ranks, "rank")));
}

int rank_of(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank;
}

int size_of(MPI_Comm communicator) {
  int ranks = 1;
  MPI_Comm_size(communicator, &ranks);
  return ranks;
}

// VSDA distributes the rows.
Strips create_blocked(MPI_Comm communicator, std::int64_t rows, std::int64_t cols, std::int64_t stw,
                      const std::optional<std::int64_t>& most_strip_rows, VSDA* vsda) {
  check_range("--cols", cols, 1);
  const int ranks = size_of(communicator);
  check_rows_per_rank(rows, ranks, stw);
  std::vector<long> owned(static_cast<std::size_t>(ranks));
  VSDA_Create(communicator, VSDA_BLOCKED, 0, rows, cols * static_cast<long>(sizeof(double)), stw, nullptr, owned.data(),
              vsda);
  const std::vector<std::int64_t> rows_of_rank(owned.begin(), owned.end());
  return most_strip_rows ? Strips::cut(rows_of_rank, *most_strip_rows, stw) : Strips::blocked(rows_of_rank, stw);
}

Strips create_cyclic(MPI_Comm communicator, std::int64_t rows, std::int64_t cols, std::int64_t stw,
                     std::int64_t strip_rows) {
  check_range("--cols", cols, 1);
  const std::int64_t least = std::min(stw, rows);  // a single strip needs no halo
  if (strip_rows < least || strip_rows > rows) {
    throw ArgumentError(fmt::format("--strip-rows is {}, must be {} .. {} (--stw, which a halo needs, and --rows)",
                                    strip_rows, least, rows));
  }
  return Strips::cyclic(rows, strip_rows, size_of(communicator), std::min(stw, strip_rows));
}

}  // namespace

std::int64_t default_strip_rows(std::int64_t rows, int ranks, std::int64_t stw) {
  check_range("ranks", ranks, 1);
  return std::min(rows, std::max(stw, rows / (4 * std::int64_t{ranks})));
}

RowDistribution::RowDistribution(MPI_Comm communicator, std::int64_t rows, std::int64_t cols, std::int64_t stw,
                                 std::optional<std::int64_t> strip_rows, std::optional<std::int64_t> most_strip_rows)
    : communicator_(communicator),
      cols_(cols),
      rank_(rank_of(communicator)),
      strips_(strip_rows ? create_cyclic(communicator, rows, cols, stw, *strip_rows)
                         : create_blocked(communicator, rows, cols, stw, most_strip_rows, &vsda_)) {
  if (strip_rows || strips_.all().size() > static_cast<std::size_t>(strips_.ranks()))
    halos_ = std::make_shared<const PreparedPlan>(plan_halos(strips_, rank_));
}

RowDistribution::~RowDistribution() {
  if (vsda_.id != 0) VSDA_Destroy(&vsda_);
}

std::vector<Strip> RowDistribution::mine() const {
  std::vector<Strip> strips;
  for (const std::int64_t number : strips_.of(rank_)) strips.push_back(strips_[number]);
  return strips;
}

template <class Begin, class End>
void RowDistribution::observed_exchange(HostObserver* observer, Begin begin, End end) {
  const std::int64_t row_bytes = cols_ * static_cast<std::int64_t>(sizeof(double));
  if (observer != nullptr && !told_) told_ = plan_halos(strips_, rank_);
  stencil::observed_exchange(told_ ? &*told_ : nullptr, row_bytes, observer, begin, end);
}

void RowDistribution::exchange(double* memory, HostObserver* observer) {
  if (!halos_) {
    std::array<MPI_Request, 4> token{};
    observed_exchange(
        observer, [&] { VSDA_Update_begin(&vsda_, token.data(), memory); }, [&] { VSDA_Update_end(token.data()); });
    return;
  }
  VsdaTraffic traffic;
  auto* const bytes = reinterpret_cast<std::byte*>(memory);
  const std::int64_t row_bytes = cols_ * static_cast<std::int64_t>(sizeof(double));
  observed_exchange(
      observer, [&] { exchange_.begin(communicator_, halos_, row_bytes, bytes, bytes, traffic); },
      [&] { exchange_.end(); });
  traffic.updates = 1;
  add_traffic(traffic);
}

void RowDistribution::collect(const double* memory,
                              const std::function<void(std::int64_t, std::int64_t, const double*)>& sink) const {
  const std::int64_t piece_rows = std::max<std::int64_t>(1, piece_words / cols_);
  std::vector<double> piece;
  for (const Strip& strip : strips_.all()) {
    if (rank_ != 0 && rank_ != strip.rank) continue;
    for (std::int64_t done = 0; done < strip.owned; done += piece_rows) {
      const std::int64_t rows = std::min(piece_rows, strip.owned - done);
      const auto words = static_cast<int>(rows * cols_);
      const double* own = memory + (strip.at + strip.before + done) * cols_;
      if (rank_ != 0) {
        MPI_Send(own, words, MPI_DOUBLE, 0, collected_rows_tag, communicator_);
      } else if (strip.rank == 0) {
        sink(strip.first_row + done, rows, own);
      } else {
        piece.resize(static_cast<std::size_t>(words));
        MPI_Recv(piece.data(), words, MPI_DOUBLE, strip.rank, collected_rows_tag, communicator_, MPI_STATUS_IGNORE);
        sink(strip.first_row + done, rows, piece.data());
      }
    }
  }
}

}  // namespace stencil
