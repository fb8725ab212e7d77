// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "sim/app/package/checks/step_rows.hpp"

namespace stencil {
namespace {

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

// Numbers only, as messages have them. step: index of a step.
struct HaloRow {
  std::int64_t step = none, row = none, digest = 0, asker = 0, number = 0;
  auto place() const { return std::tie(step, row, asker); }
};
constexpr int halo_words = 5;
static_assert(sizeof(HaloRow) == halo_words * sizeof(std::int64_t));

// Rows beside each other that some rank had, with the words of wrong ones, each `shift` rows further than these.
// Better ones are less: more of the rows, then the same rows of the field, later before earlier, of the owner, near.
struct Likeness {
  std::int64_t unlike = none, shifted = 0, age = 0, other_rank = 0, distance = 0;
  std::int64_t rank = 0, step = 0, first = 0, last = 0, shift = 0, is_owned = 0, ended = 0;
  std::int64_t is_one_of_several = 0;  // with other shifts
  auto order() const { return std::tie(unlike, shifted, age, other_rank, distance, rank); }

  void take(const Likeness& other) {
    const bool several = unlike == other.unlike && unlike != none &&
                         (shift != other.shift || is_one_of_several != 0 || other.is_one_of_several != 0);
    if (other.order() < order()) *this = other;
    if (several) is_one_of_several = 1;
  }
};
constexpr int likeness_words = 13;
static_assert(sizeof(Likeness) == likeness_words * sizeof(std::int64_t));

template <typename Value>
std::vector<Value> gathered(MPI_Comm communicator, const Value& own, int words) {
  int ranks = 1;
  MPI_Comm_size(communicator, &ranks);
  std::vector<Value> all(static_cast<std::size_t>(ranks));
  MPI_Allgather(&own, words, MPI_INT64_T, all.data(), words, MPI_INT64_T, communicator);
  return all;
}

// How many steps all ranks have kept, each with as many sweeps as on the other ranks.
std::int64_t common_steps(MPI_Comm communicator, std::int64_t steps, bool takes_part, const StepRows* own) {
  std::int64_t kept = !takes_part ? steps : own == nullptr ? 0 : static_cast<std::int64_t>(own->steps().size());
  kept = std::min(kept, steps);
  MPI_Allreduce(MPI_IN_PLACE, &kept, 1, MPI_INT64_T, MPI_MIN, communicator);
  const auto count = static_cast<std::size_t>(kept);
  std::vector<std::int64_t> least(2 * count, none);
  for (std::size_t i = 0; i < count && takes_part; ++i) {
    least[i] = own->steps()[i].sweeps;
    least[count + i] = -least[i];
  }
  MPI_Allreduce(MPI_IN_PLACE, least.data(), static_cast<int>(2 * count), MPI_INT64_T, MPI_MIN, communicator);
  for (std::size_t i = 0; i < count; ++i)
    if (least[i] != -least[count + i]) return static_cast<std::int64_t>(i);
  return kept;
}

const OwnedRows* owner_of(const std::vector<OwnedRows>& all, std::int64_t row) {
  auto after = std::upper_bound(all.begin(), all.end(), row,
                                [](std::int64_t number, const OwnedRows& one) { return number < one.first; });
  if (after == all.begin()) return nullptr;
  const OwnedRows& before = *--after;
  return row < before.first + before.rows ? &before : nullptr;
}

// Brings each rank the halo rows of others that it owns.
std::vector<HaloRow> brought_to_owners(MPI_Comm communicator, const std::vector<OwnedRows>& all, std::int64_t steps,
                                       const StepRows* own) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  std::vector<std::vector<HaloRow>> to(static_cast<std::size_t>(ranks));
  for (std::int64_t i = 0; own != nullptr && i < steps; ++i) {
    const StepRows::Step& step = own->steps()[static_cast<std::size_t>(i)];
    for (std::size_t at = 0; at < step.before.size(); ++at) {
      const std::int64_t row = step.first + static_cast<std::int64_t>(at);
      const OwnedRows* const owner = step.owns(row) ? nullptr : owner_of(all, row);
      if (owner != nullptr && owner->rank != rank)
        to[static_cast<std::size_t>(owner->rank)].push_back({i, row, step.before[at], rank, step.number});
    }
  }
  std::vector<int> sent(to.size()), sent_at(to.size()), got(to.size()), got_at(to.size());
  std::vector<HaloRow> sends;
  for (std::size_t i = 0; i < to.size(); ++i) {
    sent_at[i] = halo_words * static_cast<int>(sends.size());
    sent[i] = halo_words * static_cast<int>(to[i].size());
    sends.insert(sends.end(), to[i].begin(), to[i].end());
  }
  MPI_Alltoall(sent.data(), 1, MPI_INT, got.data(), 1, MPI_INT, communicator);
  int words = 0;
  for (std::size_t i = 0; i < got.size(); ++i) got_at[i] = std::exchange(words, words + got[i]);
  std::vector<HaloRow> rows(static_cast<std::size_t>(words / halo_words));
  MPI_Alltoallv(sends.data(), sent.data(), sent_at.data(), MPI_INT64_T, rows.data(), got.data(), got_at.data(),
                MPI_INT64_T, communicator);
  return rows;
}

// Those from the first on that its asker had wrong in the same step, without a gap. wrong: of the owner `rank`.
std::vector<HaloRow> run_from(const HaloRow& first, std::vector<HaloRow> wrong) {
  std::sort(wrong.begin(), wrong.end(), [](const HaloRow& a, const HaloRow& b) { return a.row < b.row; });
  std::vector<HaloRow> run;
  for (const HaloRow& one : wrong) {
    const auto next = first.row + static_cast<std::int64_t>(run.size());
    if (one.step == first.step && one.asker == first.asker && one.row == next) run.push_back(one);
  }
  return run;
}

// The rows of this rank that are most like them: of those that it owned when a step began, and of all that a step left.
class LikeRows {
 public:
  LikeRows(const std::vector<HaloRow>& run, int rank, std::int64_t owner) : run_(run), rank_(rank), owner_(owner) {}

