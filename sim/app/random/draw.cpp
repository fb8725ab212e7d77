// SPDX-License-Identifier: Apache-2.0
#include "sim/app/random/draw.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace stencil {
namespace {

class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t number) {
    std::seed_seq words{seed, seed >> 32U, number, number >> 32U};
    bits_.seed(words);
  }

  // least .. most. Not std::uniform_int_distribution, whose values differ between libraries.
  std::int64_t number(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(bits_() % static_cast<std::uint64_t>(most - least + 1));
  }
  bool one_in(std::int64_t count) { return number(1, count) == 1; }
  std::uint64_t word() { return bits_(); }

  template <class Value>
  const Value& one_of(const std::vector<Value>& all) {
    return all[static_cast<std::size_t>(number(0, static_cast<std::int64_t>(all.size()) - 1))];
  }

 private:
  std::mt19937_64 bits_;
};

void draw_strips(RandomCase& drawn, Dice& dice) {
  drawn.iterations = dice.number(1, 12);
  drawn.stw = dice.number(1, std::min<std::int64_t>(drawn.iterations, 6));
  drawn.blocking = dice.one_of<std::string>({"overlapped-rows", "skewed"});
  drawn.schedule = dice.one_of<std::string>({"sequential", "overlapped", "overlapped"});
  if (dice.one_in(5)) {
    drawn.place = dice.one_of<std::string>({"sweep=accel", "exchange=accel,sweep=accel", "sweep=split", "sweep=cpu",
                                            "sweep=accel,norm=cpu", "exchange=accel,sweep=accel,norm=accel"});
    if (drawn.place == "sweep=split") drawn.share = dice.one_of<std::string>({"0", "0.3", "0.5", "0.9", "1"});
    drawn.blocking = "overlapped-rows";
    drawn.schedule = "sequential";
  }
  const std::int64_t least_portion = std::max<std::int64_t>(3, drawn.stw * (drawn.blocking == "skewed" ? 1 : 3));
  drawn.portion = least_portion + (dice.one_in(3) ? 0 : dice.number(0, 12));
  // As many rows as strips need, and some.
  const std::int64_t least_rank_rows = std::max<std::int64_t>(drawn.stw, 3);
  drawn.rows = drawn.ranks * least_rank_rows + dice.number(0, 40);
  if (drawn.place.empty() && dice.one_in(4)) {
    drawn.strip_rows = least_rank_rows + dice.number(0, 4);
    drawn.rows = drawn.ranks * drawn.strip_rows + dice.number(0, 4) * drawn.strip_rows;
  }
  if (drawn.place.empty() && drawn.strip_rows == 0 && dice.one_in(5)) {
    drawn.ranks = 1;
    drawn.schedule = "joined";
  }
  if (dice.one_in(drawn.schedule == "joined" ? 2 : 4)) {  // a block or two
    const std::int64_t strip = drawn.strip_rows > 0 ? drawn.strip_rows : (drawn.rows + drawn.ranks - 1) / drawn.ranks;
    const std::int64_t blocks = dice.number(1, 2);
    drawn.portion = std::max(least_portion, (strip + blocks - 1) / blocks);
  }
  if (drawn.schedule == "overlapped" && dice.one_in(2)) drawn.schedule = "joined";
  if (drawn.place.empty() && drawn.strip_rows == 0 && dice.one_in(5)) drawn.schedule = "resident";
  drawn.cols = dice.one_in(4) ? dice.number(3, 9) : dice.number(10, 70);
}

void draw_tiles(RandomCase& drawn, Dice& dice) {
  drawn.sweeps = dice.number(1, 6);
  drawn.rounds = dice.number(1, 3);
  drawn.fuse = !dice.one_in(3);
  std::vector<std::int64_t> factors;
  for (std::int64_t factor = 1; factor <= drawn.ranks; ++factor)
    if (drawn.ranks % factor == 0) factors.push_back(factor);
  drawn.grid_rows = dice.one_of(factors);
  drawn.grid_cols = drawn.ranks / drawn.grid_rows;
  drawn.tiles_rows = dice.number(1, 3);
  drawn.tiles_cols = dice.number(1, 3);
  const auto points = [&](std::int64_t tiles) {
    const std::int64_t least = tiles == 1 ? 1 : 2 * drawn.sweeps + 1;
    return 2 + tiles * (least + (dice.one_in(3) ? 0 : dice.number(0, 9))) + dice.number(0, tiles - 1);
  };
  drawn.rows = points(drawn.grid_rows * drawn.tiles_rows);
  drawn.cols = points(drawn.grid_cols * drawn.tiles_cols);
}

