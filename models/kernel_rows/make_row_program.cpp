// RowProgram made of a formula: signs moved into operations, two or three of them in one loop, scratch memory shared.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "models/kernel_rows/row_program.hpp"

namespace stencil {
namespace {

using From = RowStep::From;
using Kind = RowStep::Kind;
using Then = RowStep::Then;

RowStep::Operand row_operand(const FormulaOperand& operand, const std::vector<RowStep>& steps) {
  RowStep::Operand made;
  made.negated = operand.negated;
  made.index = operand.index;
  switch (operand.kind) {
    case FormulaOperand::Kind::field:
      made.from = From::field;
      made.row = operand.row;
      made.col = operand.col;
      break;
    case FormulaOperand::Kind::source:
      made.from = From::source;
      break;
    case FormulaOperand::Kind::number:
      made.from = From::number;
      break;
    case FormulaOperand::Kind::literal:
      made.from = From::literal;
      made.literal = operand.literal;
      break;
    case FormulaOperand::Kind::operation:
      made.from = steps[operand.index].constant ? From::constant_step : From::step;
      break;
  }
  return made;
}

// Takes the sign off a value that differs from point to point.
bool take_sign(RowStep::Operand& operand) {
  const bool negated = operand.negated && !operand.constant();
  if (negated) operand.negated = false;
  return negated;
}

// No bit but the sign of a NaN, which is made canonical at the end, depends on where a sign is flipped.
void move_signs(RowStep& step) {
  const bool a = take_sign(step.a);
  const bool b = take_sign(step.b);
  if (step.kind == Kind::add || step.kind == Kind::subtract) {
    const bool minus_b = (step.kind == Kind::subtract) != b;
    step.kind = minus_b && a ? Kind::minus_sum : minus_b || a ? Kind::subtract : Kind::add;
    if (a && !minus_b) std::swap(step.a, step.b);
  } else if (a != b) {
    step.kind = step.kind == Kind::multiply ? Kind::minus_product : Kind::minus_quotient;
  }
}

// Puts the constant operand first where the order is free, so that there are fewer loops.
void put_constant_first(RowStep& step) {
  const bool free = step.kind == Kind::add || step.kind == Kind::minus_sum || step.kind == Kind::multiply ||
                    step.kind == Kind::minus_product;
  if (free && step.b.constant()) std::swap(step.a, step.b);
}

Kind kind_of(const FormulaOperation& operation) {
  switch (operation.kind) {
    case FormulaOperation::Kind::add:
      return Kind::add;
    case FormulaOperation::Kind::subtract:
      return Kind::subtract;
    case FormulaOperation::Kind::multiply:
      return Kind::multiply;
    case FormulaOperation::Kind::divide:
      break;
  }
  return exact_factor(operation) == 0.0 ? Kind::divide : Kind::multiply;
}

bool is_plain(Kind kind) {
  return kind == Kind::add || kind == Kind::subtract || kind == Kind::multiply;
}

// Whether two steps have the same loop.
bool is_alike(const RowStep& one, const RowStep& other) {
  return one.kind == other.kind && one.a.constant() == other.a.constant() && one.b.constant() == other.b.constant();
}

}  // namespace

RowProgram::RowProgram(const Formula& formula, Instructions instructions) {
  for (const FormulaOperation& operation : formula.operations) {
    RowStep step;
    step.kind = kind_of(operation);
    step.a = row_operand(operation.a, steps_);
    step.b = row_operand(operation.b, steps_);
    const bool quotient = operation.kind == FormulaOperation::Kind::divide;
    if (quotient && step.kind == Kind::multiply) step.b.literal = exact_factor(operation);
    step.constant = step.a.constant() && step.b.constant();
    move_signs(step);
    if (!step.constant) put_constant_first(step);
    steps_.push_back(step);
  }
  merge_pairs();
  share_slots();
  choose_loops(instructions);
}

// The user's place among the steps gets the operations.
void RowProgram::merge_pairs() {
  std::vector<int> uses(steps_.size());
  for (const RowStep& step : steps_) {
    for (const RowStep::Operand* operand : {&step.a, &step.b}) {
      if (operand->from == From::step) ++uses[operand->index];
    }
  }
  const auto can_begin = [&](const RowStep::Operand& operand) {
    if (operand.from != From::step || uses[operand.index] != 1) return false;
    const RowStep& first = steps_[operand.index];
    return first.then == Then::nothing && is_plain(first.kind);
  };
  for (RowStep& step : steps_) {
    if (!is_plain(step.kind) || step.constant) continue;
    const bool a = can_begin(step.a), b = can_begin(step.b);
    if (!a && !b) continue;
    RowStep& first = steps_[a ? step.a.index : step.b.index];
    step.then = step.kind == Kind::add        ? Then::add
                : step.kind == Kind::multiply ? Then::multiply
                : a                           ? Then::subtract
                                              : Then::subtract_from;
    step.c = a ? step.b : step.a;
    if (a && b && is_alike(first, steps_[step.b.index])) {
      RowStep& other = steps_[step.b.index];
      step.alike = other.merged = true;
      step.c = other.a;
      step.d = other.b;
    }
    step.kind = first.kind;
    step.a = first.a;
    step.b = first.b;
    first.merged = true;
  }
}

// A slot is free again after the last step that reads it, never for that step's own result.
void RowProgram::share_slots() {
  std::vector<std::size_t> last_use(steps_.size());
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    if (steps_[k].merged) continue;
    for (const RowStep::Operand* operand : {&steps_[k].a, &steps_[k].b, &steps_[k].c, &steps_[k].d}) {
      if (operand->from == From::step) last_use[operand->index] = k;
    }
  }
  std::vector<std::size_t> free;
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    if (steps_[k].constant || steps_[k].merged) continue;
    if (free.empty()) free.push_back(slots_++);
    steps_[k].slot = free.back();
    free.pop_back();
    for (std::size_t before = 0; before < k; ++before) {
      const RowStep& step = steps_[before];
      if (!step.constant && !step.merged && last_use[before] == k) free.push_back(step.slot);
    }
  }
}

RowProgram::Place RowProgram::place_of(const RowStep::Operand& operand) {
  Place place;
  if (operand.constant()) {
    place.constant = constants_.size();
    constants_.push_back(operand);
  } else if (operand.from == From::field) {
    place.stream = static_cast<std::size_t>(std::ptrdiff_t{operand.row} + 1);
    place.offset = operand.col;
  } else if (operand.from == From::source) {
    place.stream = source_stream;
  } else {
    place.offset = static_cast<std::ptrdiff_t>(steps_[operand.index].slot * slot_words);
  }
  return place;
}

void RowProgram::choose_loops(Instructions instructions) {
  for (const RowStep& step : steps_) {
    if (step.constant) constant_steps_.push_back(static_cast<std::size_t>(&step - steps_.data()));
    if (step.constant || step.merged) continue;
    Loop loop{piece_loop(step, &step == &steps_.back(), instructions),
              {place_of(step.a), place_of(step.b)},
              static_cast<std::ptrdiff_t>(step.slot * slot_words)};
    if (step.then != Then::nothing) loop.from[2] = place_of(step.c);
    if (step.alike) loop.from[3] = place_of(step.d);
    loops_.push_back(loop);
  }
}

}  // namespace stencil
