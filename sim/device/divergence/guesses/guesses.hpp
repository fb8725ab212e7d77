// Guesses at what made a value of a sweep wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/device/divergence/guesses/explanation.hpp"

namespace stencil {

struct Guess {
  ValueExplanation explanation;
  // The value that a word would have; no value: the guess says nothing of it.
  std::function<std::optional<double>(std::int64_t word)> value;
  // It may have several values for a word: not beside one that fits as many words. only_all: and only where it fits all
  // of them, which are several.
  bool only_if_better = false;
  bool only_all = false;
  // Of these, one that says more: it comes before the others.
  bool is_certain = false;
};

// "the value one row north of it", "the value 63 words behind it".
std::string place_text(std::int64_t shift, std::int64_t cols);
// "operand north", "weight rdx2".
std::string operand_component(const FormulaInput& input);
// Of a step of the formula: "adder", "adder 'north + south' " and what it did.
ValueExplanation operator_explanation(const PointFormula& formula, std::size_t step, const std::string& did);

// The points that a sweep sets have what the formula gives if `each` stands for its operators.
Guess formula_guess(const SweepView& view, ValueExplanation explanation, PointFormula::Each each);

// Another operand, another operation, a result that was not written.
std::vector<Guess> plain_guesses(const SweepView& view, std::int64_t processing_elements, const BufferContents& others);
// An operand of an operator had been the result of another. Another operator of the device had been selected, with the
// weights of the job that it shares and 0 for its others, as they are after a reset.
std::vector<Guess> operator_guesses(const SweepView& view, const std::vector<SweepWeights>& operators);
// Other roundings of one operator, all of a kind, or all.
std::vector<Guess> rounding_guesses(const SweepView& view);
// Operators that are one, in another order, or another formula.
std::vector<Guess> arithmetic_guesses(const SweepView& view);
// A bit of an operator's result, one ULP of it, a bit of an operand or of all weights.
std::vector<Guess> one_bit_guesses(const SweepView& view);
std::vector<Guess> two_bit_guesses(const SweepView& view);
// Several operators of a kind, not always the same; of one operator or operand, any bit.
std::vector<Guess> any_of_guesses(const SweepView& view);
// Operators that are wrong for subnormals, zeros or infinities.
std::vector<Guess> class_guesses(const SweepView& view);
// The stencil or the border of a neighbour; points that line buffers keep otherwise.
std::vector<Guess> place_guesses(const SweepView& view);
// One operand was the same word of some buffer for all of these wrong words.
std::vector<Guess> constant_guesses(const SweepView& view, const std::vector<std::int64_t>& wrong,
                                    const BufferContents& others);
// One operand, or the result, is that of a word at a distance that gives one of these wrong words its value.
std::vector<Guess> distant_guesses(const SweepView& view, const std::vector<std::int64_t>& wrong);

// Of a tile, what its last pass writes lies at one distance from its place.
std::optional<ValueExplanation> explain_moved_results(const SweepView& view, std::int64_t processing_elements);
// Of a tile, whole rows are wrong by themselves, as far apart as bands of row slots are high.
std::optional<ValueExplanation> explain_bands(const SweepView& view);
// The same where other points are wrong by themselves too, but hardly a whole row elsewhere.
std::optional<ValueExplanation> explain_bands_among_others(const SweepView& view);
// Zeros of the other sign, too few to tell the operators apart that may have made them.
std::optional<ValueExplanation> explain_zero_signs(const SweepView& view);
// Many values of a tile that are off by little, or some of a sweep that are off by a rounding: not by another operand.
std::optional<ValueExplanation> explain_small_errors(const SweepView& view);

// Points that the sweep does not set are what was at a distance from them: so are operands of their neighbours.
std::optional<ValueExplanation> explain_passing(const SweepView& view);
// A whole row or column of points that the sweep sets is 0, and nothing else is wrong.
std::optional<ValueExplanation> explain_unset_line(const SweepView& view);
// All that is wrong are NaNs of other bits.
std::optional<ValueExplanation> explain_nans(const SweepView& view);
// Points are wrong by themselves, or not, by where the significand of an operator's result lies.
std::optional<ValueExplanation> explain_significands(const SweepView& view);
// All values that are wrong are of points that the sweep does not set.
std::optional<ValueExplanation> explain_border(const SweepView& view);

// All points are as after fewer sweeps, or as if the results of whole passes had been lost.
std::optional<ValueExplanation> explain_passes(const SweepView& view, std::int64_t processing_elements,
                                               std::optional<TookCycles> took);

// A tile's sweep is what one with one or more edges a row or column further gives.
std::optional<ValueExplanation> explain_window(const SweepView& view);
// Explains a tile whose last pass, of several sweeps, had an edge elsewhere or with another slope.
std::optional<ValueExplanation> explain_pass_window(const SweepView& view, std::int64_t processing_elements);
// Explains wrong lines beside the block's border by a pass that set the border: one line fewer than its sweeps.
std::optional<ValueExplanation> explain_lines_at_edge(const SweepView& view, std::int64_t processing_elements);
// The first wrong points of a tile are all those along the edge that its sweep begins at.
std::optional<ValueExplanation> explain_first_line(const SweepView& view);

// Of the guesses that give the first of these words its value, the one that fits most of them, and more than half:
// fewer fit by chance. Where some fit all of them and leave the words `right` as they are, one of those. Several
// that fit as many are one if they have a component in common; operators and operands are all named, those first that
// can give most of the words; else a few components are all named, and of more the explanation has none. No value: none
// does. The first word may be the edge of what is wrong, which nearly all others explain, unless first_counts: the
// others are of another field.
std::optional<ValueExplanation> best_guess(const std::vector<Guess>& guesses, const std::vector<std::int64_t>& words,
                                           const std::function<double(std::int64_t word)>& got,
                                           const std::vector<std::int64_t>& right = {}, bool first_counts = false);

}  // namespace stencil
