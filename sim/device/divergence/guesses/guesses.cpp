// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/guesses/guesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

using Words = std::vector<double>;

struct Source {
  std::string text;
  const Words* words;
  std::int64_t shift;  // of the word
  bool stale = false;
};

std::optional<double> word_of(const Source& source, std::int64_t word) {
  const std::int64_t at = word + source.shift;
  if (at < 0 || at >= static_cast<std::int64_t>(source.words->size())) return std::nullopt;
  return (*source.words)[static_cast<std::size_t>(at)];
}

// Words around one, and the same of another time.
void add_neighbours(std::vector<Source>& sources, const Words* words, std::int64_t cols) {
  sources.push_back({"the value one row north of it", words, -cols});
  sources.push_back({"the value one row south of it", words, cols});
  sources.push_back({"the value one word before it", words, -1});
  sources.push_back({"the value one word behind it", words, 1});
}

// Of words that are all the same none is recognised.
bool are_several(const Words& words) {
  return std::any_of(words.begin(), words.end(), [&](double word) { return bits_of(word) != bits_of(words.front()); });
}

void add_others(std::vector<Source>& sources, const std::vector<OtherContents>& others) {
  for (const OtherContents& other : others) {
    if (are_several(other.words)) sources.push_back({"what was there " + other.text, &other.words, 0, true});
  }
}

// Values of a word after other sweeps than `now`.
void add_sweeps(std::vector<Source>& sources, const SweptField& field, std::int64_t now, std::int64_t back) {
  const std::int64_t last = field.is_tile() ? std::min(now + 1, field.sweeps()) : now + 1;
  for (std::int64_t k = std::max<std::int64_t>(0, now - back); k <= last; ++k) {
    if (k == now) continue;
    sources.push_back({k == 0 ? "its value before the first sweep" : fmt::format("its value after sweep {}", k - 1),
                       &field.after(k), 0});
  }
}

class Plain {
 public:
  Plain(const SweepView& view, std::int64_t processing_elements, const BufferContents& others)
      : view_(view), formula_(view.field().formula()) {
    const SweptField& field = view.field();
    const std::int64_t back = 2 * std::max<std::int64_t>(processing_elements, 1);
    add_neighbours(field_sources_, &field.after(view.sweep()), field.cols());
    add_sweeps(field_sources_, field, view.sweep(), back);
    add_others(field_sources_, others.f);
    if (!field.is_tile()) add_neighbours(r_sources_, &field.r(), field.cols());
    add_others(r_sources_, others.r);
    add_neighbours(result_sources_, &field.after(view.sweep() + 1), field.cols());
    add_sweeps(result_sources_, field, view.sweep() + 1, back);
    add_others(result_sources_, others.f);
  }

  std::vector<Guess> operator()() {
    for (std::size_t i = 0; i < formula_.inputs.size(); ++i) other_operands(i);
    exchanged_inputs();
    for (std::size_t i = 0; i < formula_.steps.size(); ++i) other_operations(i);
    for (const Source& source : result_sources_) {
      add({"write-back", source.text + " had been kept", {}, {}, source.stale},
          [source](std::int64_t word) { return word_of(source, word); });
    }
    return std::move(guesses_);
  }

 private:
  using Value = std::function<std::optional<double>(std::int64_t)>;

  void add(ValueExplanation explanation, Value value) {
    guesses_.push_back({std::move(explanation), std::move(value)});
  }

  void replace(std::size_t input, const std::string& as_if, bool stale, const Value& other) {
    const std::string name = formula_.inputs[input].name;
    add({operand_component(formula_.inputs[input]), fmt::format("{} had been {}", name, as_if), {}, input, stale},
        [this_view = &view_, formula = &formula_, input, other](std::int64_t word) -> std::optional<double> {
          if (!this_view->field().sets(word, this_view->sweep())) return std::nullopt;
          const std::optional<double> value = other(word);
          if (!value) return std::nullopt;
          std::vector<double> operands = this_view->operands(word);
          operands[input] = *value;
          return formula->value(operands);
        });
  }

  void other_operands(std::size_t input) {
    const FormulaInput& of = formula_.inputs[input];
    if (of.kind == FormulaInput::Kind::constant) return;
    const std::int64_t at = of.rows * view_.field().cols() + of.cols;
    if (of.kind == FormulaInput::Kind::weight) {
      for (std::size_t other = 0; other < formula_.inputs.size(); ++other) {
        if (formula_.inputs[other].kind != FormulaInput::Kind::weight || other == input) continue;
        replace(input, formula_.inputs[other].name, false,
                [this_view = &view_, other](std::int64_t word) { return this_view->operands(word)[other]; });
      }
    } else {
      const bool is_field = of.kind == FormulaInput::Kind::field;
      for (std::size_t other = 0; is_field && other < formula_.inputs.size(); ++other) {
        if (formula_.inputs[other].kind != FormulaInput::Kind::field || other == input) continue;
        replace(input, formula_.inputs[other].name, false,
                [this_view = &view_, other](std::int64_t word) { return this_view->operands(word)[other]; });
      }
      for (const Source& source : is_field ? field_sources_ : r_sources_) {
        replace(input, source.text, source.stale,
                [source, at](std::int64_t word) { return word_of(source, word + at); });
      }
    }
    if (of.kind != FormulaInput::Kind::weight) replace(input, "0", false, [](std::int64_t) { return 0.0; });
  }