  Likeness among(const StepRows& own) {
    const auto last = std::min(run_.front().step, static_cast<std::int64_t>(own.steps().size()) - 1);
    for (std::int64_t i = 0; i <= last; ++i) {
      const StepRows::Step& step = own.steps()[static_cast<std::size_t>(i)];
      look(step, i, false);
      if (i < run_.front().step) look(step, i, true);
    }
    return best_;
  }

 private:
  void look(const StepRows::Step& step, std::int64_t i, bool ended) {
    const std::vector<std::int64_t>& rows = ended ? step.after : step.before;
    const std::int64_t above = run_.front().row - step.first;
    const auto count = static_cast<std::int64_t>(rows.size()), wrong = static_cast<std::int64_t>(run_.size());
    for (std::int64_t shift = -above - wrong + 1; shift < count - above; ++shift) {
      std::int64_t first = -1, last = -1, same = 0;
      for (std::int64_t k = 0; k < wrong; ++k) {
        const std::int64_t at = above + shift + k, row = step.first + at;
        if (at < 0 || at >= count || rows[static_cast<std::size_t>(at)] != run_[static_cast<std::size_t>(k)].digest)
          continue;
        if (!ended && !step.owns(row)) continue;
        if (same++ == 0) first = row;
        last = row;
      }
      if (same == 0 || last - first != same - 1) continue;
      best_.take({wrong - same, shift != 0 ? 1 : 0, 2 * (run_.front().step - i) - (ended ? 1 : 0),
                  rank_ == owner_               ? 0
                  : rank_ == run_.front().asker ? 1
                                                : 2,
                  std::abs(shift), rank_, step.number, first, last, shift, step.owns(first) && step.owns(last) ? 1 : 0,
                  ended ? 1 : 0, 0});
    }
  }

