// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/scale_job.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "host/arrays/rows/row_distribution.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/cli/lists.hpp"

namespace stencil {
namespace {

// VSDA's automatic distribution.
std::vector<std::int64_t> even_rows(std::int64_t rows, std::int64_t ranks) {
  std::vector<std::int64_t> owned(static_cast<std::size_t>(ranks), rows / ranks);
  for (std::int64_t rank = 0; rank < rows % ranks; ++rank) ++owned[static_cast<std::size_t>(rank)];
  return owned;
}

[[noreturn]] void refuse_rows(const ScaleJob& job, std::int64_t ranks, std::int64_t least) {
  const std::string given = job.weak ? fmt::format("--rows is {} for each of {} ranks", job.rows, ranks)
                                     : fmt::format("--rows is {} over {} ranks", job.rows, ranks);
  throw ArgumentError(fmt::format("{}, fewer than --stw {} on the last; must be at least {} rows", given,
                                  job.sweep.scheme.interval, least));
}

// The least number, of up to `most`, with which the grid can be made; no value: none.
template <class Make>
std::optional<std::int64_t> least_with(std::int64_t most, const Make& make) {
  const auto works = [&](std::int64_t number) {
    try {
      static_cast<void>(make(number));
      return true;
    } catch (const ArgumentError&) {
      return false;
    }
  };
  if (!works(most)) return std::nullopt;
  std::int64_t least = 3, enough = most;
  while (least < enough) {
    const std::int64_t middle = least + (enough - least) / 2;
    if (works(middle))
      enough = middle;
    else
      least = middle + 1;
  }
  return least;
}

}  // namespace

std::string kernel_name_of(const ScaleJob& job) {
  return job.tiles ? tiles_kernel : std::filesystem::path(job.kernel->name()).filename().string();
}

std::vector<std::int64_t> parse_rank_numbers(const std::string& text) {
  std::vector<std::int64_t> numbers;
  for (const std::string& part : parse_names("--ranks", text)) {
    const std::size_t dots = part.find("..");
    std::int64_t number = parse_integer(scale_ranks_range, part.substr(0, dots));
    const std::int64_t last =
        dots == std::string::npos ? number : parse_integer(scale_ranks_range, part.substr(dots + 2));
    if (last < number) throw ArgumentError(fmt::format("--ranks is '{}', must not end below its beginning", part));
    for (; number < last; number *= 2) numbers.push_back(number);
    numbers.push_back(last);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

Strips strips_of(const ScaleJob& job, std::int64_t ranks) {
  const std::int64_t rows = job.rows_on(ranks), stw = job.sweep.scheme.interval;
  if (job.sweep.distribution == Distribution::blocked) {
    if (ranks > 1 && rows / ranks < stw) refuse_rows(job, ranks, job.weak ? stw : stw * ranks);
    const std::vector<std::int64_t> owned = even_rows(rows, ranks);
    return job.sweep.place ? Strips::cut(owned, job.sweep.scheme.portion, stw) : Strips::blocked(owned, stw);
  }
  const std::int64_t strip = job.sweep.block_rows.value_or(default_strip_rows(rows, static_cast<int>(ranks), stw));
  const std::int64_t least = std::min(stw, rows);
  if (strip < least || strip > rows)
    throw ArgumentError(fmt::format("--strip-rows is {}, must be {} .. {} (--stw, which a halo needs, and the rows)",
                                    strip, least, rows));
  if (ranks > (rows + strip - 1) / strip) {
    const std::int64_t needed = (ranks - 1) * strip + 1;
    throw ArgumentError(
        fmt::format("--rows is {} in strips of {} on {} ranks: {} would have none; must be at least {} "
                    "rows",
                    rows, strip, ranks, counted(ranks - (rows + strip - 1) / strip, "rank"), needed));
  }
  return Strips::cyclic(rows, strip, static_cast<int>(ranks), std::min(stw, strip));
}

TileGrid grid_of(const ScaleJob& job, std::int64_t ranks) {
  const std::int64_t rows = job.rows_on(ranks), cols = job.cols_on(ranks);
  const auto make = [&](std::int64_t of_rows, std::int64_t of_cols) {
    return make_tile_grid(of_rows, of_cols, ranks, *job.tiles);
  };
  try {
    return make(rows, cols);
  } catch (const ArgumentError& error) {
    const std::int64_t most = std::int64_t{1} << 28;
    const std::string given = fmt::format("{} x {} on {}: {}", rows, cols, counted(ranks, "rank"), error.what());
    if (const auto least = least_with(most, [&](std::int64_t number) { return make(number, cols); }))
      throw ArgumentError(fmt::format("{}; must be at least {} rows", given, *least));
    if (const auto least = least_with(most, [&](std::int64_t number) { return make(rows, number); }))
      throw ArgumentError(fmt::format("{}; must be at least {} columns", given, *least));
    throw ArgumentError(given);
  }
}

}  // namespace stencil
