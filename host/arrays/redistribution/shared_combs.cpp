// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/shared_combs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "host/arrays/redistribution/saturated.hpp"
#include "host/base/errors.hpp"

namespace stencil {
namespace {

class SharedCombs {
 public:
  SharedCombs(const RankShare& source, const RankShare& target, MoveEnd end)
      : source_(source), target_(target), end_(end) {
    const RankShare& other = end == MoveEnd::source ? target : source;
    lists_.resize(other.is_of_all() ? static_cast<std::size_t>(other.processes()) : 1);
  }

  void append(const Move& move) {
    if (move.count == 0) return;
    const int source_level = source_.level(move.source_first, move.count);
    const int target_level = target_.level(move.target_first, move.count);
    if (!source_.may_hold(source_level, move.source_first) || !target_.may_hold(target_level, move.target_first)) {
      return;
    }
    if (source_level == 0 && target_level == 0) {
      append_elements(move);
      return;
    }
    const std::int64_t period = lcm_up_to(move.count / 2, source_.period(source_level), target_.period(target_level));
    const Cut source_cut{source_, source_level, move.source_first};
    const Cut target_cut{target_, target_level, move.target_first};
    const Cut& cut = has_fewer_units(source_cut, target_cut) ? source_cut : target_cut;
    if (period > move.count / 2) {
      append_units(move, cut);
    } else {
      append_periods(move, cut, period, (end_ == MoveEnd::source ? source_cut : target_cut).shift(period));
    }
  }

  std::vector<Combs> take() { return std::move(lists_); }

 private:
  // One distribution, the level of the range there, and its first element.
  struct Cut {
    const RankShare& share;
    int level;
    std::int64_t first;

    // How much higher local numbers are a number of whole periods later.
    std::int64_t shift(std::int64_t elements) const { return elements / share.period(level) * share.shift(level); }
  };

  // The same answer for the lists of both ends between two ranks.
  static bool has_fewer_units(const Cut& a, const Cut& b) {
    if (a.level == 0 || b.level == 0) return b.level == 0;
    const std::int64_t between_a = a.share.between_held(a.level);
    const std::int64_t between_b = b.share.between_held(b.level);
    if (between_a != between_b) return between_a > between_b;
    return a.share.unit(a.level - 1) >= b.share.unit(b.level - 1);
  }

  static Move part_of(const Move& move, std::int64_t done, std::int64_t count) {
    return {move.source_first + done, move.target_first + done, count};
  }

  // @pre either side holds all of them
  void append_elements(const Move& move) {
    const bool at_source = end_ == MoveEnd::source;
    const RankShare& other = at_source ? target_ : source_;
    const std::int64_t number = at_source ? source_.local(move.source_first) : target_.local(move.target_first);
    const std::int64_t there = at_source ? move.target_first : move.source_first;
    append_run(lists_[other.is_of_all() ? static_cast<std::size_t>(other.process_of(there)) : 0], number, move.count);
  }

  void append_units(const Move& move, const Cut& cut) {
    const std::int64_t units = move.count / cut.share.between_held(cut.level);
    if (units > most_units_listed) {
      throw ArgumentError(fmt::format(
          "blocks to list one by one for a copy of {} elements = {}, must be <= {}: the two distributions together "
          "do not repeat sooner",
          move.count, units, most_units_listed));
    }
    for (std::int64_t done = 0; done < move.count;) {
      const std::int64_t passed = cut.share.to_next_held(cut.level, cut.first + done);
      if (passed >= move.count - done) return;
      done += passed;
      const std::int64_t part = std::min(cut.share.left(cut.level - 1, cut.first + done), move.count - done);
      append(part_of(move, done, part));
      done += part;
    }
  }

  // Begins the periods at the edge of a unit, which is then in one piece in each.
  void append_periods(const Move& move, const Cut& cut, std::int64_t period, std::int64_t shift) {
    const std::int64_t to_edge = cut.share.left(cut.level - 1, cut.first);
    const bool at_edge = to_edge == cut.share.unit(cut.level - 1);
    const std::int64_t before = at_edge || (move.count - to_edge) / period < 2 ? 0 : to_edge;
    append(part_of(move, 0, before));
    std::vector<Combs::LoopMark> marks;
    for (Combs& combs : lists_) marks.push_back(combs.open_loop());
    append(part_of(move, before, period));
    CombLoop loop;
    loop.stride = shift;
    loop.repeat = (move.count - before) / period;
    for (std::size_t i = 0; i < lists_.size(); ++i) lists_[i].close_loop(marks[i], loop);
    const std::int64_t done = before + loop.repeat * period;
    append(part_of(move, done, move.count - done));
  }

  const RankShare& source_;
  const RankShare& target_;
  MoveEnd end_;
  std::vector<Combs> lists_;
};

}  // namespace

Combs shared_combs(const RankShare& source, const RankShare& target, const Move& move, MoveEnd end) {
  return std::move(shared_combs_of_all(source, target, move, end).front());
}

std::vector<Combs> shared_combs_of_all(const RankShare& source, const RankShare& target, const Move& move,
                                       MoveEnd end) {
  SharedCombs combs(source, target, end);
  combs.append(move);
  return combs.take();
}

}  // namespace stencil
