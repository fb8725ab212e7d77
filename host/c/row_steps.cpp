// SPDX-License-Identifier: Apache-2.0
#include "host/c/row_steps.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/c/call_ledger.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/c/step_weights.hpp"
#include "host/c/steps/kernel_names.hpp"
#include "host/jacobi/steps/itsteps.hpp"

namespace stencil {
namespace {

struct Choices {
  DryMaker make_dry;
  ChosenSchemes scheme_for;
};

// Never destroyed: a program may end with a step in flight.
Choices& choices() {
  static auto* const all = new Choices;
  return *all;
}

// The arguments of a step over rows, checked.
struct Asked {
  Accelerator& device;
  StepInfo info;
  std::vector<stencil_part> parts;  // those that have rows

  // @pre there are some
  StepShape shape() const {
    StepShape shape{0, parts.front().cols, info.scheme.interval, info.weights};
    for (const stencil_part& part : parts) shape.rows = std::max<std::int64_t>(shape.rows, part.rows);
    return shape;
  }
  std::shared_ptr<SweptParts> cut(const StepWish& wish, const StepShape& shape, const char* begun_by) {
    info.scheme = choices().scheme_for(wish, shape, device.capabilities(), process_accelerator_options().link,
                                       choices().make_dry);
    return std::make_shared<SweptParts>(info, parts, begun_by);
  }
};

Asked asked_of(std::int64_t number, const GivenSweeps& given, bool strips) {
  if (names_file(given.kernel)) want_process_formula(given.kernel);
  Accelerator& device = process_accelerator();
  check_no_tiles(given.kernel);
  check_range("count", given.count, 0);
  if (given.count > 0) check_pointer(strips ? "parts" : "part", given.parts, "a stencil_part");
  Asked asked{device, {}, {}};
  asked.info.number = number;
  asked.info.weights = weights_of(given.kernel, given.weights);
  check_range("sweeps", given.sweeps, 1);
  asked.info.scheme.interval = given.sweeps;
  asked.parts = checked_parts(given.parts, given.count, given.sweeps, strips);
  if (!asked.parts.empty()) check_operator(device.capabilities(), asked.info.weights);
  return asked;
}

void record_part(const StepInfo& info, const std::vector<BlockRun>& runs) {
  const Accelerator& device = process_accelerator();
  process_call_ledger().record_step(info, runs, device.cycles(), device.traffic());
}

void tell_of_begin(const SweptParts& parts) {
  CallObserver* const observer = process_call_observer();
  for (const StepInfo& info : parts.all()) {
    if (observer != nullptr) observer->step_begins(info);
  }
}

// Of one part, or of strips.
class StepByItself final : public SweepStep {
 public:
  explicit StepByItself(std::shared_ptr<SweptParts> parts) : SweepStep(std::move(parts)) {
    if (memory() != nullptr) tell_of_begin(this->parts());
  }
  void sweep() override {
    const StepInfo& one = parts().all().front();
    itstep(*made_process_accelerator(), parts().strips(), one.weights, one.scheme, &runs_);
  }
};

class JoinedStepsOfPart final : public SweepStep {
 public:
  JoinedStepsOfPart(std::shared_ptr<SweptParts> parts, std::int64_t iterations, std::int64_t steps)
      : SweepStep(std::move(parts)), iterations_(iterations), steps_(steps) {
    CallObserver* const observer = process_call_observer();
    if (memory() != nullptr && observer != nullptr) runs_.also = observer->joined_steps_begin(first());
  }
  void sweep() override {
    itsteps(*made_process_accelerator(), first().strip, first().weights, first().scheme, iterations_, &runs_);
  }
  std::int64_t steps() const override { return steps_; }

 private:
  const StepInfo& first() const { return parts().all().front(); }
  void record() override {
    StepInfo info = first();
    auto run = runs_.all.begin();
    for (std::int64_t made = 0; made < iterations_; made += first().scheme.interval, ++info.number) {
      info.scheme.interval = std::min(first().scheme.interval, iterations_ - made);
      const auto begin = run;
      while (run != runs_.all.end() && run->step == info.number - first().number) ++run;
      record_part(info, {begin, run});
    }
    if (CallObserver* const observer = process_call_observer()) observer->joined_steps_ended(first());
  }

  std::int64_t iterations_, steps_;
};

class ResidentStep final : public SweepStep {
 public:
  explicit ResidentStep(ResidentPart& resident) : SweepStep(resident.parts()), resident_(resident) {
    if (memory() != nullptr) tell_of_begin(parts());
  }
  void sweep() override { resident_.sweep(process_call_observer() != nullptr, &runs_); }
  void end_edge() override {
    if (resident_.end_edge()) SweepStep::end();
  }
  void end() override {
    if (resident_.end(&runs_)) SweepStep::end();
  }