  void exchanged_inputs() {
    for (std::size_t a = 0; a < formula_.inputs.size(); ++a) {
      for (std::size_t b = a + 1; b < formula_.inputs.size(); ++b) {
        const FormulaInput &of = formula_.inputs[a], &with = formula_.inputs[b];
        const bool are_weights = of.kind == FormulaInput::Kind::weight;
        if (of.kind != with.kind || (!are_weights && of.kind != FormulaInput::Kind::field)) continue;
        add({fmt::format("{} {} and {}", are_weights ? "weights" : "operands", of.name, with.name),
             fmt::format("{} and {} had been exchanged", of.name, with.name)},
            [this_view = &view_, formula = &formula_, a, b](std::int64_t word) -> std::optional<double> {
              if (!this_view->field().sets(word, this_view->sweep())) return std::nullopt;
              std::vector<double> operands = this_view->operands(word);
              std::swap(operands[a], operands[b]);
              return formula->value(operands);
            });
        if (are_weights) {
          written_beside(a, b);
          written_beside(b, a);
        }
      }
    }
  }

  // A register without a value holds 0, as after a reset.
  void written_beside(std::size_t to, std::size_t from) {
    const std::string &name = formula_.inputs[to].name, &other = formula_.inputs[from].name;
    add({fmt::format("weights {} and {}", name, other),
         fmt::format("{} had been {}, and {} had been 0", name, other, other)},
        [this_view = &view_, formula = &formula_, to, from](std::int64_t word) -> std::optional<double> {
          if (!this_view->field().sets(word, this_view->sweep())) return std::nullopt;
          std::vector<double> operands = this_view->operands(word);
          operands[to] = std::exchange(operands[from], 0.0);
          return formula->value(operands);
        });
    // Among so many pairs one fits a word by chance.
    guesses_.back().only_if_better = guesses_.back().only_all = true;
  }

  void change(std::size_t step, const std::string& as_if, const PointFormula::Change& how) {
    add(operator_explanation(formula_, step, as_if),
        [this_view = &view_, formula = &formula_, step, how](std::int64_t word) -> std::optional<double> {
          if (!this_view->field().sets(word, this_view->sweep())) return std::nullopt;
          return formula->value(this_view->operands(word), step, how);
        });
  }

  void other_operations(std::size_t step) {
    const PointOperation operation = formula_.steps[step].operation;
    if (operation == PointOperation::add)
      change(step, "had subtracted",
             [](double, double a, double b) { return stencil::apply(PointOperation::subtract, a, b); });
    if (operation == PointOperation::subtract)
      change(step, "had added", [](double, double a, double b) { return stencil::apply(PointOperation::add, a, b); });
    // An operand of 0 looks like one that was passed by.
    const FormulaStep& of = formula_.steps[step];
    const bool adds = operation == PointOperation::add || operation == PointOperation::subtract;
    if (!adds || of.b >= formula_.inputs.size())
      change(step, "had passed its first operand on", [](double, double a, double) { return a; });
    if (operation == PointOperation::multiply || (operation == PointOperation::add && of.a >= formula_.inputs.size()))
      change(step, "had passed its second operand on", [](double, double, double b) { return b; });
    change(step, "had given 0", [](double, double, double) { return 0.0; });
  }

  const SweepView& view_;
  const PointFormula& formula_;
  std::vector<Source> field_sources_;
  std::vector<Source> r_sources_;
  std::vector<Source> result_sources_;
  std::vector<Guess> guesses_;
};

}  // namespace

Guess formula_guess(const SweepView& view, ValueExplanation explanation, PointFormula::Each each) {
  return {std::move(explanation), [&view, each = std::move(each)](std::int64_t word) -> std::optional<double> {
            if (!view.field().sets(word, view.sweep())) return std::nullopt;
            return view.field().formula().value(view.operands(word), each);
          }};
}

std::vector<Guess> plain_guesses(const SweepView& view, std::int64_t processing_elements,
                                 const BufferContents& others) {
  return Plain(view, processing_elements, others)();
}

}  // namespace stencil
