// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_rows/formula_weights.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "models/kernel_rows/row_program.hpp"

namespace stencil {
namespace {

static_assert(most_formula_numbers == formula_number_count);

// FNV-1a, 64 bits.
class Digest {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) {
      value_ ^= word >> 8 * byte & 0xff;
      value_ *= 0x100000001b3;
    }
  }
  void add(const FormulaOperand& operand) {
    add(static_cast<std::uint64_t>(operand.kind));
    add(static_cast<std::uint64_t>(std::int64_t{operand.row} + 1));
    add(static_cast<std::uint64_t>(std::int64_t{operand.col} + 1));
    add(operand.index);
    add(bits_of(operand.literal));
    add(operand.negated ? 1 : 0);
  }
  std::uint64_t value() const { return std::max<std::uint64_t>(value_, 1); }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace

std::uint64_t formula_digest(const Formula& formula) {
  Digest digest;
  for (const FormulaOperation& operation : formula.operations) {
    digest.add(static_cast<std::uint64_t>(operation.kind));
    digest.add(operation.a);
    digest.add(operation.b);
  }
  return digest.value();
}

FormulaWeights formula_weights(Formula formula) {
  FormulaWeights weights;
  weights.digest = formula_digest(formula);
  weights.reads_source = formula.reads_source;
  for (std::size_t k = 0; k < formula.numbers.size(); ++k) {
    if (formula.numbers[k].used) weights.used |= std::uint32_t{1} << k;
  }
  weights.program = std::make_shared<const RowProgram>(formula);
  weights.formula = std::make_shared<const Formula>(std::move(formula));
  return weights;
}

FormulaWeights with_numbers(FormulaWeights weights, const std::vector<double>& numbers) {
  std::copy(numbers.begin(), numbers.end(), weights.numbers.begin());
  return weights;
}

}  // namespace stencil
