// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "sim/app/package/checks/steps/like_rows.hpp"
#include "sim/app/package/checks/steps/step_rows.hpp"

namespace stencil {
namespace {

template <typename Value>
std::vector<Value> gathered(MPI_Comm communicator, const Value& own, int words) {
  int ranks = 1;
  MPI_Comm_size(communicator, &ranks);
  std::vector<Value> all(static_cast<std::size_t>(ranks));
  MPI_Allgather(&own, words, MPI_INT64_T, all.data(), words, MPI_INT64_T, communicator);
  return all;
}

// How many steps all ranks have kept, each over the same array and with as many sweeps as on the other ranks.
std::int64_t common_steps(MPI_Comm communicator, std::int64_t steps, bool takes_part, const StepRows* own) {
  std::int64_t kept = !takes_part ? steps : own == nullptr ? 0 : static_cast<std::int64_t>(own->steps().size());
  kept = std::min(kept, steps);
  MPI_Allreduce(MPI_IN_PLACE, &kept, 1, MPI_INT64_T, MPI_MIN, communicator);
  const auto count = static_cast<std::size_t>(kept);
  std::vector<std::int64_t> least(4 * count, no_number);
  for (std::size_t i = 0; i < count && takes_part; ++i) {
    least[4 * i] = own->steps()[i].sweeps;
    least[4 * i + 1] = -own->steps()[i].sweeps;
    least[4 * i + 2] = own->steps()[i].array;
    least[4 * i + 3] = -own->steps()[i].array;
  }
  MPI_Allreduce(MPI_IN_PLACE, least.data(), static_cast<int>(4 * count), MPI_INT64_T, MPI_MIN, communicator);
  for (std::size_t i = 0; i < count; ++i)
    if (least[4 * i] != -least[4 * i + 1] || least[4 * i + 2] != -least[4 * i + 3]) return static_cast<std::int64_t>(i);
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
    for (const StepRows::Rows& part : step.parts) {
      for (std::size_t at = 0; at < part.before.size(); ++at) {
        const std::int64_t row = part.first + static_cast<std::int64_t>(at);
        // Of strips, halo rows may belong to another one of this rank.
        const OwnedRows* const owner = part.owns(row) ? nullptr : owner_of(all, row);
        if (owner != nullptr)
          to[static_cast<std::size_t>(owner->rank)].push_back({i, row, part.before[at], rank, step.number});
      }
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

// Of all ranks' rows those that are most like these. On all ranks.
Likeness most_like_anywhere(MPI_Comm communicator, const std::vector<HaloRow>& run, const StepRows* own, int owner) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  Likeness best;
  const Likeness mine = own == nullptr ? Likeness{} : most_like(run, *own, rank, owner);
  for (const Likeness& one : gathered(communicator, mine, likeness_words)) best.take(one);
  return best;
}

// Of the rows that this likeness leaves out the first ones without a gap.
std::vector<HaloRow> left_out(const Likeness& like, const std::vector<HaloRow>& run) {
  std::vector<HaloRow> rest;
  if (like.unlike == no_number) return rest;
  for (const HaloRow& one : run) {
    const bool is_like = one.row >= like.first - like.shift && one.row <= like.last - like.shift;
    if (!is_like && (rest.empty() || one.row == rest.back().row + 1)) rest.push_back(one);
  }
  return rest;
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
    const StepRows::Rows* const part = step.owner_of(halo.row);
    if (part == nullptr || part->before[static_cast<std::size_t>(halo.row - part->first)] != halo.digest)
      wrong.push_back(halo);
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
  const Likeness best = most_like_anywhere(communicator, run, own, owner);
  const std::vector<HaloRow> rest = left_out(best, run);
  Likeness others;
  if (!rest.empty()) others = most_like_anywhere(communicator, rest, own, owner);
  if (rank != 0) return;
  std::string text = text_of(best, run);
  if (!rest.empty() && others.unlike != no_number)
    text = fmt::format("{}; {}", text_of(others, run), text);  // the longer one may end with a question
  coverage.wrong_halo_rows += count;
  const bool single = run.size() == 1;
  fmt::print(stderr,
             "stencil: rank {}: stencil_step_begin: warning: {} of the field, {} in step {}, {} not as rank {}, which "
             "owns {}, had {} when that step began there: {}\n",
             first.asker, halo_rows_text(first.row, run.back().row), single ? "a halo row" : "halo rows", first.number,
             single ? "is" : "are", owner, single ? "it" : "them", single ? "it" : "them", text);
}

void count_uncompared(MPI_Comm communicator, const StepRows* own, Coverage& coverage) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  auto most = own == nullptr ? std::int64_t{0} : static_cast<std::int64_t>(own->steps().size());
  int with_steps = most > 0 ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT64_T, MPI_MAX, communicator);
  MPI_Allreduce(MPI_IN_PLACE, &with_steps, 1, MPI_INT, MPI_SUM, communicator);
  if (rank == 0 && with_steps > 1) coverage.uncompared_steps += most;
}

}  // namespace stencil
