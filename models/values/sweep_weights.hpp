// The weights of the point operator that a sweep applies, and their names in a device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include "models/values/canonical_nan.hpp"

#pragma GCC visibility push(default)
namespace stencil {

struct Formula;                                          // models/kernel_file/formula.hpp
class __attribute__((visibility("hidden"))) RowProgram;  // models/kernel_rows/row_program.hpp
enum class Instructions;                                 // models/instructions/instructions.hpp
// models/formula/point_formula.hpp; not of the library.
struct __attribute__((visibility("hidden"))) PointFormula;
struct __attribute__((visibility("hidden"))) RowsAt;  // models/memory_loops/row_of_points.hpp; likewise

// Every weight that has a register in a device; operators may share one. n0 .. n15: the numbers of a kernel file, by
// their places in it.
enum class Weight {
  rdx2,
  rdy2,
  beta,
  an,
  as,
  aw,
  ae,
  ac,
  n0,
  n1,
  n2,
  n3,
  n4,
  n5,
  n6,
  n7,
  n8,
  n9,
  n10,
  n11,
  n12,
  n13,
  n14,
  n15
};
inline constexpr std::array<const char*, 24> weight_names{"rdx2", "rdy2", "beta", "aN",  "aS",  "aW", "aE", "aC", "n0",
                                                          "n1",   "n2",   "n3",   "n4",  "n5",  "n6", "n7", "n8", "n9",
                                                          "n10",  "n11",  "n12",  "n13", "n14", "n15"};  // by Weight
inline constexpr std::size_t weight_count = weight_names.size();
inline constexpr std::size_t formula_number_count = 16;

// The name of a weight, for example "rdx2".
constexpr const char* name_of(Weight weight) {
  return weight_names[static_cast<std::size_t>(weight)];
}

// A weight of an operator, and its register.
template <class Weights>
struct WeightField {
  Weight weight;
  double Weights::*member;
};

// What each operator has beside its numbers, in models alone: set_row() makes a row of a sweep as sweep_row() does
// (models/jacobi.hpp), set_memory_rows() as memory_rows() (models/memory_loops/memory_rows.hpp) or, where `lower` is
// null, as memory_row(), and operations_of() lists the operations of a point as formula_of() does
// (models/formula/point_formula.hpp).
#define STENCIL_IN_MODELS __attribute__((visibility("hidden")))

// ((north + south)*rdx2 + (west + east)*rdy2 - r)*beta
struct JacobiWeights {
  static constexpr const char* name = "Jacobi";

  double rdx2 = 0.0;
  double rdy2 = 0.0;
  double beta = 0.0;

  static constexpr std::array<WeightField<JacobiWeights>, 3> fields();

  STENCIL_IN_MODELS friend void set_row(const JacobiWeights& weights, Instructions instructions, std::int64_t cols,
                                        const double* north, const double* row, const double* south, const double* r,
                                        double* out);
  STENCIL_IN_MODELS friend void set_memory_rows(const JacobiWeights& weights, Instructions instructions,
                                                std::int64_t cols, const RowsAt* upper, const RowsAt* lower);
  STENCIL_IN_MODELS friend const PointFormula& operations_of(const JacobiWeights& weights);
};

constexpr std::array<WeightField<JacobiWeights>, 3> JacobiWeights::fields() {
  return {{{Weight::rdx2, &JacobiWeights::rdx2},
           {Weight::rdy2, &JacobiWeights::rdy2},
           {Weight::beta, &JacobiWeights::beta}}};
}

// ((((an*north + as*south) + (aw*west + ae*east)) + ac*centre) - r)*beta
struct FivePointWeights {
  static constexpr const char* name = "five-point";

  double an = 0.0;
  double as = 0.0;
  double aw = 0.0;
  double ae = 0.0;
  double ac = 0.0;
  double beta = 0.0;

  static constexpr std::array<WeightField<FivePointWeights>, 6> fields();

  STENCIL_IN_MODELS friend void set_row(const FivePointWeights& weights, Instructions instructions, std::int64_t cols,
                                        const double* north, const double* row, const double* south, const double* r,
                                        double* out);
  STENCIL_IN_MODELS friend void set_memory_rows(const FivePointWeights& weights, Instructions instructions,
                                                std::int64_t cols, const RowsAt* upper, const RowsAt* lower);
  STENCIL_IN_MODELS friend const PointFormula& operations_of(const FivePointWeights& weights);
};

constexpr std::array<WeightField<FivePointWeights>, 6> FivePointWeights::fields() {
  return {{{Weight::an, &FivePointWeights::an},
           {Weight::as, &FivePointWeights::as},
           {Weight::aw, &FivePointWeights::aw},
           {Weight::ae, &FivePointWeights::ae},
           {Weight::ac, &FivePointWeights::ac},
           {Weight::beta, &FivePointWeights::beta}}};
}

// The formula of a kernel file, with its numbers; made by formula_weights() (models/kernel_rows/formula_weights.hpp).
struct FormulaWeights {
  static constexpr const char* name = "formula";

