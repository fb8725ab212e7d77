// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/steps/like_rows.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace stencil {
namespace {

class LikeRows {
 public:
  LikeRows(const std::vector<HaloRow>& run, int rank, std::int64_t owner) : run_(run), rank_(rank), owner_(owner) {}

  Likeness among(const StepRows& own) {
    const auto count = static_cast<std::int64_t>(own.steps().size());
    if (run_.front().step >= count) return best_;
    array_ = own.steps()[static_cast<std::size_t>(run_.front().step)].array;
    std::int64_t i = 0;
    for (; i <= run_.front().step; ++i) {
      const StepRows::Step& step = own.steps()[static_cast<std::size_t>(i)];
      look(step, i, false);
      if (i < run_.front().step) look(step, i, true);
    }
    // Other arrays had their rows by then too: the next step on them begins with those.
    for (; i < count && own.steps()[static_cast<std::size_t>(i)].array != array_; ++i)
      look(own.steps()[static_cast<std::size_t>(i)], i, false);
    return best_;
  }

 private:
  void look(const StepRows::Step& step, std::int64_t i, bool ended) {
    for (const StepRows::Rows& part : step.parts) look(step, part, i, ended);
  }
  void look(const StepRows::Step& step, const StepRows::Rows& part, std::int64_t i, bool ended) {
    const std::vector<std::int64_t>& rows = ended ? part.after : part.before;
    const std::int64_t above = run_.front().row - part.first;
    const auto count = static_cast<std::int64_t>(rows.size()), wrong = static_cast<std::int64_t>(run_.size());
    for (std::int64_t shift = -above - wrong + 1; shift < count - above; ++shift) {
      std::int64_t first = -1, last = -1, same = 0;
      for (std::int64_t k = 0; k < wrong; ++k) {
        const std::int64_t at = above + shift + k, row = part.first + at;
        if (at < 0 || at >= count || rows[static_cast<std::size_t>(at)] != run_[static_cast<std::size_t>(k)].digest)
          continue;
        if (!ended && !part.owns(row)) continue;
        if (same++ == 0) first = row;
        last = row;
      }
      if (same == 0 || last - first != same - 1) continue;
      best_.take({wrong - same, shift != 0 ? 1 : 0, std::abs(2 * (run_.front().step - i) - (ended ? 1 : 0)),
                  rank_ == owner_               ? 0
                  : rank_ == run_.front().asker ? 1
                                                : 2,
                  std::abs(shift), rank_, step.number, first, last, shift, part.owns(first) && part.owns(last) ? 1 : 0,
                  ended ? 1 : 0, step.array != array_ ? 1 : 0, 0,
                  same == wrong && std::abs(shift) == wrong ? first : no_number});
    }
  }

  const std::vector<HaloRow>& run_;
  int rank_;
  std::int64_t owner_;
  std::int64_t array_ = 0;
  Likeness best_;
};

}  // namespace

Likeness most_like(const std::vector<HaloRow>& run, const StepRows& own, int rank, int owner) {
  return LikeRows(run, rank, owner).among(own);
}

std::string halo_rows_text(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("row {}", first) : fmt::format("rows {} .. {}", first, last);
}

std::string text_of(const Likeness& like, const std::vector<HaloRow>& run) {
  const bool one = run.size() == 1;
  if (like.unlike == no_number) return fmt::format("{} no row of any step", one ? "it holds" : "they hold");
  const std::string rows = halo_rows_text(like.first, like.last);
  const bool part = like.last - like.first + 1 < static_cast<std::int64_t>(run.size()),
             single = like.first == like.last;
  std::string text = part ? fmt::format("{} {}", halo_rows_text(like.first - like.shift, like.last - like.shift),
                                        single ? "holds" : "hold")
                          : std::string(one ? "it holds" : "they hold");
  if (like.is_other_array != 0 && like.ended == 0)
    text += fmt::format(" {} of another array, that of step {} of rank {}", rows, like.step, like.rank);
  else if (like.ended == 0)
    text +=
        fmt::format(" {}, as rank {} had {} when step {} began", rows, like.rank, single ? "it" : "them", like.step);
  else if (like.is_owned != 0)
    text += fmt::format(" {}, as step {} of rank {} left {}", rows, like.step, like.rank, single ? "it" : "them");
  else if (like.rank == run.front().asker && like.shift == 0)
    text += fmt::format(" what step {} of this rank left there", like.step);
  else
    text += fmt::format(" {}, {} of rank {}, as step {} left {} there", rows, single ? "a halo row" : "halo rows",
                        like.rank, like.step, single ? "it" : "them");
  // A program that sends its halo rows for the rows beside them, or these for its halo rows, is off by a whole halo.
  const auto wrong = static_cast<std::int64_t>(run.size());
  if (like.is_one_of_several != 0 && like.whole_first != no_number && like.whole_first != like.first)
    text += fmt::format(" (other rows had the same words, {} too)",
                        halo_rows_text(like.whole_first, like.whole_first + wrong - 1));
  else if (like.is_one_of_several != 0)
    text += " (other rows had the same words)";
  if (like.is_other_array != 0) text += ": do both ranks begin the updates of their arrays in the same order?";
  const bool is_left = like.ended != 0 && like.is_owned == 0 && like.rank == run.front().asker && like.shift == 0;
  return text + (is_left ? ": is an update missing, or has it filled other rows, or another array?" : "");
}

}  // namespace stencil
