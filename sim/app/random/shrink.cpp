// SPDX-License-Identifier: Apache-2.0
#include "sim/app/random/shrink.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <thread>

namespace stencil {
namespace {

// Values below `value`, down to `least`: the least, halves of the way, one less.
std::vector<std::int64_t> below(std::int64_t value, std::int64_t least) {
  std::vector<std::int64_t> values;
  for (std::int64_t distance = value - least; distance > 0; distance /= 2) values.push_back(value - distance);
  return values;
}

std::int64_t parts_of(std::int64_t whole, std::int64_t part) {
  return (whole + part - 1) / part;
}

class Simpler {
 public:
  explicit Simpler(const RandomCase& failing) : failing_(failing) {}

  void next_respect() { ++respect_; }

  // The case with a change, if that is one and works. A change may have to make room for itself.
  template <class Change>
  void with(const Change& change) {
    RandomCase changed = failing_;
    change(changed);
    if (works(changed)) found_.push_back({respect_, changed});
  }

  // also: what else changes, with the values before and after.
  template <class Also>
  void fewer(std::int64_t RandomCase::*count, std::int64_t least, const Also& also) {
    next_respect();
    for (const std::int64_t value : below(failing_.*count, least)) {
      with([&](RandomCase& changed) {
        changed.*count = value;
        also(changed, failing_.*count - value);
      });
    }
  }
  void fewer(std::int64_t RandomCase::*count, std::int64_t least) {
    fewer(count, least, [](RandomCase&, std::int64_t) {});
  }

  template <class Value>
  void plain(Value RandomCase::*option) {
    next_respect();
    if (failing_.*option == RandomCase().*option) return;
    with([&](RandomCase& changed) { changed.*option = RandomCase().*option; });
  }

  std::vector<SimplerCase> found() const { return found_; }