  std::shared_ptr<const Formula> formula;     // null: none, or one of which only the digest is known
  std::shared_ptr<const RowProgram> program;  // evaluates it
  std::uint64_t digest = 0;                   // of its operations; 0: no formula
  std::uint32_t used = 0;                     // bit k: the operations read number k, which has a register then
  bool reads_source = false;                  // the operations read the right-hand side
  std::array<double, formula_number_count> numbers{};

  bool uses(std::size_t number) const { return (used >> number & 1) != 0; }

  STENCIL_IN_MODELS friend void set_row(const FormulaWeights& weights, Instructions instructions, std::int64_t cols,
                                        const double* north, const double* row, const double* south, const double* r,
                                        double* out);
  STENCIL_IN_MODELS friend void set_memory_rows(const FormulaWeights& weights, Instructions instructions,
                                                std::int64_t cols, const RowsAt* upper, const RowsAt* lower);
  STENCIL_IN_MODELS friend const PointFormula& operations_of(const FormulaWeights& weights);
};

// All operators, in the order of their bits in register KERNELS: a sweep sets all inner points with one of them, from
// the values of the sweep before.
using SweepWeights = std::variant<JacobiWeights, FivePointWeights, FormulaWeights>;
inline constexpr std::size_t sweep_operator_count = std::variant_size_v<SweepWeights>;

// A flag for each operator, by its place in SweepWeights.
using SweepOperatorSet = std::array<bool, sweep_operator_count>;

namespace detail {

template <std::size_t... place>
std::array<SweepWeights, sizeof...(place)> all_zero_weights(std::index_sequence<place...>) {
  return {SweepWeights(std::in_place_index<place>)...};
}

// Weights: const or not.
template <class Weights, class Visit>
void for_each_field(Weights& weights, const Visit& visit) {
  if constexpr (std::is_same_v<std::remove_const_t<Weights>, FormulaWeights>) {
    for (std::size_t k = 0; k < formula_number_count; ++k) {
      if (weights.uses(k)) visit(static_cast<Weight>(static_cast<std::size_t>(Weight::n0) + k), weights.numbers[k]);
    }
  } else {
    for (const auto& field : weights.fields()) visit(field.weight, weights.*field.member);
  }
}

}  // namespace detail

// Every operator, with weights 0; that of formulas without a formula.
inline std::array<SweepWeights, sweep_operator_count> sweep_operators() {
  return detail::all_zero_weights(std::make_index_sequence<sweep_operator_count>());
}

// "Jacobi"
inline const char* operator_name(const SweepWeights& weights) {
  return std::visit([](const auto& of) { return of.name; }, weights);
}

// Calls visit(Weight, double&) for each weight of the operator; for a const one visit(Weight, double).
template <class Visit>
void for_each_weight(SweepWeights& weights, const Visit& visit) {
  std::visit([&](auto& of) { detail::for_each_field(of, visit); }, weights);
}

template <class Visit>
void for_each_weight(const SweepWeights& weights, const Visit& visit) {
  std::visit([&](const auto& of) { detail::for_each_field(of, visit); }, weights);
}

// True where the operator reads the right-hand side.
inline bool reads_rhs(const SweepWeights& weights) {
  const auto* formula = std::get_if<FormulaWeights>(&weights);
  return formula == nullptr || formula->reads_source;
}

// True for the same operator with the same weights, bit by bit.
inline bool same_bits(const SweepWeights& a, const SweepWeights& b) {
  if (a.index() != b.index()) return false;
  const auto* formula = std::get_if<FormulaWeights>(&a);
  if (formula != nullptr && formula->digest != std::get<FormulaWeights>(b).digest) return false;
  std::array<std::uint64_t, weight_count> bits{};
  for_each_weight(a, [&](Weight weight, double value) { bits[static_cast<std::size_t>(weight)] = bits_of(value); });
  bool same = true;
  for_each_weight(
      b, [&](Weight weight, double value) { same = same && bits[static_cast<std::size_t>(weight)] == bits_of(value); });
  return same;
}

}  // namespace stencil
#undef STENCIL_IN_MODELS
#pragma GCC visibility pop
