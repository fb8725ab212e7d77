// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/comb_steps.hpp"

#include <algorithm>

namespace stencil {
namespace {

// Walks a list, or one comb, run by run; loops are taken whole.
class Walk {
 public:
  Walk(const Combs& combs, const LoopSpan& span) : combs_(&combs), span_(span) { load(); }
  explicit Walk(const Comb& comb) : comb_(comb), has_comb_(true) {}

  bool done() const { return !has_comb_ && span_.begin == span_.end; }

  bool at_loop() const { return !done() && !has_comb_; }
  // @pre at_loop()
  const CombLoop& loop() const { return combs_->loops()[span_.loop]; }
  std::int64_t loop_count() const { return count(*combs_, body_span()); }
  Walk body() const { return {*combs_, body_span()}; }
  void pass_loop() {
    const CombLoop& passed = loop();
    span_ = {passed.end, span_.end, span_.loop + 1 + passed.inner};
    load();
  }

  // Of the current run.  @pre !done(), !at_loop()
  std::int64_t first() const { return comb_.first + run_ * comb_.stride + taken_; }
  std::int64_t left() const { return comb_.length - taken_; }
  std::int64_t stride() const { return comb_.stride; }
  // Runs of the same length at the same stride from first() on: 1 in the middle of a run.
  std::int64_t runs() const { return taken_ == 0 ? comb_.repeat - run_ : 1; }
  // Passes `runs` whole runs, or a part of the current one.
  void pass(std::int64_t runs, std::int64_t length) {
    if (taken_ + length < comb_.length) {
      taken_ += length;
      return;
    }
    taken_ = 0;
    run_ += runs;
    if (run_ < comb_.repeat) return;
    run_ = 0;
    has_comb_ = false;
    load();
  }

  // The numbers of `rounds` rounds of `length` numbers each: those of the first round, the distance between rounds.
  struct Rounds {
    bool regular = false;
    Comb first;
    std::int64_t stride = 0;
  };
  Rounds pass_rounds(std::int64_t rounds, std::int64_t length) {
    if (taken_ == 0 && comb_.length == length && runs() >= rounds) {
      const Rounds found{true, {first(), length, 0, 1}, comb_.stride};
      pass(rounds, length);
      return found;
    }
    if (left() / rounds < length) return {};
    const Rounds found{true, {first(), length, 0, 1}, length};
    pass(1, rounds * length);
    return found;
  }

 private:
  LoopSpan body_span() const { return {loop().begin, loop().end, span_.loop + 1}; }
  void load() {
    if (combs_ == nullptr || span_.begin == span_.end || combs_->begins_loop(span_)) return;
    comb_ = combs_->items()[span_.begin++];
    has_comb_ = true;
  }

