// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/step_pattern.hpp"

#include <map>
#include <utility>

namespace stencil {

// As plan_halos() of host/arrays/strips makes them for one rank: all rows from one rank to another are one message.
StepPattern step_pattern(const Strips& strips, std::int64_t cols, const Network& network) {
  StepPattern pattern;
  const auto ranks = static_cast<std::size_t>(strips.ranks());
  std::map<StepPattern::Shape, std::int32_t> known;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    StepPattern::Shape shape;
    std::int64_t before = -1;
    for (const std::int64_t number : strips.of(static_cast<int>(rank))) {
      const Strip& strip = strips[number];
      shape.push_back({strip.local_rows(), strip.before, strip.after, !shape.empty() && number == before + 1});
      before = number;
    }
    const auto [found, is_new] = known.try_emplace(shape, static_cast<std::int32_t>(known.size()));
    if (is_new) pattern.shapes.push_back(shape);
    pattern.shape_of.push_back(found->second);
  }
  std::vector<std::map<std::int64_t, std::int64_t>> rows(ranks);  // by receiver, then by sender
  const auto add = [&](const Strip& from, const Strip& to, std::int64_t count) {
    if (count > 0 && from.rank != to.rank) rows[static_cast<std::size_t>(to.rank)][from.rank] += count;
  };
  for (std::size_t k = 0; k + 1 < strips.all().size(); ++k) {
    const Strip& north = strips.all()[k];
    const Strip& south = strips.all()[k + 1];
    add(south, north, north.after);
    add(north, south, south.before);
  }
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    pattern.first.push_back(pattern.incoming.size());
    for (const auto& [from, count] : rows[rank]) {
      const std::int64_t bytes = count * cols * static_cast<std::int64_t>(sizeof(double));
      pattern.incoming.push_back({from, network.between(from, static_cast<std::int64_t>(rank)).cycles(bytes)});
      ++pattern.messages;
      pattern.bytes += bytes;
    }
  }
  pattern.first.push_back(pattern.incoming.size());
  return pattern;
}

}  // namespace stencil
