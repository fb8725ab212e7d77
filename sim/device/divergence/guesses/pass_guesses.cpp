// Sweeps and passes of a command that were not made, or whose results were lost.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "host/base/text.hpp"
#include "models/jacobi.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"
#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {
namespace {

using Values = std::vector<double>;

// Passes, or commands: first .. last.
struct Range {
  std::int64_t first;
  std::int64_t last;
  bool has(std::int64_t number) const { return number >= first && number <= last; }
};

class Passes {
 public:
  Passes(const SweepView& view, std::int64_t processing_elements)
      : view_(view),
        field_(view.field()),
        all_(view.sweep() + 1),
        plan_(plan_passes(all_, std::max<std::int64_t>(1, processing_elements))) {}

  // Sweeps that are missing: the field is as after so many.
  std::optional<std::int64_t> made() const {
    for (std::int64_t sweeps = all_ - 1; sweeps >= 0; --sweeps) {
      if (is_got(field_.after(sweeps), field_.rows())) return sweeps;
    }
    return std::nullopt;
  }

  // By the order of our own RTL's planner: a pass read its block as it was before the pass before it, or the last pass
  // was not written.
  std::optional<ValueExplanation> lost() const {
    const std::int64_t passes = plan_.passes;
    if (passes < 2) return std::nullopt;
    const std::int64_t before_last = plan_.sweeps_before(passes - 1);
    if (is_got(field_.after(before_last), field_.rows()))
      return explanation(passes - 1, fmt::format("what pass {} wrote had been lost", passes - 1));
    const auto commands = static_cast<std::int64_t>(field_.commands());
    constexpr std::int64_t most_points = 100'000'000;
    if (field_.is_tile() || field_.rows() * field_.cols() * all_ * passes * (commands + 1) > most_points)
      return std::nullopt;
    for (std::int64_t pass = 1; pass <= passes; ++pass) {
      const Range which = pass < passes ? Range{pass, pass} : Range{1, passes - 1};
      for (std::int64_t command = commands; command >= 0; --command) {
        const Range blocks = command < commands ? Range{command, command} : Range{0, commands - 1};
        if (!is_got(with_older(which, blocks), finished_rows())) continue;
        const char* const did = which.first == which.last ? "pass {} had read what was there before pass {} wrote"
                                                          : "each pass from {} on had read what was there before the "
                                                            "pass before it wrote";
        return explanation(which.first, fmt::format(fmt::runtime(did), which.first, which.first - 1));
      }
    }
    return std::nullopt;
  }

 private:
  ValueExplanation explanation(std::int64_t pass, std::string as_if) const {
    ValueExplanation found{"write-back", std::move(as_if)};
    found.fits = found.of = 1;
    found.first_sweep = plan_.sweeps_before(pass);
    return found;
  }

  bool is_got(const Values& values, std::int64_t rows) const {
    for (std::int64_t word = 0; word < rows * field_.cols(); ++word) {
      if (bits_of(values[static_cast<std::size_t>(word)]) != bits_of(view_.got(word))) return false;
    }
    return true;
  }

  // Rows behind them leave with the next block of the chain.
  std::int64_t finished_rows() const { return field_.rows() - (is_continued(field_.command()) ? all_ : 0); }

  // The field after all passes, where these read what was in the buffers of these commands one pass earlier. The rows
  // of a continued block move north in its buffer with every sweep, those of r with them.
  Values with_older(const Range& passes, const Range& commands) const {
    const auto& command = std::get<SweepCommand>(field_.command());
    Values f = field_.after(0);
    Values r = field_.r();
    Values f_before = f;  // in the buffers before the pass before
    Values r_before = r;
    for (std::int64_t pass = 0; pass < plan_.passes; ++pass) {
      const Values f_now = f;
      const Values r_now = r;
      if (passes.has(pass)) {
        for (std::int64_t each = commands.first; each <= commands.last; ++each)
          put_older(each, pass, f, f_before, r, r_before);
      }
      f_before = f_now;
      r_before = r_now;
      jacobi_sweeps(field_.rows(), field_.cols(), f.data(), r.data(), command.weights, plan_.sweeps(pass));
    }
    return f;
  }

  void put_older(std::int64_t command, std::int64_t pass, Values& f, const Values& f_before, Values& r,
                 const Values& r_before) const {
    const std::int64_t cols = field_.cols();
    const std::int64_t now = plan_.sweeps_before(pass);
    const std::int64_t before = plan_.sweeps_before(pass - 1);
    const std::int64_t first = field_.first_read(command, now);
    const std::int64_t older = field_.first_read(command, before) - first;
    const std::int64_t end = std::min(field_.first_read(command + 1, now), field_.first_read(command + 1, before) - older);
    for (std::int64_t word = first * cols; word < end * cols; ++word) {
      f[static_cast<std::size_t>(word)] = f_before[static_cast<std::size_t>(word + older * cols)];
      r[static_cast<std::size_t>(word)] = r_before[static_cast<std::size_t>(word + older * cols)];
    }
  }

  const SweepView& view_;
  const SweptField& field_;
  std::int64_t all_;
  PassPlan plan_;
};

}  // namespace

std::optional<ValueExplanation> explain_passes(const SweepView& view, std::int64_t processing_elements,
                                               std::optional<bool> took_its_cycles) {
  const Passes passes(view, processing_elements);
  const std::optional<std::int64_t> made = passes.made();
  std::optional<ValueExplanation> lost = took_its_cycles.value_or(true) || !made ? passes.lost() : std::nullopt;
  if (!made || (lost && took_its_cycles)) return lost;
  const std::int64_t all = view.sweep() + 1;
  ValueExplanation found{"sweep", "this sweep had not been made"};
  if (*made != all - 1) found.as_if = fmt::format("only {} of {} had been made", *made, counted(all, "sweep"));
  found.fits = found.of = 1;
  found.whole_sweeps = true;
  if (!lost) return found;
  found.room += " or write-back";
  found.as_if += fmt::format(", or as if {}; the second takes the cycles of all passes", lost->as_if);
  return found;
}

}  // namespace stencil
