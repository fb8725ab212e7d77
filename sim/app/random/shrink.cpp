// SPDX-License-Identifier: Apache-2.0
#include "sim/app/random/shrink.hpp"

#include <algorithm>

namespace stencil {
namespace {

// Values below `value`, down to `least`: the least, halves of the way, one less.
std::vector<std::int64_t> below(std::int64_t value, std::int64_t least) {
  std::vector<std::int64_t> values;
  for (std::int64_t distance = value - least; distance > 0; distance /= 2) values.push_back(value - distance);
  return values;
}

class Simpler {
 public:
  explicit Simpler(const RandomCase& failing) : failing_(failing) {}

  // The case with a change, if that is one and works. A change may have to make room for itself.
  template <class Change>
  void with(const Change& change) {
    RandomCase changed = failing_;
    change(changed);
    if (works(changed)) found_.push_back(changed);
  }

  void fewer(std::int64_t RandomCase::*count, std::int64_t least) {
    for (const std::int64_t value : below(failing_.*count, least))
      with([&](RandomCase& changed) { changed.*count = value; });
  }

  template <class Value>
  void plain(Value RandomCase::*option) {
    if (failing_.*option == RandomCase().*option) return;
    with([&](RandomCase& changed) { changed.*option = RandomCase().*option; });
  }

  std::vector<RandomCase> found() const { return found_; }

 private:
  const RandomCase& failing_;
  std::vector<RandomCase> found_;
};

}  // namespace

std::vector<RandomCase> simpler_cases(const RandomCase& failing) {
  Simpler simpler(failing);
  for (const std::int64_t ranks : below(failing.ranks, 1)) {
    simpler.with([&](RandomCase& changed) {
      changed.ranks = changed.grid_rows = ranks;
      changed.grid_cols = 1;
    });
    simpler.with([&](RandomCase& changed) {
      changed.ranks = changed.grid_cols = ranks;
      changed.grid_rows = 1;
    });
  }
  simpler.plain(&RandomCase::special);
  simpler.plain(&RandomCase::link_latency);
  simpler.plain(&RandomCase::link_bytes);
  simpler.plain(&RandomCase::burst);
  if (failing.has_tiles()) {
    simpler.fewer(&RandomCase::rounds, 1);
    simpler.fewer(&RandomCase::tiles_rows, 1);
    simpler.fewer(&RandomCase::tiles_cols, 1);
    simpler.fewer(&RandomCase::sweeps, 1);
  } else {
    simpler.plain(&RandomCase::strip_rows);
    simpler.with([](RandomCase& changed) { changed.place = changed.share = ""; });
    simpler.plain(&RandomCase::schedule);
    simpler.plain(&RandomCase::blocking);
    simpler.fewer(&RandomCase::iterations, 1);
    simpler.fewer(&RandomCase::stw, 1);
    simpler.with([&](RandomCase& changed) {
      changed.portion = std::min(failing.portion, std::max<std::int64_t>(failing.rows, 3));
    });
    // Two blocks are fewer than many: with portions of half the rows, or one.
    for (const std::int64_t parts : {1, 2}) {
      simpler.with([&](RandomCase& changed) {
        changed.portion = std::max(failing.portion, (failing.rows + parts - 1) / parts);
      });
    }
  }
  simpler.fewer(&RandomCase::rows, 3);
  simpler.fewer(&RandomCase::cols, 3);
  return simpler.found();
}

namespace {

// Two cases of the same command line are the same: a change may change nothing.
bool same(const RandomCase& a, const RandomCase& b) {
  return command_line_of(a, "") == command_line_of(b, "");
}

}  // namespace

Shrunk shrink(const RandomCase& failing, const std::function<bool(const RandomCase&)>& fails, std::int64_t most_runs) {
  Shrunk shrunk{failing};
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const RandomCase& simpler : simpler_cases(shrunk.smallest)) {
      if (same(simpler, shrunk.smallest)) continue;
      if (shrunk.runs == most_runs) return shrunk;
      ++shrunk.runs;
      if (!fails(simpler)) continue;
      shrunk.smallest = simpler;
      smaller = true;
      break;
    }
  }
  return shrunk;
}

}  // namespace stencil
