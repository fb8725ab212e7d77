// Sweeps and passes of a command that were not made, or whose results were lost.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"
#include "sim/device/divergence/guesses/passes/other_passes.hpp"
#include "sim/device/divergence/guesses/passes/sweeps_in.hpp"
#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {
namespace {

using Operands = OtherPasses::Words;
using Values = std::vector<double>;

class Passes {
 public:
  Passes(const SweepView& view, std::int64_t processing_elements)
      : view_(view),
        field_(view.field()),
        all_(view.sweep() + 1),
        others_(field_, all_, processing_elements),
        plan_(others_.plan()) {}

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
      if (is_got(others_.without_r(pass), others_.finished_rows())) {
        ValueExplanation found = explanation(
            pass, fmt::format("pass {}{} had read 0 for r", pass, pass < last ? " and those behind it" : ""));
        found.component = "operand r or write-back";
        return found;
      }
      for (std::int64_t command = commands; command >= 0; --command) {
        const PassRange blocks = command < commands ? PassRange{command, command} : PassRange{0, commands - 1};
        for (const Beside& beside : places) {
          for (const Operands words : {Operands::of_f, Operands::of_r}) {
            // The device reads past the last word, which has no golden value.
            const std::int64_t ends = beside.shift == 1 || beside.shift == -1 ? 1 : 0;
            if (!is_got(others_.with_beside(pass, blocks, words, beside.shift), others_.finished_rows(), ends))
              continue;
            const char* const of = words == Operands::of_f ? "f" : "r";
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
        if (!is_got(others_.with_fewer(pass, fewer), std::min(others_.finished_rows(), field_.rows() - fewer)))
          continue;
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
  struct Beside {
    std::int64_t shift;
    const char* text;
  };

  std::optional<ValueExplanation> older() const {
    const std::int64_t last = plan_.passes - 1;
    const auto commands = static_cast<std::int64_t>(field_.commands());
    constexpr std::int64_t most_points = 100'000'000;
    if (field_.is_tile() || field_.rows() * field_.cols() * all_ * last * commands > most_points) return std::nullopt;
    std::vector<Operands> kinds{Operands::all};
    if (commands > 1) kinds = {Operands::all, Operands::of_f, Operands::of_r};
    const std::int64_t cols = field_.cols();
    std::vector<PassRange> columns{{0, cols - 1}};
    for (const std::int64_t lanes : {2, 4}) {  // those of a beat at the end of a row that is not full
      const PassRange rest{cols - cols % lanes, cols - 1};
      if (rest.first < cols && rest.first != columns.back().first) columns.push_back(rest);
    }
    for (std::int64_t pass = 1; pass <= last + 1; ++pass) {
      const PassRange passes = pass <= last ? PassRange{pass, pass} : PassRange{1, last};
      for (std::int64_t command = commands; command >= 0; --command) {
        const PassRange blocks = command < commands ? PassRange{command, command} : PassRange{0, commands - 1};
        for (std::size_t kind = 0; kind < kinds.size() * columns.size(); ++kind) {
          const Operands words = kinds[kind % kinds.size()];
          const PassRange& in = columns[kind / kinds.size()];
          const OtherPasses::Older read{passes, blocks, words, in};
          if (!is_got(others_.with_older(read), others_.finished_rows() - others_.unknown_rows(read))) continue;
          const char* const did = passes.first == passes.last
                                      ? "pass {0} had read what was there before pass {1} wrote{2}"
                                      : "each pass from {0} on had read what was there before "
                                        "the pass before it wrote{2}";
          const char* const of = words == Operands::of_f ? " f" : words == Operands::of_r ? " r" : "";
          std::string as_if = fmt::format(fmt::runtime(did), passes.first, passes.first - 1, of);
          if (commands > 1 && command < commands) as_if += ", in this block of the chain alone";
          if (in.first > 0) as_if += fmt::format(", in columns {} to {} alone", in.first, in.last);
          return explanation(passes.first, std::move(as_if));
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

  const SweepView& view_;
  const SweptField& field_;
  std::int64_t all_;
  OtherPasses others_;
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
  ValueExplanation found = of_sweeps_made(*made, all);
  if (*made == all - 1) found.as_if = "this sweep had not been made";
  if (view.field().is_tile()) found.component = "window or passes", found.as_if += ", or had set no point";
  if (!lost) return found;
  found.component += " or write-back";
  found.as_if += fmt::format(", or as if {}; the second takes the cycles of all passes", lost->as_if);
  return found;
}

}  // namespace stencil