 private:
  const RandomCase& failing_;
  int respect_ = 0;
  std::vector<SimplerCase> found_;
};

void fewer_ranks(const RandomCase& failing, Simpler& simpler) {
  for (std::int64_t ranks = 1; ranks < failing.ranks; ++ranks) {
    simpler.with([&](RandomCase& changed) {
      changed.ranks = changed.grid_rows = ranks;
      changed.grid_cols = 1;
    });
    simpler.with([&](RandomCase& changed) {
      changed.ranks = changed.grid_cols = ranks;
      changed.grid_rows = 1;
    });
    // With the rows that each rank has.
    simpler.with([&](RandomCase& changed) {
      changed.ranks = changed.grid_rows = ranks;
      changed.grid_cols = 1;
      changed.rows = std::max<std::int64_t>(3, failing.rows * ranks / failing.ranks);
    });
  }
}

void simpler_tiles(Simpler& simpler) {
  simpler.plain(&RandomCase::fuse);
  simpler.fewer(&RandomCase::rounds, 1);
  simpler.fewer(&RandomCase::tiles_rows, 1);
  simpler.fewer(&RandomCase::tiles_cols, 1);
  simpler.fewer(&RandomCase::sweeps, 1);
}

void simpler_strips(const RandomCase& failing, Simpler& simpler) {
  const std::int64_t steps = parts_of(failing.iterations, failing.stw);
  const std::int64_t height =
      failing.strip_rows > 0 ? failing.strip_rows : parts_of(failing.rows, std::max<std::int64_t>(failing.ranks, 1));
  const std::int64_t strips = parts_of(failing.rows, height);
  simpler.plain(&RandomCase::strip_rows);
  simpler.next_respect();
  simpler.with([](RandomCase& changed) { changed.place = changed.share = ""; });
  simpler.plain(&RandomCase::schedule);
  simpler.plain(&RandomCase::blocking);
  // Fewer steps of the same sweeps, then fewer sweeps.
  simpler.next_respect();
  for (const std::int64_t fewer : below(steps, 1))
    simpler.with([&](RandomCase& changed) { changed.iterations -= (steps - fewer) * failing.stw; });
  simpler.fewer(&RandomCase::iterations, 1);
  // Shorter steps, as many.
  simpler.fewer(&RandomCase::stw, 1, [&](RandomCase& changed, std::int64_t less) {
    changed.iterations = std::max<std::int64_t>(1, failing.iterations - less * steps);
  });
  simpler.fewer(&RandomCase::stw, 1);
  // Fewer blocks of the same rows; then smaller ones, as many.
  simpler.next_respect();
  for (std::int64_t blocks = 1; blocks < parts_of(height, failing.portion); ++blocks)
    simpler.with([&](RandomCase& changed) { changed.portion = parts_of(height, blocks); });
  if (failing.portion > height)
    simpler.with([&](RandomCase& changed) { changed.portion = std::max<std::int64_t>(height, 3); });
  simpler.fewer(&RandomCase::portion, 3, [&](RandomCase& changed, std::int64_t less) {
    const std::int64_t fewer_rows = less * std::max<std::int64_t>(1, height / failing.portion);
    changed.rows -= fewer_rows * strips;
    if (failing.strip_rows > 0) changed.strip_rows -= fewer_rows;
  });
  // Lower strips, as many; fewer strips, as high; fewer of the same rows.
  if (failing.strip_rows > 0) {
    simpler.fewer(&RandomCase::strip_rows, 1,
                  [&](RandomCase& changed, std::int64_t less) { changed.rows -= less * strips; });
    simpler.next_respect();
    for (const std::int64_t fewer : below(strips, failing.ranks))
      simpler.with([&](RandomCase& changed) { changed.rows -= (strips - fewer) * failing.strip_rows; });
    simpler.next_respect();
    for (std::int64_t fewer = failing.ranks; fewer < strips; ++fewer)
      simpler.with([&](RandomCase& changed) {
        changed.strip_rows = parts_of(failing.rows, fewer);
        changed.portion = std::max(failing.portion, changed.strip_rows);
      });
  }
}

}  // namespace

std::vector<SimplerCase> simpler_cases(const RandomCase& failing) {
  Simpler simpler(failing);
  simpler.plain(&RandomCase::link_stalls);
  simpler.next_respect();
  fewer_ranks(failing, simpler);
  simpler.plain(&RandomCase::from_c);
  simpler.plain(&RandomCase::rtl_steps);
  simpler.plain(&RandomCase::arithmetic);
  simpler.plain(&RandomCase::special);
  simpler.plain(&RandomCase::uneven);
  simpler.plain(&RandomCase::link_latency);
  simpler.plain(&RandomCase::link_bytes);
  simpler.plain(&RandomCase::burst);
  if (failing.has_tiles())
    simpler_tiles(simpler);
  else
    simpler_strips(failing, simpler);
  simpler.fewer(&RandomCase::rows, 3);
  simpler.fewer(&RandomCase::cols, 3);
  return simpler.found();
}

namespace {

// The first of cases [begin, end) that fails, each run by a thread of its own; end: none does.
std::size_t first_failing(const std::vector<RandomCase>& cases, std::size_t begin, std::size_t end,
                          const std::function<bool(const RandomCase&, std::int64_t)>& fails) {
  std::vector<char> failed(end - begin, 0);
  std::vector<std::thread> threads;
  for (std::size_t k = 1; k < failed.size(); ++k)
    threads.emplace_back([&, k] { failed[k] = fails(cases[begin + k], static_cast<std::int64_t>(k)) ? 1 : 0; });
  failed[0] = fails(cases[begin], 0) ? 1 : 0;
  for (std::thread& thread : threads) thread.join();
  return begin + static_cast<std::size_t>(std::find(failed.begin(), failed.end(), 1) - failed.begin());
}

// Simpler cases that were not run yet, those of the respect and behind it first.
std::vector<SimplerCase> candidates(const RandomCase& failing, int respect, const std::set<std::string>& known) {
  std::vector<SimplerCase> all = simpler_cases(failing);
  std::set<std::string> seen = known;
  all.erase(
      std::remove_if(all.begin(), all.end(),
                     [&](const SimplerCase& one) { return !seen.insert(command_line_of(one.simpler, {})).second; }),
      all.end());
  std::stable_partition(all.begin(), all.end(), [&](const SimplerCase& one) { return one.respect >= respect; });
  return all;
}

}  // namespace

Shrunk shrink(const RandomCase& failing, const std::function<bool(const RandomCase&, std::int64_t)>& fails,
              std::int64_t most_runs, std::int64_t jobs) {
  Shrunk shrunk{failing};
  // Two cases of the same command line are the same: a change may change nothing.
  std::set<std::string> known{command_line_of(failing, {})};
  int respect = 0;
  for (bool smaller = true; smaller;) {
    smaller = false;
    const std::vector<SimplerCase> next = candidates(shrunk.smallest, respect, known);
    std::vector<RandomCase> cases;
    cases.reserve(next.size());
    for (const SimplerCase& one : next) cases.push_back(one.simpler);
    for (std::size_t begin = 0; begin < cases.size() && !smaller;) {
      const std::int64_t room = std::min(jobs, most_runs - shrunk.runs);
      if (room <= 0) return shrunk;
      const std::size_t end = std::min(cases.size(), begin + static_cast<std::size_t>(room));
      const std::size_t found = first_failing(cases, begin, end, fails);
      shrunk.runs += static_cast<std::int64_t>(end - begin);
      // Those behind the one that is taken may be run again.
      for (std::size_t k = begin; k < std::min(found + 1, end); ++k) known.insert(command_line_of(cases[k], {}));
      if (found < end) {
        shrunk.smallest = cases[found];
        respect = next[found].respect;
        smaller = true;
      }
      begin = end;
    }
  }
  return shrunk;
}

}  // namespace stencil
