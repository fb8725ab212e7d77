// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/fit.hpp"
#include "sim/app/compare/causes/terms/lone_command.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most_late = 64;    // cycles, of results
constexpr std::int64_t most_control = 8;  // cycles, from a result to a pass

// Whether the stall cycles are those of results that late; `gained`: before, and not now.
bool are_late(const std::vector<ClassPair>& pairs, const Series& series, const Delay& late, bool gained = false) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ClassPair& pair = pairs[i];
    const auto stall = [&](const Delay& by) { return pair.now->count * stall_cycles(*pair.key, pair.device, by); };
    const std::int64_t more = stall(late) - stall({});
    if (series.fitted[i] && series.differences[i] != (gained ? -more : more)) return false;
  }
  return true;
}

}  // namespace

// A pass whose results were there a few cycles before it needs them waits for fewer.
std::vector<Fit> late_fits_of(const std::vector<ClassPair>& pairs, const Series& series) {
  std::vector<Fit> found;
  if (series.cause != "stall") return found;
  const std::vector<Term>& terms = terms_of("stall");
  const auto add = [&](const Term& term, std::int64_t cycles) {
    found.push_back(Fit{&term, 0, 0, cycles, everywhere(pairs), series.cause});
  };
  for (std::int64_t late = -most_late; late <= most_late; ++late) {
    if (late == 0) continue;
    if (are_late(pairs, series, {late, 0, false})) add(terms[0], late);
    if (are_late(pairs, series, {0, late, false})) add(terms[1], late);
  }
  return found;
}

std::vector<Fit> whole_pass_fits_of(const std::vector<ClassPair>& pairs, const Series& series) {
  std::vector<Fit> found;
  if (series.cause != "stall") return found;
  for (std::int64_t late = 0; late <= most_control; ++late) {
    for (const bool gained : {false, true}) {
      if (!are_late(pairs, series, {late, 0, true}, gained)) continue;
      found.push_back(Fit{&whole_pass_term(), 0, 0, gained ? -1 : 1, everywhere(pairs), series.cause});
      found.back().control = gained ? -late : late;
    }
  }
  return found;
}

}  // namespace stencil
