// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/classes.hpp"

#include <algorithm>
#include <type_traits>

#include "host/device/counts.hpp"

namespace stencil {
namespace {

// The first block of a class sets minimum and maximum.
void add_value(Spread& spread, std::int64_t value, bool first) {
  spread.minimum = first ? value : std::min(spread.minimum, value);
  spread.maximum = first ? value : std::max(spread.maximum, value);
  spread.sum += value;
}

void add_causes(CauseSpreads& spreads, const CauseCycles& cycles, bool first) {
  std::size_t at = 0;
  for (const CauseField& field : cause_fields) add_value(spreads[at++], cycles.*field.member, first);
  add_value(spreads[at], cycles.total(), first);
}

// Orders numbers from the largest, enumerations by their values.
template <class Value>
std::int64_t order_word(const Value& value) {
  const std::int64_t word = to_word(value);
  if (!std::is_same_v<Value, std::int64_t> && !std::is_same_v<Value, std::optional<std::int64_t>>) return word;
  return word == no_value ? std::numeric_limits<std::int64_t>::max() : -word;
}

}  // namespace

void ClassSums::add(const BlockCounts& block) {
  const bool first = count == 0;
  add_causes(cycles, block.cycles, first);
  add_causes(model, block.cycles.model, first);
  add_causes(difference, static_cast<const CauseCycles&>(block.cycles) - block.cycles.model, first);
  std::size_t at = 0;
  visit_other_counts(block, [&](const char*, std::int64_t value) { add_value(others[at++], value, first); });
  ++count;
}

void ClassSums::add(const ClassSums& more) {
  if (more.count == 0) return;
  if (count == 0) {
    *this = more;
    return;
  }
  std::array<const Spread*, class_spreads> theirs{};
  std::size_t at = 0;
  visit_spreads(more, [&](const Spread& spread) { theirs[at++] = &spread; });
  at = 0;
  visit_spreads(*this, [&](Spread& spread) {
    const Spread& other = *theirs[at++];
    spread.minimum = std::min(spread.minimum, other.minimum);
    spread.maximum = std::max(spread.maximum, other.maximum);
    spread.sum += other.sum;
  });
  count += more.count;
  on_rtl += more.on_rtl;
}

const Spread& ClassSums::ideal() const {
  // visit_other_counts begins with cycle_fields.
  std::size_t at = 0;
  while (cycle_fields.at(at).member != &CycleCounts::ideal) ++at;
  return others[at];
}

bool ClassOrder::operator()(const BlockClass& a, const BlockClass& b) const {
  const auto words = [](const BlockClass& shape) {
    std::array<std::int64_t, std::tuple_size_v<decltype(class_fields)>> all{};
    std::size_t at = 0;
    visit_fields(shape, class_fields, [&](const char*, const auto& value) { all[at++] = order_word(value); });
    return all;
  };
  return words(a) < words(b);
}

}  // namespace stencil