  const Combs* combs_ = nullptr;  // null: one comb
  LoopSpan span_;                 // not yet loaded
  Comb comb_;
  bool has_comb_ = false;
  std::int64_t run_ = 0;
  std::int64_t taken_ = 0;  // numbers of the current run
};

bool pair_walks(Walk from, Walk to, CombSteps& steps);

// Pairs the loop at which a walk stands with numbers of the other walk. False where those have no such rounds.
bool pair_loop(Walk& from, Walk& to, CombSteps& steps) {
  const Walk& looped = from.at_loop() ? from : to;
  StepLoop loop;
  loop.repeat = looped.loop().repeat;
  const std::int64_t length = looped.loop_count();
  const auto body_of = [&](Walk& walk, std::int64_t& stride, bool& regular) {
    if (walk.at_loop()) {
      regular = walk.loop().repeat == loop.repeat && walk.loop_count() == length;
      stride = walk.loop().stride;
      Walk body = walk.body();
      walk.pass_loop();
      return body;
    }
    const Walk::Rounds rounds = walk.pass_rounds(loop.repeat, length);
    regular = rounds.regular;
    stride = rounds.stride;
    return Walk(rounds.first);
  };
  bool from_regular = false;
  bool to_regular = false;
  const Walk from_body = body_of(from, loop.from_stride, from_regular);
  const Walk to_body = body_of(to, loop.to_stride, to_regular);
  if (!from_regular || !to_regular) return false;
  const CombSteps::LoopMark mark = steps.open_loop();
  if (!pair_walks(from_body, to_body, steps)) return false;
  steps.close_loop(mark, loop);
  return true;
}

// Pairs as many runs at once as are alike.
void pair_runs(Walk& from, Walk& to, CombSteps& steps) {
  const std::int64_t length = std::min(from.left(), to.left());
  CombStep step{from.first(), to.first(), length, from.stride(), to.stride(), 1};
  const bool whole_from = from.left() == length;
  const bool whole_to = to.left() == length;
  if (whole_from && whole_to) {
    step.repeat = std::min(from.runs(), to.runs());
    from.pass(step.repeat, length);
    to.pass(step.repeat, length);
  } else if (whole_from) {
    step.repeat = std::min(from.runs(), to.left() / length);
    step.to_stride = length;
    from.pass(step.repeat, length);
    to.pass(1, step.repeat * length);
  } else {
    step.repeat = std::min(to.runs(), from.left() / length);
    step.from_stride = length;
    from.pass(1, step.repeat * length);
    to.pass(step.repeat, length);
  }
  steps.append(step);
}

bool pair_walks(Walk from, Walk to, CombSteps& steps) {
  while (!from.done() && !to.done()) {
    if (!from.at_loop() && !to.at_loop()) {
      pair_runs(from, to, steps);
    } else if (!pair_loop(from, to, steps)) {
      return false;
    }
  }
  return from.done() && to.done();
}

void append_unrolled(Combs& flat, const Combs& combs, const LoopSpan& span, std::int64_t shift) {
  combs.for_each(
      span,
      [&](const Comb& comb) {
        flat.append({comb.first + shift, comb.length, comb.stride, comb.repeat});
      },
      [&](const CombLoop& loop, const LoopSpan& body) {
        for (std::int64_t k = 0; k < loop.repeat; ++k) append_unrolled(flat, combs, body, shift + k * loop.stride);
      });
}

// The same numbers without loops.
Combs unrolled(const Combs& combs) {
  Combs flat;
  append_unrolled(flat, combs, combs.all(), 0);
  return flat;
}

}  // namespace

void join_runs(CombStep& step) {
  if (step.repeat > 1 && step.from_stride == step.length && step.to_stride == step.length) {
    step = {step.from, step.to, step.count(), 0, 0, 1};
  }
}

bool extend_run(CombStep& run, const CombStep& next) {
  if (run.repeat != 1 || next.repeat != 1) return false;
  if (next.from != run.from + run.length || next.to != run.to + run.length) return false;
  run.length += next.length;
  return true;
}

bool continue_with(CombStep& step, const CombStep& next) {
  if (step.length != next.length ||
      !continues(step.from, step.from_stride, step.repeat, next.from, next.from_stride, next.repeat) ||
      !continues(step.to, step.to_stride, step.repeat, next.to, next.to_stride, next.repeat)) {
    return false;
  }
  if (step.repeat == 1) {
    step.from_stride = next.from - step.from;
    step.to_stride = next.to - step.to;
  }
  step.repeat += next.repeat;
  return true;
}

CombStep repeated(const CombStep& run, const StepLoop& loop) {
  return {run.from, run.to, run.length, loop.from_stride, loop.to_stride, loop.repeat};
}

CombSteps pair_combs(const Combs& from, const Combs& to) {
  CombSteps steps;
  if (pair_walks({from, from.all()}, {to, to.all()}, steps)) return steps;
  const Combs flat_from = unrolled(from);
  const Combs flat_to = unrolled(to);
  steps = {};
  pair_walks({flat_from, flat_from.all()}, {flat_to, flat_to.all()}, steps);
  return steps;
}

}  // namespace stencil
