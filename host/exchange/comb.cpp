// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/comb.hpp"

#include <algorithm>
#include <cstddef>

namespace stencil {
namespace {

// Walks the runs of a list; a run may be taken in parts.
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
  std::int64_t taken_ = 0;  // of the present run
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

}  // namespace

std::int64_t count(const Combs& combs) {
  std::int64_t sum = 0;
  for (const Comb& comb : combs) sum += comb.count();
  return sum;
}

void append_run(Combs& combs, std::int64_t first, std::int64_t length) {
  if (length <= 0) return;
  if (!combs.empty()) {
    Comb& last = combs.back();
    if (last.repeat == 1 && first == last.first + last.length) {
      last.length += length;
      return;
    }
    if (last.length == length) {
      if (last.repeat == 1) {
        last.stride = first - last.first;
        last.repeat = 2;
        return;
      }
      if (first == last.first + last.repeat * last.stride) {
        ++last.repeat;
        return;
      }
    }
  }
  combs.push_back({first, length, 0, 1});
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
