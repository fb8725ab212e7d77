// SPDX-License-Identifier: Apache-2.0
#include "tests/system/cluster/random_jobs.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>

#include "tests/system/cluster/scale_runs.hpp"

namespace stencil {
namespace {

constexpr unsigned seed = 340;

class Draw {
 public:
  explicit Draw(unsigned number) {
    std::seed_seq both{seed, number};
    random_.seed(both);
  }

  int number(int least, int most) {
    return least + static_cast<int>(random_() % static_cast<unsigned>(most - least + 1));
  }
  std::string text(int least, int most) { return std::to_string(number(least, most)); }
  bool one_in(int many) { return number(1, many) == 1; }

 private:
  std::mt19937 random_;
};

void add(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void add_network(Draw& draw, unsigned number, const ScratchDirectory& scratch, Words& words) {
  if (!draw.one_in(3))
    return add(words, {"--network-latency", draw.text(0, 5000), "--network-bandwidth",
                       draw.text(0, 20) + "." + draw.text(0, 9)});
  const std::string file = scratch / ("n" + std::to_string(number) + ".json");
  write_text(file, "{\"ranks_per_node\": " + draw.text(1, 3) + ", \"within_node\": {\"latency_cycles\": " +
                       draw.text(0, 300) + ", \"bytes_per_cycle\": " + draw.text(0, 64) +
                       "}, \"between_nodes\": {\"latency_cycles\": " + draw.text(0, 9000) +
                       ", \"bytes_per_cycle\": " + draw.text(1, 16) + "}}");
  add(words, {"--network", file});
}

void add_tiles(Draw& draw, Words& words) {
  add(words,
      {"--kernel", "gauss-seidel", "--config", "small", "--rows", draw.text(60, 130), "--cols", draw.text(50, 100),
       "--sweeps", draw.text(1, 3), "--rounds", draw.text(1, 4), "--tiles", draw.text(1, 3) + "x" + draw.text(1, 3)});
  if (draw.one_in(3)) add(words, {"--fuse", "off"});
  if (draw.one_in(4)) add(words, {"--history"});
}

// A strip a rank, so that it may stay in the device.
void add_stages(Draw& draw, Words& words) {
  switch (draw.number(0, 3)) {
    case 0:
      return add(words, {"--portion", "240", "--place", "exchange=accel,sweep=accel"});
    case 1:
      return add(words, {"--portion", draw.text(15, 60), "--place", "sweep=split", "--share",
                         draw.one_in(2) ? "dynamic" : "0." + draw.text(1, 9), "--host-rate", draw.text(1, 4)});
    default:
      return add(words,
                 {"--portion", draw.text(15, 60), "--place", draw.one_in(2) ? "sweep=accel" : "sweep=accel,norm=cpu"});
  }
}

void add_blocks(Draw& draw, Words& words) {
  add(words, {"--portion", draw.text(15, 40)});
  if (draw.one_in(2)) add(words, {"--blocking", "skewed"});
  const int schedule = draw.number(0, 5);
  if (schedule == 0) add(words, {"--schedule", "joined"});
  if (schedule == 1) return add(words, {"--schedule", "resident"});
  if (schedule == 2) add(words, {"--schedule", "sequential"});
  if (!draw.one_in(2)) return;
  add(words, {"--distribution", "cyclic"});
  if (draw.one_in(2)) add(words, {"--strip-rows", draw.text(5, 10)});
}

void add_sweeps(Draw& draw, Words& words) {
  // Kernel files: upwind reads no right-hand side, nine_point neighbours at the corners.
  const Words files{"heat", "upwind", "nine_point", "damped_jacobi", "five_point"};
  const int operators = draw.number(0, 7);
  std::string kernel = operators < 2 ? "five-point" : "jacobi";
  if (operators > 4) kernel = STENCIL_FORMULAS "/" + files[static_cast<std::size_t>(draw.number(0, 4))] + ".stencil";
  add(words, {"--kernel", kernel, "--config", operators < 2 ? "five-point" : "small", "--rows", draw.text(44, 240),
              "--cols", draw.text(3, 60), "--iterations", draw.text(1, 30), "--stw", draw.text(1, 5)});
  if (draw.one_in(3)) add(words, {"--link-bytes", "4"});
  if (draw.one_in(5))
    add_stages(draw, words);
  else
    add_blocks(draw, words);
}

}  // namespace

RandomJob random_job(unsigned number, const ScratchDirectory& scratch) {
  Draw draw(number);
  RandomJob job;
  job.ranks = draw.number(1, 4);
  if (draw.one_in(4))
    add_tiles(draw, job.words);
  else
    add_sweeps(draw, job.words);
  add_network(draw, number, scratch, job.words);
  return job;
}

void expect_random_jobs(unsigned first, unsigned last) {
  const ScratchDirectory scratch;
  for (unsigned number = first; number < last; ++number) {
    const RandomJob job = random_job(number, scratch);
    SCOPED_TRACE("job " + std::to_string(number) + " of seed " + std::to_string(seed) + ", on " +
                 std::to_string(job.ranks) + ": " + ::testing::PrintToString(job.words));
    expect_equal(predicted(std::to_string(job.ranks), job.words)[0], cluster_of(job.ranks, job.words, "model"));
  }
}

}  // namespace stencil
