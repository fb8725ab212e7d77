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
  // was not written. Two passes of as many sweeps leave the same of both.
  std::optional<ValueExplanation> lost() const {
    const std::int64_t last = plan_.passes - 1;
    if (last < 1) return std::nullopt;
    std::optional<ValueExplanation> found = older();
    if (!is_got(field_.after(plan_.sweeps_before(last)), field_.rows())) return found;
    const std::string not_written = fmt::format("what pass {} wrote had been lost", last);
    if (!found) return explanation(last, not_written);
    found->as_if += ", or " + not_written;
    return found;
  }

  // A pass behind the first read its words from beside their place, or had rows fewer.
  std::optional<ValueExplanation> otherwise() const {
    const std::int64_t last = plan_.passes - 1;
    const auto commands = static_cast<std::int64_t>(field_.commands());
    constexpr std::int64_t most_points = 100'000'000, tries = 10;
    if (field_.is_tile() || last < 1 || field_.rows() * field_.cols() * all_ * last * commands * tries > most_points)
      return std::nullopt;
    const Beside places[] = {{1, "one word behind"},
                             {-1, "one word before"},
                             {field_.cols(), "one row south of"},
                             {-field_.cols(), "one row north of"}};
    for (std::int64_t pass = 1; pass <= last; ++pass) {
      for (std::int64_t command = commands; command >= 0; --command) {
        const Range blocks = command < commands ? Range{command, command} : Range{0, commands - 1};
        for (const Beside& beside : places) {
          for (const Words words : {Words::of_f, Words::of_r}) {
            // The device reads past the last word, which has no golden value.
            const std::int64_t ends = beside.shift == 1 || beside.shift == -1 ? 1 : 0;
            if (!is_got(with_beside(pass, blocks, words, beside.shift), finished_rows(), ends)) continue;
            const char* const of = words == Words::of_f ? "f" : "r";
            ValueExplanation found = explanation(
                pass,
                fmt::format("pass {} had read {} {} its place, where it lies or is forwarded", pass, of, beside.text));
            found.component = fmt::format("operand {} or write-back", of);
            return found;
          }
        }
      }
      for (std::int64_t fewer = 1; fewer <= 2; ++fewer) {
        if (fewer + 2 >= field_.rows()) break;
        if (!is_got(with_fewer(pass, fewer), std::min(finished_rows(), field_.rows() - fewer))) continue;
        ValueExplanation found =
            explanation(pass, fmt::format("pass {} had ended {} too early, and taken the last for the border", pass,
                                          counted(fewer, "row")));
        found.component = "rows of a pass";
        return found;
      }
    }
    return std::nullopt;
  }

 private:
  enum class Words { all, of_f, of_r };

  struct Beside {
    std::int64_t shift;
    const char* text;
  };

  // Words that were read one pass too old.
  struct Older {
    Range passes;
    Range commands;
    Words words;
  };

  std::optional<ValueExplanation> older() const {
    const std::int64_t last = plan_.passes - 1;
    const auto commands = static_cast<std::int64_t>(field_.commands());
    constexpr std::int64_t most_points = 100'000'000;
    if (field_.is_tile() || field_.rows() * field_.cols() * all_ * last * commands > most_points) return std::nullopt;
    std::vector<Words> kinds{Words::all};
    if (commands > 1) kinds = {Words::all, Words::of_f, Words::of_r};
    for (std::int64_t pass = 1; pass <= last + 1; ++pass) {
      const Range passes = pass <= last ? Range{pass, pass} : Range{1, last};
      for (std::int64_t command = commands; command >= 0; --command) {
        const Range blocks = command < commands ? Range{command, command} : Range{0, commands - 1};
        for (const Words words : kinds) {
          if (!is_got(with_older({passes, blocks, words}), finished_rows())) continue;
          const char* const did = passes.first == passes.last
                                      ? "pass {0} had read what was there before pass {1} wrote{2}"
                                      : "each pass from {0} on had read what was there before "
                                        "the pass before it wrote{2}";
          const char* const of = words == Words::of_f ? " f" : words == Words::of_r ? " r" : "";
          return explanation(passes.first, fmt::format(fmt::runtime(did), passes.first, passes.first - 1, of));
        }
      }
    }
    return std::nullopt;
  }

  ValueExplanation explanation(std::int64_t pass, std::string as_if) const {
    ValueExplanation found{"write-back", std::move(as_if)};
    found.fits = found.of = 1;
    found.first_sweep = plan_.sweeps_before(pass);
    return found;
  }

  // ends: words at the beginning and at the end that are not looked at.
  bool is_got(const Values& values, std::int64_t rows, std::int64_t ends = 0) const {
    for (std::int64_t word = ends; word < rows * field_.cols() - ends; ++word) {
      if (bits_of(values[static_cast<std::size_t>(word)]) != bits_of(view_.got(word))) return false;
    }
    return true;
  }

  // Rows behind them leave with the next block of the chain.
  std::int64_t finished_rows() const { return field_.rows() - (is_continued(field_.command()) ? all_ : 0); }

  // The field after all passes, where these read what was in the buffers of these commands one pass earlier. The rows
  // of a continued block move north in its buffer with every sweep, those of r with them.
  Values with_older(const Older& older) const {
    const auto& command = std::get<SweepCommand>(field_.command());
    Values f = field_.after(0);
    Values r = field_.r();
    Values f_before = f;  // in the buffers before the pass before
    Values r_before = r;
    for (std::int64_t pass = 0; pass < plan_.passes; ++pass) {
      const Values f_now = f;
      const Values r_now = r;
      for (std::int64_t each = older.commands.first; older.passes.has(pass) && each <= older.commands.last; ++each) {
        if (older.words != Words::of_r) put_older(each, pass, f, f_before);
        if (older.words != Words::of_f) put_older(each, pass, r, r_before);
      }
      f_before = f_now;
      r_before = r_now;
      jacobi_sweeps(field_.rows(), field_.cols(), f.data(), r.data(), command.weights, plan_.sweeps(pass));
    }
    return f;
  }

  Values with_beside(std::int64_t pass, const Range& commands, Words words, std::int64_t shift) const {
    Values f = field_.after(0);
    Values r = field_.r();
    for (std::int64_t now = 0; now < plan_.passes; ++now) {
      if (now == pass) {
        Values& of = words == Words::of_f ? f : r;
        const Values right = of;
        const std::int64_t swept = plan_.sweeps_before(pass);
        const std::int64_t first = std::max<std::int64_t>(0, field_.first_read(commands.first, swept) * field_.cols());
        const std::int64_t end = field_.first_read(commands.last + 1, swept) * field_.cols();
        const auto all = static_cast<std::int64_t>(right.size());
        for (std::int64_t word = first; word < std::min(end, all); ++word) {
          const std::int64_t from = word + shift;
          if (from >= 0 && from < all) of[static_cast<std::size_t>(word)] = right[static_cast<std::size_t>(from)];
        }
      }
      sweep(f, r, field_.rows(), now);
    }
    return f;
  }

  Values with_fewer(std::int64_t pass, std::int64_t fewer) const {
    Values f = field_.after(0);
    for (std::int64_t now = 0; now < plan_.passes; ++now)
      sweep(f, field_.r(), field_.rows() - (now >= pass ? fewer : 0), now);
    return f;
  }

  void sweep(Values& f, const Values& r, std::int64_t rows, std::int64_t pass) const {
    jacobi_sweeps(rows, field_.cols(), f.data(), r.data(), std::get<SweepCommand>(field_.command()).weights,
                  plan_.sweeps(pass));
  }

  void put_older(std::int64_t command, std::int64_t pass, Values& words, const Values& before_that) const {
    const std::int64_t cols = field_.cols();
    const std::int64_t now = plan_.sweeps_before(pass);
    const std::int64_t before = plan_.sweeps_before(pass - 1);
    const std::int64_t first = field_.first_read(command, now);
    const std::int64_t older = field_.first_read(command, before) - first;
    const std::int64_t end =
        std::min(field_.first_read(command + 1, now), field_.first_read(command + 1, before) - older);
    for (std::int64_t word = first * cols; word < end * cols; ++word)
      words[static_cast<std::size_t>(word)] = before_that[static_cast<std::size_t>(word + older * cols)];
  }

  const SweepView& view_;
  const SweptField& field_;
  std::int64_t all_;
  PassPlan plan_;
};

}  // namespace

std::optional<ValueExplanation> explain_passes(const SweepView& view, std::int64_t processing_elements,
                                               std::optional<TookCycles> took) {
  const Passes passes(view, processing_elements);
  const std::optional<std::int64_t> made = passes.made();
  const bool made_all = took.value_or(TookCycles::all) != TookCycles::others;
  std::optional<ValueExplanation> lost = made_all || !made ? passes.lost() : std::nullopt;
  if (lost && took == TookCycles::all_but_waits) lost->as_if += ", for which it had not waited";
  if (!made && !lost) return passes.otherwise();
  if (!made || (lost && took)) return lost;
  const std::int64_t all = view.sweep() + 1;
  ValueExplanation found{"sweep", "this sweep had not been made"};
  if (*made != all - 1) found.as_if = fmt::format("only {} of {} had been made", *made, counted(all, "sweep"));
  if (view.field().is_tile()) found.component = "window or passes", found.as_if += ", or had set no point";
  found.fits = found.of = 1;
  found.whole_sweeps = true;
  if (!lost) return found;
  found.component += " or write-back";
  found.as_if += fmt::format(", or as if {}; the second takes the cycles of all passes", lost->as_if);
  return found;
}

}  // namespace stencil