 private:
  ResidentPart& resident_;
};

// One of those between which the program exchanges halo rows.
class JoinedStep final : public SweepStep {
 public:
  explicit JoinedStep(JoinedParts& joined) : SweepStep(joined.parts()), joined_(joined) {
    if (memory() != nullptr) tell_of_begin(parts());
  }
  void sweep() override { joined_.sweep(runs_); }

 private:
  JoinedParts& joined_;
};

}  // namespace

void SweepStep::end() {
  if (parts_ == nullptr) return;
  parts_->copy_out();
  record();
}

void SweepStep::record() {
  CallObserver* const observer = process_call_observer();
  for (const StepInfo& info : parts().all()) {
    std::vector<BlockRun> own;
    std::copy_if(runs_.all.begin(), runs_.all.end(), std::back_inserter(own),
                 [&](const BlockRun& run) { return run.strip == info.part; });
    record_part(info, own);
    if (observer != nullptr) observer->step_ended(info, own);
  }
}

std::unique_ptr<SweepStep> make_row_step(std::int64_t number, const GivenSweeps& given, const GivenBlocks& blocks) {
  Asked asked = asked_of(number, given, false);
  const StepWish wish = step_wish(blocks);
  if (asked.parts.empty()) return std::make_unique<StepByItself>(nullptr);
  return std::make_unique<StepByItself>(asked.cut(wish, asked.shape(), "stencil_step_begin"));
}

std::unique_ptr<SweepStep> make_strips_step(std::int64_t number, const GivenSweeps& given, const GivenBlocks& blocks) {
  Asked asked = asked_of(number, given, true);
  const StepWish wish = step_wish(blocks);
  if (asked.parts.empty()) return std::make_unique<StepByItself>(nullptr);
  StepShape shape = asked.shape();
  for (const stencil_part& part : asked.parts) shape.strips.push_back(part.rows);
  return std::make_unique<StepByItself>(asked.cut(wish, shape, "stencil_strips_begin"));
}

std::unique_ptr<SweepStep> make_joined_steps(std::int64_t number, const GivenSweeps& given, std::int64_t iterations,
                                             const GivenBlocks& blocks) {
  Asked asked = asked_of(number, given, false);
  check_range("iterations", iterations, 1);
  const StepWish wish = step_wish(blocks);
  const std::int64_t steps = (iterations - 1) / given.sweeps + 1;
  if (asked.parts.empty()) return std::make_unique<JoinedStepsOfPart>(nullptr, iterations, steps);
  const stencil_part& part = asked.parts.front();
  const char* const why = "joined steps exchange nothing, so the part must have no halo rows";
  check_range("first_owned", part.first_owned, 0, 0, why);
  check_range("owned", part.owned, part.rows, part.rows, why);
  StepShape shape = asked.shape();
  shape.iterations = iterations;
  return std::make_unique<JoinedStepsOfPart>(asked.cut(wish, shape, "stencil_steps_begin"), iterations, steps);
}

std::unique_ptr<SweepStep> make_resident_step(std::int64_t number, const GivenSweeps& given, std::int64_t left,
                                              std::unique_ptr<ResidentPart>& resident) {
  Asked asked = asked_of(number, given, false);
  asked.info.scheme.how = {Schedule::resident, Blocking::overlapped_rows};
  if (!asked.parts.empty()) asked.info.scheme.portion = std::max<std::int64_t>(3 * given.sweeps, given.parts->rows);
  if (resident != nullptr) {
    resident->check_next(asked.info, asked.parts, left);
  } else {
    resident = std::make_unique<ResidentPart>(asked.device, asked.info, asked.parts, left);
  }
  resident->begin(asked.info);
  return std::make_unique<ResidentStep>(*resident);
}

std::unique_ptr<SweepStep> make_joined_step(std::int64_t number, const GivenSweeps& given, std::int64_t iterations,
                                            const GivenBlocks& blocks, std::unique_ptr<JoinedParts>& joined) {
  Asked asked = asked_of(number, given, true);
  check_range("iterations", iterations, 1);
  if (joined != nullptr) {
    joined->check_next(asked.info, asked.parts, iterations);
  } else {
    const StepWish wish = step_wish(blocks);
    std::shared_ptr<SweptParts> parts;
    if (!asked.parts.empty())
      parts = asked.cut(wish, joined_shape(asked.shape(), asked.parts, iterations), "stencil_joined_begin");
    joined = std::make_unique<JoinedParts>(asked.device, std::move(parts), asked.info, asked.parts, iterations);
  }
  joined->begin(number);
  return std::make_unique<JoinedStep>(*joined);
}

void set_dry_accelerator_maker(DryMaker maker) {
  choices().make_dry = std::move(maker);
}

const DryMaker& dry_accelerator_maker() {
  return choices().make_dry;
}

void forget_chosen_schemes() {
  choices().scheme_for.clear();
}

}  // namespace stencil