  const std::vector<HaloRow>& run_;
  int rank_;
  std::int64_t owner_;
  Likeness best_;
};

std::string halo_rows_text(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("row {}", first) : fmt::format("rows {} .. {}", first, last);
}

std::string text_of(const Likeness& like, const std::vector<HaloRow>& run) {
  const bool one = run.size() == 1;
  if (like.unlike == none) return fmt::format("{} no row of any step", one ? "it holds" : "they hold");
  const std::string rows = halo_rows_text(like.first, like.last);
  const bool part = like.unlike != 0, single = like.first == like.last;
  std::string text = part ? fmt::format("{} {}", halo_rows_text(like.first - like.shift, like.last - like.shift),
                                        single ? "holds" : "hold")
                          : std::string(one ? "it holds" : "they hold");
  if (like.ended == 0)
    text +=
        fmt::format(" {}, as rank {} had {} when step {} began", rows, like.rank, single ? "it" : "them", like.step);
  else if (like.is_owned != 0)
    text += fmt::format(" {}, as step {} of rank {} left {}", rows, like.step, like.rank, single ? "it" : "them");
  else if (like.rank == run.front().asker && like.shift == 0)
    text += fmt::format(" what step {} of this rank left there", like.step);
  else
    text += fmt::format(" {}, {} of rank {}, as step {} left {} there", rows, single ? "a halo row" : "halo rows",
                        like.rank, like.step, single ? "it" : "them");
  if (like.is_one_of_several != 0) text += " (other rows had the same words)";
  const bool is_left = like.ended != 0 && like.is_owned == 0 && like.rank == run.front().asker && like.shift == 0;
  return text + (is_left ? ": is an update missing?" : "");
}

}  // namespace

void compare_halo_rows(MPI_Comm communicator, const std::vector<OwnedRows>& all, const StepRows* own,
                       Coverage& coverage) {
  if (all.size() < 2) return;
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  const bool takes_part = std::any_of(all.begin(), all.end(), [&](const OwnedRows& one) { return one.rank == rank; });
  if (!takes_part) own = nullptr;
  const std::int64_t steps = common_steps(communicator, all.front().steps, takes_part, own);
  std::vector<HaloRow> wrong;
  for (const HaloRow& halo : brought_to_owners(communicator, all, steps, own)) {
    const StepRows::Step& step = own->steps()[static_cast<std::size_t>(halo.step)];
    if (step.before[static_cast<std::size_t>(halo.row - step.first)] != halo.digest) wrong.push_back(halo);
  }
  auto count = static_cast<std::int64_t>(wrong.size());
  MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT64_T, MPI_SUM, communicator);
  if (rank == 0) coverage.uncompared_steps += all.front().steps - steps;
  if (count == 0) return;
  HaloRow first;
  for (const HaloRow& one : wrong)
    if (one.place() < first.place()) first = one;
  for (const HaloRow& one : gathered(communicator, first, halo_words))
    if (one.place() < first.place()) first = one;
  const int owner = owner_of(all, first.row)->rank;
  std::vector<HaloRow> run;
  if (rank == owner) run = run_from(first, wrong);
  auto words = static_cast<int>(run.size()) * halo_words;
  MPI_Bcast(&words, 1, MPI_INT, owner, communicator);
  run.resize(static_cast<std::size_t>(words / halo_words));
  MPI_Bcast(run.data(), words, MPI_INT64_T, owner, communicator);
  Likeness best;
  const Likeness mine = own == nullptr ? Likeness{} : LikeRows(run, rank, owner).among(*own);
  for (const Likeness& one : gathered(communicator, mine, likeness_words)) best.take(one);
  if (rank != 0) return;
  coverage.wrong_halo_rows += count;
  const bool single = run.size() == 1;
  fmt::print(stderr,
             "stencil: rank {}: stencil_step_begin: warning: {} of the field, {} in step {}, {} not as rank {}, which "
             "owns {}, had {} when that step began there: {}\n",
             first.asker, halo_rows_text(first.row, run.back().row), single ? "a halo row" : "halo rows", first.number,
             single ? "is" : "are", owner, single ? "it" : "them", single ? "it" : "them", text_of(best, run));
}

}  // namespace stencil
