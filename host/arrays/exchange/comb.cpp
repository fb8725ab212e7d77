// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/comb.hpp"

#include <algorithm>
#include <cstddef>

namespace stencil {
namespace {

// Walks the runs of a list of combs; take() may take a part of a run.
class RunWalk {
 public:
  explicit RunWalk(const Combs& combs) : combs_(combs) { skip_empty(); }

  bool done() const { return comb_ == combs_.size(); }
  std::int64_t first() const { return combs_[comb_].first + run_ * combs_[comb_].stride + taken_; }
  std::int64_t left() const { return combs_[comb_].length - taken_; }

  void take(std::int64_t numbers) {
    taken_ += numbers;
    if (taken_ < combs_[comb_].length) return;
    taken_ = 0;
    if (++run_ < combs_[comb_].repeat) return;
    run_ = 0;
    ++comb_;
    skip_empty();
  }

 private:
  void skip_empty() {
    while (comb_ < combs_.size() && combs_[comb_].count() == 0) ++comb_;
  }

  const Combs& combs_;
  std::size_t comb_ = 0;
  std::int64_t run_ = 0;
  std::int64_t taken_ = 0;  // numbers of the current run
};

void append_step(std::vector<CombStep>& steps, std::int64_t from, std::int64_t to, std::int64_t length) {
  if (!steps.empty()) {
    CombStep& last = steps.back();
    if (last.repeat == 1 && from == last.from + last.length && to == last.to + last.length) {
      last.length += length;
      return;
    }
    if (last.length == length) {
      if (last.repeat == 1) {
        last.from_stride = from - last.from;
        last.to_stride = to - last.to;
        last.repeat = 2;
        return;
      }
      if (from == last.from + last.repeat * last.from_stride && to == last.to + last.repeat * last.to_stride) {
        ++last.repeat;
        return;
      }
    }
  }
  steps.push_back({from, to, length, 0, 0, 1});
}

// Appends the run to the comb if it has the comb's length and follows at the comb's stride.
bool continue_with(Comb& comb, std::int64_t first, std::int64_t length) {
  if (comb.length != length) return false;
  if (comb.repeat == 1) {
    comb.stride = first - comb.first;
  } else if (first != comb.first + comb.repeat * comb.stride) {
    return false;
  }
  ++comb.repeat;
  return true;
}

// Called when the last run is complete: having grown piece by piece, it may now continue the comb before it.
void fold_last(Combs& combs) {
  if (combs.size() < 2 || combs.back().repeat != 1) return;
  const Comb last = combs.back();
  if (continue_with(combs[combs.size() - 2], last.first, last.length)) combs.pop_back();
}

}  // namespace

std::int64_t count(const Combs& combs) {
  std::int64_t sum = 0;
  for (const Comb& comb : combs) sum += comb.count();
  return sum;
}

void append_run(Combs& combs, std::int64_t first, std::int64_t length) {
  if (length <= 0) return;
  if (combs.empty()) {
    combs.push_back({first, length, 0, 1});
    return;
  }
  if (combs.back().repeat == 1 && first == combs.back().first + combs.back().length) {
    combs.back().length += length;
    return;
  }
  fold_last(combs);
  if (!continue_with(combs.back(), first, length)) combs.push_back({first, length, 0, 1});
}

std::vector<CombStep> pair_combs(const Combs& from, const Combs& to) {
  std::vector<CombStep> steps;
  RunWalk a(from);
  RunWalk b(to);
  while (!a.done() && !b.done()) {
    const std::int64_t length = std::min(a.left(), b.left());
    append_step(steps, a.first(), b.first(), length);
    a.take(length);
    b.take(length);
  }
  return steps;
}

}  // namespace stencil
