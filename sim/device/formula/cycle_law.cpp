// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/cycle_law.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace stencil {
namespace {

using Term = CycleLaw::Term;

bool term_covers(const Term& a, const Term& b) {
  return a.adds >= b.adds && a.muls >= b.muls && a.divs >= b.divs;
}

Term moved(Term term, ArithmeticUnit unit, int by) {
  (unit == ArithmeticUnit::adder ? term.adds : unit == ArithmeticUnit::multiplier ? term.muls : term.divs) += by;
  return term;
}

std::string term_text(const Term& term) {
  std::string text;
  const auto add = [&](int count, ArithmeticUnit unit) {
    if (count == 0) return;
    text += (text.empty() ? "" : " + ") + (count == 1 ? "" : std::to_string(count) + "*") + latency_parameter(unit);
  };
  add(term.adds, ArithmeticUnit::adder);
  add(term.muls, ArithmeticUnit::multiplier);
  add(term.divs, ArithmeticUnit::divider);
  return text.empty() ? "0" : text;
}

}  // namespace

std::int64_t cycles_of(ArithmeticUnit unit, const ArithmeticLatencies& latencies) {
  return unit == ArithmeticUnit::adder        ? latencies.add
         : unit == ArithmeticUnit::multiplier ? latencies.mul
                                              : latencies.div;
}

const char* latency_parameter(ArithmeticUnit unit) {
  return unit == ArithmeticUnit::adder        ? "ADD_LATENCY"
         : unit == ArithmeticUnit::multiplier ? "MUL_LATENCY"
                                              : "DIV_LATENCY";
}

CycleLaw::CycleLaw(std::vector<Term> terms) {
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const auto covered = [&](const Term& other) { return term_covers(other, terms[k]); };
    const bool later = std::any_of(terms.begin() + static_cast<std::ptrdiff_t>(k) + 1, terms.end(), covered);
    if (!later && std::none_of(terms_.begin(), terms_.end(), covered)) {
      terms_.erase(
          std::remove_if(terms_.begin(), terms_.end(), [&](const Term& kept) { return term_covers(terms[k], kept); }),
          terms_.end());
      terms_.push_back(terms[k]);
    }
  }
  std::sort(terms_.begin(), terms_.end(), [](const Term& a, const Term& b) {
    return std::tie(b.adds, b.muls, b.divs) < std::tie(a.adds, a.muls, a.divs);
  });
}

CycleLaw CycleLaw::after(ArithmeticUnit unit) const {
  std::vector<Term> terms;
  for (const Term& term : terms_) terms.push_back(moved(term, unit, 1));
  return CycleLaw(std::move(terms));
}

CycleLaw CycleLaw::larger(const CycleLaw& other) const {
  std::vector<Term> terms = terms_;
  terms.insert(terms.end(), other.terms_.begin(), other.terms_.end());
  return CycleLaw(std::move(terms));
}

std::vector<CycleLaw> CycleLaw::before(ArithmeticUnit unit) const {
  std::vector<Term> terms;
  for (const Term& term : terms_) {
    terms.push_back(moved(term, unit, -1));
    if (!term_covers(terms.back(), Term())) return {};
  }
  return {CycleLaw(std::move(terms))};
}

bool CycleLaw::covers(const CycleLaw& other) const {
  return std::all_of(other.terms_.begin(), other.terms_.end(), [&](const Term& theirs) {
    return std::any_of(terms_.begin(), terms_.end(), [&](const Term& ours) { return term_covers(ours, theirs); });
  });
}

std::int64_t CycleLaw::cycles(const ArithmeticLatencies& latencies) const {
  std::int64_t most = 0;
  for (const Term& term : terms_) {
    most = std::max(most, term.adds * latencies.add + term.muls * latencies.mul + term.divs * latencies.div);
  }
  return most;
}

std::string CycleLaw::text() const {
  if (terms_.size() == 1) return term_text(terms_.front());
  std::string text;
  for (const Term& term : terms_) text += (text.empty() ? "max(" : ", ") + term_text(term);
  return text + ")";
}

}  // namespace stencil
