// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/other_kernel.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "models/kernel_file/formula.hpp"
#include "models/kernel_file/number_values.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "sim/app/capsule/replay_text.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

constexpr auto first_number = static_cast<std::size_t>(Weight::n0);

using Numbers = std::map<std::string, double>;

// The name of a weight in the formula that has it, else in the device.
std::string name_in(const FormulaWeights& formula, Weight weight) {
  const auto place = static_cast<std::size_t>(weight);
  if (place < first_number || !formula.formula) return name_of(weight);
  return formula.formula->numbers.at(place - first_number).name;
}

Numbers numbers_of(const SweepWeights& weights) {
  Numbers numbers;
  const auto* formula = std::get_if<FormulaWeights>(&weights);
  for_each_weight(weights, [&](Weight weight, double value) {
    numbers[name_in(formula != nullptr ? *formula : FormulaWeights(), weight)] = value;
  });
  return numbers;
}

class Swap {
 public:
  Swap(const FormulaWeights& other, const Numbers& given) : other_(other), given_(given) {}

  // before: what the calls had.
  FormulaWeights weights(const Numbers& before) const {
    Numbers known = given_;
    known.insert(before.begin(), before.end());
    const std::vector<std::optional<double>> values = number_values(*other_.formula, known);
    std::vector<double> numbers;
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (other_.uses(k) && !values[k]) throw ArgumentError(no_value(other_.formula->numbers[k], before));
      numbers.push_back(values[k].value_or(0.0));
    }
    return with_numbers(other_, numbers);
  }

  void apply(DeviceCommand& command) const {
    auto* const sweep = std::get_if<SweepCommand>(&command);
    if (sweep == nullptr) return;
    if (other_.reads_source && !reads_rhs(sweep->weights)) {
      throw ArgumentError(
          fmt::format("--kernel is {}, which reads source {}: the calls have none, must be a formula without a source",
                      other_.formula->file, other_.formula->source));
    }
    sweep->weights = weights(numbers_of(sweep->weights));
  }

 private:
  std::string no_value(const FormulaNumber& number, const Numbers& before) const {
    std::string names;
    for (const auto& [name, value] : before) names += (names.empty() ? "" : ", ") + name;
    return fmt::format(
        "{}:{}:{}: number {} is none of the calls ({}) and {}, must be given: --number {}=X", other_.formula->file,
        number.place.line, number.place.column, number.name, names.empty() ? "which have none" : names,
        number.has_default ? "its default needs rows or cols, which they do not tell" : "has no default", number.name);
  }

  const FormulaWeights& other_;
  const Numbers& given_;
};

const SweepCommand* first_sweep(const Capsule& capsule) {
  for (const CapsuleCall& call : capsule.calls) {
    const auto* const sweep = std::get_if<SweepCommand>(&call.command);
    if (call.kind == CapsuleCall::Kind::command && sweep != nullptr) return sweep;
  }
  return nullptr;
}

// The numbers that the device keeps, by their names.
Numbers kept_numbers(const Capsule& capsule) {
  Numbers numbers;
  for (std::size_t i = 0; i < weight_count; ++i) {
    if (capsule.weights[i]) numbers[name_in(capsule.device.formula, static_cast<Weight>(i))] = *capsule.weights[i];
  }
  return numbers;
}

bool sweeps_with_kept(const Capsule& capsule) {
  return std::any_of(capsule.calls.begin(), capsule.calls.end(), [](const CapsuleCall& call) {
    const auto* const sweep = std::get_if<SweepCommand>(&call.command);
    return call.kind == CapsuleCall::Kind::command && sweep != nullptr && sweep->own_weights;
  });
}

}  // namespace

Capsule with_kernel(const Capsule& capsule, const FormulaWeights& other, const std::map<std::string, double>& given) {
  if (first_sweep(capsule) == nullptr) {
    throw ArgumentError(
        fmt::format("--kernel is {}, must not be given for calls without a sweep: tiles keep their "
                    "operator",
                    other.formula->file));
  }
  const Swap swap(other, given);
  Capsule swapped = capsule;
  swapped.device.formula = other;
  if (swapped.before) swap.apply(*swapped.before);
  for (CapsuleCall& call : swapped.calls) {
    if (call.kind == CapsuleCall::Kind::command) swap.apply(call.command);
  }
  for (std::size_t i = first_number; i < weight_count; ++i) swapped.weights[i] = std::nullopt;
  if (sweeps_with_kept(capsule)) {
    const SweepWeights kept = swap.weights(kept_numbers(capsule));
    for_each_weight(kept,
                    [&](Weight weight, double value) { swapped.weights[static_cast<std::size_t>(weight)] = value; });
  }
  return swapped;
}

std::string other_kernel_text(const Capsule& captured, const Capsule& played) {
  const SweepWeights& before = first_sweep(captured)->weights;
  const auto* const file = std::get_if<FormulaWeights>(&before);
  std::string numbers;
  for (const auto& [name, value] : numbers_of(first_sweep(played)->weights))
    numbers += fmt::format("{}{}={}", numbers.empty() ? "; " : ",", name, value);
  const ExpectedWords words = expected_words(captured, played);
  return wrapped(fmt::format("kernel: {} in place of {}{}; {} of {} expected change",
                             one_line(played.device.formula.formula->file),
                             file != nullptr ? one_line(file->formula->file) : operator_name(before), numbers,
                             with_commas(words.changed), counted(words.all, "word")),
                 2, 0) +
         "\n";
}

}  // namespace stencil