// A share of the steps in RTL, or one of them.
void draw_mixed(RandomCase& drawn, Dice& dice, std::int64_t steps) {
  drawn.rtl_steps =
      dice.one_of<std::string>({"first", "class", "0.4", "0.7", std::to_string(dice.number(0, steps - 1))});
  if (drawn.schedule == "joined") drawn.schedule = "overlapped";
  drawn.fuse = false;
}

RandomCase draw(Dice& dice, const RandomMachine& machine) {
  RandomCase drawn;
  drawn.accel = machine.accel;
  drawn.ranks = std::min(machine.most_ranks, dice.one_of<std::int64_t>({1, 1, 2, 2, 3, 4}));
  // As often as there are ways to go wrong: tiles, and the sweeps that come first, twice.
  std::vector<std::pair<std::string, const std::vector<std::string>*>> kernels;
  const auto add = [&](const std::string& kernel, const std::vector<std::string>& configs, int times) {
    if (!configs.empty()) kernels.insert(kernels.end(), static_cast<std::size_t>(times), {kernel, &configs});
  };
  for (std::size_t k = 0; k < std::max<std::size_t>(machine.sweeps.size(), 1); ++k) {
    if (k < machine.sweeps.size()) add(machine.sweeps[k].kernel, machine.sweeps[k].configs, k == 0 ? 2 : 1);
    if (k == 0) add(tiles_kernel, machine.tiles, 2);
  }
  const auto& kernel = dice.one_of(kernels);
  drawn.kernel = kernel.first;
  drawn.config = dice.one_of(*kernel.second);
  if (drawn.has_tiles()) {
    draw_tiles(drawn, dice);
  } else {
    draw_strips(drawn, dice);
  }
  drawn.seed = dice.word();
  drawn.uneven = dice.one_in(2);
  if (machine.steps_from_c && drawn.place.empty() && dice.one_in(4)) {
    drawn.from_c = true;
  } else if (machine.accel == "rtl" && dice.one_in(5)) {
    draw_mixed(drawn, dice, drawn.has_tiles() ? 2 * drawn.rounds : (drawn.iterations + drawn.stw - 1) / drawn.stw);
  }
  if (machine.accel == "rtl") drawn.arithmetic = dice.one_of(machine.arithmetics);
  drawn.special = dice.one_in(4);
  if (dice.one_in(3)) drawn.burst = dice.one_of<std::int64_t>({1, 2, 3, 7, 16, 64, 255});
  if (dice.one_in(3)) drawn.link_bytes = dice.one_of<std::int64_t>({1, 3, 4, 5, 8, 13, 32});
  if (dice.one_in(3)) drawn.link_latency = dice.one_of<std::int64_t>({1, 2, 17, 90, 400});
  if (dice.one_in(3)) drawn.link_stalls = dice.number(1, 1000000);
  // Where blocks are compared, resident steps store all rows and tiles run one by one: fewer of these cases do so.
  const bool stays = drawn.schedule == "resident" || (drawn.has_tiles() && drawn.fuse);
  drawn.paranoid = dice.one_in(stays ? 4 : 2);
  drawn.check_blocks = dice.one_in(stays ? 4 : 2);
  return drawn;
}

bool lines_fit(const RandomCase& drawn, const RandomMachine& machine) {
  const auto found = machine.lines.find(drawn.config);
  if (drawn.has_tiles() || drawn.blocking != "skewed" || found == machine.lines.end()) return true;
  const RandomMachine::Lines& lines = found->second;
  const auto parts = [](std::int64_t whole, std::int64_t part) { return (whole + part - 1) / part; };
  return parts(drawn.stw, lines.pes) * parts(drawn.cols, lines.lanes) <= lines.line_beats;
}

}  // namespace

RandomCase draw_case(std::uint64_t seed, std::uint64_t number, const RandomMachine& machine) {
  Dice dice(seed, number);
  for (;;) {
    RandomCase drawn = draw(dice, machine);
    if (works(drawn) && lines_fit(drawn, machine)) return drawn;
  }
}

}  // namespace stencil
