// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_rows/piece_loops.hpp"

#include "models/instructions/each_set.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

using Kind = RowStep::Kind;
using Then = RowStep::Then;

struct Add {
  STENCIL_IN_LOOP static double of(double x, double y) { return x + y; }
};
struct Subtract {
  STENCIL_IN_LOOP static double of(double x, double y) { return x - y; }
};
struct SubtractFrom {
  STENCIL_IN_LOOP static double of(double x, double y) { return y - x; }
};
struct MinusSum {
  STENCIL_IN_LOOP static double of(double x, double y) { return -x - y; }
};
struct Multiply {
  STENCIL_IN_LOOP static double of(double x, double y) { return x * y; }
};
struct MinusProduct {
  STENCIL_IN_LOOP static double of(double x, double y) { return -(x * y); }
};
struct Divide {
  STENCIL_IN_LOOP static double of(double x, double y) { return x / y; }
};
struct MinusQuotient {
  STENCIL_IN_LOOP static double of(double x, double y) { return -(x / y); }
};

// An operand that differs from point to point, and one that does not.
struct Each {
  STENCIL_IN_LOOP explicit Each(const PieceOperand& from) : values(from.each) {}
  STENCIL_IN_LOOP double operator[](std::ptrdiff_t j) const { return values[j]; }
  const double* values;
};
struct All {
  STENCIL_IN_LOOP explicit All(const PieceOperand& from) : value(from.all) {}
  STENCIL_IN_LOOP double operator[](std::ptrdiff_t) const { return value; }
  double value;
};

// The operation of a loop at a point, ...
template <class A, class B, class Operation>
struct One {
  STENCIL_IN_LOOP explicit One(const PieceOperands& from) : a(from.a), b(from.b) {}
  STENCIL_IN_LOOP One(const PieceOperand& from_a, const PieceOperand& from_b) : a(from_a), b(from_b) {}
  STENCIL_IN_LOOP double operator[](std::ptrdiff_t j) const { return Operation::of(a[j], b[j]); }
  A a;
  B b;
};
// ... two, ...
template <class First, class C, class Second>
struct Two {
  STENCIL_IN_LOOP explicit Two(const PieceOperands& from) : first(from), c(from.c) {}
  STENCIL_IN_LOOP double operator[](std::ptrdiff_t j) const { return Second::of(first[j], c[j]); }
  First first;
  C c;
};
// ... or one on the results of two that are alike.
template <class First, class Second>
struct Three {
  STENCIL_IN_LOOP explicit Three(const PieceOperands& from) : ab(from.a, from.b), cd(from.c, from.d) {}
  STENCIL_IN_LOOP double operator[](std::ptrdiff_t j) const { return Second::of(ab[j], cd[j]); }
  First ab;
  First cd;
};

// __restrict: results never lie where operands are read, so that the compiler vectorises without run-time checks.
template <class Value, bool last>
STENCIL_IN_LOOP void store(const PieceOperands& from, double* __restrict out, std::ptrdiff_t points) {
  const Value value(from);
  for (std::ptrdiff_t j = 0; j < points; ++j) {
    if constexpr (last) {
      const double result = value[j];
      out[j] = result == result ? result : from_bits(canonical_nan_bits);
    } else {
      out[j] = value[j];
    }
  }
}

template <class Value, bool last>
struct PieceOf {
  template <int>
  STENCIL_IN_LOOP static void run(const PieceOperands* from, double* out, std::ptrdiff_t points) {
    store<Value, last>(*from, out, points);
  }
};

template <class T>
struct Type {
  using type = T;
};

template <class Value, bool last>
PieceLoop loop_of(Instructions instructions) {
  return loop_for<PieceOf<Value, last>, const PieceOperands*, double*, std::ptrdiff_t>(instructions);
}

// An operation whose operands may change places: the constant one is a.
template <class Operation, class Use>
PieceLoop with_either(const RowStep& step, const Use& use) {
  if (step.a.constant()) return use(Type<One<All, Each, Operation>>());
  return use(Type<One<Each, Each, Operation>>());
}

// Calls use(Type<One<...>>()) for the kinds that begin a loop of several operations.
template <class Use>
PieceLoop with_plain(const RowStep& step, const Use& use) {
  if (step.kind == Kind::add) return with_either<Add>(step, use);
  if (step.kind == Kind::multiply) return with_either<Multiply>(step, use);
  if (step.b.constant()) return use(Type<One<Each, All, Subtract>>());
  return with_either<Subtract>(step, use);
}

template <class Use>
PieceLoop with_then(Then then, const Use& use) {
  if (then == Then::add) return use(Type<Add>());
  if (then == Then::subtract) return use(Type<Subtract>());
  if (then == Then::subtract_from) return use(Type<SubtractFrom>());
  return use(Type<Multiply>());
}

template <class Use>
PieceLoop with_one(const RowStep& step, const Use& use) {
  if (step.kind == Kind::minus_sum) return with_either<MinusSum>(step, use);
  if (step.kind == Kind::minus_product) return with_either<MinusProduct>(step, use);
  if (step.kind == Kind::divide) return use(Type<One<Each, All, Divide>>());
  if (step.kind == Kind::minus_quotient) return use(Type<One<Each, All, MinusQuotient>>());
  return with_plain(step, use);
}

}  // namespace

PieceLoop piece_loop(const RowStep& step, bool last, Instructions instructions) {
  const auto chosen = [&](auto value) {
    using Value = typename decltype(value)::type;
    return last ? loop_of<Value, true>(instructions) : loop_of<Value, false>(instructions);
  };
  if (step.then == Then::nothing) return with_one(step, chosen);
  return with_plain(step, [&](auto first) {
    using First = typename decltype(first)::type;
    return with_then(step.then, [&](auto then) {
      using Second = typename decltype(then)::type;
      if (step.alike) return chosen(Type<Three<First, Second>>());
      if (step.c.constant()) return chosen(Type<Two<First, All, Second>>());
      return chosen(Type<Two<First, Each, Second>>());
    });
  });
}

double constant_result(Kind kind, double a, double b) {
  switch (kind) {
    case Kind::add:
      return Add::of(a, b);
    case Kind::subtract:
      return Subtract::of(a, b);
    case Kind::minus_sum:
      return MinusSum::of(a, b);
    case Kind::multiply:
      return Multiply::of(a, b);
    case Kind::minus_product:
      return MinusProduct::of(a, b);
    case Kind::divide:
      return Divide::of(a, b);
    case Kind::minus_quotient:
      return MinusQuotient::of(a, b);
  }
  return 0.0;
}

}  // namespace stencil
