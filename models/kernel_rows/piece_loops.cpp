// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_rows/piece_loops.hpp"

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

using Kind = RowStep::Kind;
using Then = RowStep::Then;

struct Each {
  const double* values;
  double operator[](std::ptrdiff_t j) const { return values[j]; }
};
struct All {
  double value;
  double operator[](std::ptrdiff_t) const { return value; }
};

// Calls use(operand) with one of both types, so that the compiler knows which in each loop.
template <class Use>
void with_operand(const PieceOperand& operand, const Use& use) {
  if (operand.each != nullptr) {
    use(Each{operand.each});
  } else {
    use(All{operand.all});
  }
}

// __restrict: results never lie where operands are read, so that the compiler vectorises without run-time checks.
template <class A, class B, class Apply>
void loop(A a, B b, double* __restrict out, std::ptrdiff_t points, bool last, Apply apply) {
  if (last) {
    for (std::ptrdiff_t j = 0; j < points; ++j) out[j] = canonical_nan(apply(a[j], b[j]));
  } else {
    for (std::ptrdiff_t j = 0; j < points; ++j) out[j] = apply(a[j], b[j]);
  }
}

template <class A, class B, class C, class First, class Second>
void pair_loop(A a, B b, C c, double* __restrict out, std::ptrdiff_t points, bool last, First first, Second second) {
  if (last) {
    for (std::ptrdiff_t j = 0; j < points; ++j) out[j] = canonical_nan(second(first(a[j], b[j]), c[j]));
  } else {
    for (std::ptrdiff_t j = 0; j < points; ++j) out[j] = second(first(a[j], b[j]), c[j]);
  }
}

template <class Use>
void with_kind(Kind kind, const Use& use) {
  switch (kind) {
    case Kind::add:
      return use([](double x, double y) { return x + y; });
    case Kind::subtract:
      return use([](double x, double y) { return x - y; });
    case Kind::minus_sum:
      return use([](double x, double y) { return -x - y; });
    case Kind::multiply:
      return use([](double x, double y) { return x * y; });
    case Kind::minus_product:
      return use([](double x, double y) { return -(x * y); });
    case Kind::divide:
      return use([](double x, double y) { return x / y; });
    case Kind::minus_quotient:
      return use([](double x, double y) { return -(x / y); });
  }
}

// The kinds that begin a pair.
template <class Use>
void with_first(Kind kind, const Use& use) {
  if (kind == Kind::add) use([](double x, double y) { return x + y; });
  if (kind == Kind::subtract) use([](double x, double y) { return x - y; });
  if (kind == Kind::multiply) use([](double x, double y) { return x * y; });
}

template <class Use>
void with_second(Then then, const Use& use) {
  if (then == Then::add) use([](double x, double y) { return x + y; });
  if (then == Then::subtract) use([](double x, double y) { return x - y; });
  if (then == Then::subtract_from) use([](double x, double y) { return y - x; });
  if (then == Then::multiply) use([](double x, double y) { return x * y; });
}

}  // namespace

void piece_loop(const RowStep& step, const PieceOperand& a, const PieceOperand& b, const PieceOperand& c, double* out,
                std::ptrdiff_t points, bool last) {
  with_operand(a, [&](auto values_a) {
    with_operand(b, [&](auto values_b) {
      if (step.then == Then::nothing) {
        with_kind(step.kind, [&](auto apply) { loop(values_a, values_b, out, points, last, apply); });
        return;
      }
      with_operand(c, [&](auto values_c) {
        with_first(step.kind, [&](auto first) {
          with_second(step.then,
                      [&](auto second) { pair_loop(values_a, values_b, values_c, out, points, last, first, second); });
        });
      });
    });
  });
}

}  // namespace stencil
