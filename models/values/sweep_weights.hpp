// The weights of the point operator that a sweep applies, and their names in a device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "models/values/canonical_nan.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Every weight that has a register in a device; operators may share one.
enum class Weight { rdx2, rdy2, beta, an, as, aw, ae, ac };
inline constexpr std::array<const char*, 8> weight_names{"rdx2", "rdy2", "beta", "aN",
                                                         "aS",   "aW",   "aE",   "aC"};  // by Weight
inline constexpr std::size_t weight_count = weight_names.size();

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

// ((north + south)*rdx2 + (west + east)*rdy2 - r)*beta
struct JacobiWeights {
  static constexpr const char* name = "Jacobi";

  double rdx2 = 0.0;
  double rdy2 = 0.0;
  double beta = 0.0;

  static constexpr std::array<WeightField<JacobiWeights>, 3> fields();
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
};

constexpr std::array<WeightField<FivePointWeights>, 6> FivePointWeights::fields() {
  return {{{Weight::an, &FivePointWeights::an},
           {Weight::as, &FivePointWeights::as},
           {Weight::aw, &FivePointWeights::aw},
           {Weight::ae, &FivePointWeights::ae},
           {Weight::ac, &FivePointWeights::ac},
           {Weight::beta, &FivePointWeights::beta}}};
}

// All operators: a sweep sets all inner points with one of them, from the values of the sweep before.
using SweepWeights = std::variant<JacobiWeights, FivePointWeights>;
inline constexpr std::size_t sweep_operator_count = std::variant_size_v<SweepWeights>;

// A flag for each operator, by its place in SweepWeights.
using SweepOperatorSet = std::array<bool, sweep_operator_count>;

namespace detail {

template <std::size_t... place>
std::array<SweepWeights, sizeof...(place)> all_zero_weights(std::index_sequence<place...>) {
  return {SweepWeights(std::in_place_index<place>)...};
}

}  // namespace detail

// Every operator, with weights 0.
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
  std::visit(
      [&](auto& of) {
        for (const auto& field : of.fields()) visit(field.weight, of.*field.member);
      },
      weights);
}

template <class Visit>
void for_each_weight(const SweepWeights& weights, const Visit& visit) {
  std::visit(
      [&](const auto& of) {
        for (const auto& field : of.fields()) visit(field.weight, of.*field.member);
      },
      weights);
}

// True for the same operator with the same weights, bit by bit.
inline bool same_bits(const SweepWeights& a, const SweepWeights& b) {
  if (a.index() != b.index()) return false;
  std::array<std::uint64_t, weight_count> bits{};
  for_each_weight(a, [&](Weight weight, double value) { bits[static_cast<std::size_t>(weight)] = bits_of(value); });
  bool same = true;
  for_each_weight(
      b, [&](Weight weight, double value) { same = same && bits[static_cast<std::size_t>(weight)] == bits_of(value); });
  return same;
}

}  // namespace stencil
#pragma GCC visibility pop
