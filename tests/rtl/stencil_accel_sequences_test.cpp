// What a device is asked for one after another: every use of a buffer after every other, errors behind a command that
// runs, tiles of every kind.
// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "tests/rtl/support/accel_tiles.hpp"

namespace stencil::test::stencil_accel_sequences_test {
namespace {

using namespace stencil::contract;

class StencilAccelSequences : public AccelTest {
 protected:
  explicit StencilAccelSequences(std::uint64_t needed_kernels = 0) : AccelTest(needed_kernels) {}

  static constexpr std::int64_t rows = 9;
  std::int64_t cols() const { return std::min<std::int64_t>(shape().max_cols, 11); }
  std::size_t words() const { return static_cast<std::size_t>(rows * cols()); }

  // Jacobi sweeps where there are some, else five-point sweeps.
  bool has_sweeps() const { return has(kernel_jacobi | kernel_five_point); }
  Weights weights() const {
    Weights weights;
    if (!has(kernel_jacobi)) weights.five_point = Coefficients{0.21, 0.34, -0.15, 0.27, -0.08};
    return weights;
  }
  // The job of sweeps or of a tile, once nothing runs: job registers are refused before.
  void job_of_sweeps(std::uint64_t niter) {
    bench_->wait_until_idle();
    if (has(kernel_tiles)) bench_->must_write(REG_TILE, 0);
    bench_->job(static_cast<std::uint64_t>(cols()), niter, weights());
  }
  void post_job(const TileJob& job) {
    bench_->wait_until_idle();
    post_tile_job(*bench_, job);
    bench_->tick_until([&] { return bench_->registers().idle(); }, "the job");
  }
  TileJob job_of_tile(std::int64_t sweeps) {
    TileJob job = whole_tile(shape(), rows, cols(), sweeps);
    job.backward = random.one_in(2);
    post_job(job);
    return job;
  }

  // Uses of a buffer, by its number in the address map.
  static AccelCommand command_on(unsigned number) {
    const bool is_r = number >= axi_first_r;
    return {static_cast<std::uint64_t>(rows), is_r ? 0 : number, is_r ? number - axi_first_r : 0};
  }
  void load(unsigned number) {
    bench_->post_load(number, ordinary_values(words(), random));
    bench_->tick_until([&] { return bench_->writes().idle(); }, "the load");
  }
  // Posted, so that it meets what runs then; its words are noted.
  void store(unsigned number) {
    for (const AxiAddress& at : bench_->bursts_over(number, words())) {
      bench_->reads().post(at);
      for (unsigned beat = 0; beat < at.beats; ++beat) expected_.push_back(bench_->memory().read(at, beat).words);
    }
  }
  void sweep(unsigned number) {
    job_of_sweeps(2);
    bench_->queue(command_on(number));
    bench_->sweep_model(command_on(number), cols(), 2, weights());
  }
  void tile(unsigned number) {
    const TileJob job = job_of_tile(2);
    bench_->queue(command_on(number));
    sweep_tile(bench_->memory().f(command_on(number).f_buffer), job);
  }
  // All stores so far have brought what they must.
  void expect_stored() {
    bench_->finish_bursts();
    ASSERT_EQ(bench_->reads().beats().size(), expected_.size());
    for (; checked_ < expected_.size(); ++checked_)
      ASSERT_EQ(bench_->reads().beats()[checked_].words, expected_[checked_]) << "beat " << checked_;
  }

  std::vector<std::vector<std::uint64_t>> expected_;
  std::size_t checked_ = 0;
};
class StencilAccelTileKinds : public StencilAccelSequences {
 protected:
  StencilAccelTileKinds() : StencilAccelSequences(kernel_tiles) {}
};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelTileKinds, ::testing::ValuesIn(shapes_with(kernel_tiles)), name_of_shape);
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelSequences, ::testing::ValuesIn(shapes_with(0)), name_of_shape);

TEST_P(StencilAccelSequences, EveryUseOfABufferAfterEveryOther) {
  struct Use {
    const char* name;
    std::function<void(unsigned)> make;
  };
  std::vector<Use> uses = {{"load", [&](unsigned number) { load(number); }},
                           {"store", [&](unsigned number) { store(number); }}};
  if (has_sweeps()) uses.push_back({"sweep", [&](unsigned number) { sweep(number); }});
  if (has(kernel_tiles)) uses.push_back({"tile", [&](unsigned number) { tile(number); }});
  auto& bench = make();
  load_random();
  for (const unsigned number : bench.memory().numbers())
    for (const Use& first : uses)
      for (const Use& second : uses) {
        SCOPED_TRACE(::testing::Message() << "buffer " << number << ": " << first.name << ", then " << second.name);
        first.make(number);
        // What changes a buffer comes in any order with bursts of a store that have not begun.
        if (std::string(second.name) != "store") bench.tick_until([&] { return bench.reads().idle(); }, "the store");
        second.make(number);
        store(number);
        expect_stored();
        if (HasFatalFailure()) return;
      }
  EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_NONE);
  EXPECT_EQ(bench.first_difference(), "");
}

// Each slope of each edge, forward and backward; as few row slots as there may be, more, the most, in one pass and two.
TEST_P(StencilAccelTileKinds, AreExact) {
  auto& bench = make();
  load_random();
  std::vector<TileJob> jobs;
  for (const bool backward : {false, true})
    for (int edge = 0; edge < 4; ++edge)
      for (const int slope : {-1, 0, 1}) {
        TileJob job = whole_tile(shape(), rows, cols(), 2);
        job.backward = backward;
        job.top.at = job.left.at = 2;
        --job.bottom.at;
        --job.right.at;
        (edge == 0 ? job.top : edge == 1 ? job.bottom : edge == 2 ? job.left : job.right).slope = slope;
        jobs.push_back(job);
      }
  for (const std::int64_t slots : {shape().slots_min, shape().slots_min + 1, shape().slots_max})
    for (const std::int64_t sweeps : {std::int64_t{1}, shape().pes + 1}) {
      jobs.push_back(whole_tile(shape(), rows, cols(), sweeps));
      jobs.back().slots = slots;
    }
  for (const TileJob& job : jobs) {
    SCOPED_TRACE(::testing::Message() << "tile " << &job - jobs.data());
    post_job(job);
    bench.queue({rows});
    sweep_tile(bench.memory().f(), job);
    store(0);
    expect_stored();
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_NONE);
  EXPECT_EQ(bench.first_difference(), "");
}

// A command runs, another is refused or a burst is at fault: the error is told at once, and the command is unharmed.
TEST_P(StencilAccelSequences, ErrorsBehindACommandThatRuns) {
  auto& bench = make();
  load_random();
  const auto all = static_cast<std::uint64_t>(shape().memory_words);
  const auto beats = static_cast<std::uint64_t>((cols() + shape().lanes - 1) / shape().lanes);
  const std::uint64_t sweeps = 6 * static_cast<std::uint64_t>(shape().pes),
                      deep = (static_cast<std::uint64_t>(shape().line_beats) / beats + 1) * sweeps / 6;
  struct Case {
    std::uint64_t error, niter;
    AccelCommand command;
  };
  std::vector<Case> cases;
  if (has_sweeps())
    cases = {{ERROR_ROWS, sweeps, {0}},
             {ERROR_FIT, sweeps, {all, 1}},
             {ERROR_BUFFER, sweeps, {1, shape().f_buffers}},
             {ERROR_CHAIN, sweeps, {1, 1, 1, true}},
             {ERROR_LINES, deep, {deep + 1, 1, 1, false, true}}};
  if (has(kernel_tiles)) cases.push_back({ERROR_TILE, sweeps, {2, 1, 1}});
  cases.push_back({ERROR_DATA, sweeps, {}});
  for (const Case& each : cases) {
    SCOPED_TRACE(::testing::Message() << "error " << each.error);
    const bool tiles = each.error == ERROR_TILE || !has_sweeps();
    if (each.error == ERROR_LINES && (deep + 1) * 2 * static_cast<std::uint64_t>(cols()) > all) continue;
    TileJob job;
    if (tiles)
      job = job_of_tile(static_cast<std::int64_t>(each.niter));
    else
      job_of_sweeps(each.niter);
    const AccelCommand runs{static_cast<std::uint64_t>(rows)};
    const std::size_t finished = bench.finished().size();
    bench.start(runs);
    if (each.error == ERROR_DATA) {
      AxiAddress nowhere;
      nowhere.address = (axi_first_r + axi_r_buffers) * axi_buffer_bytes;
      bench.reads().post(nowhere);
      bench.tick_until([&] { return bench.reads().idle(); }, "the burst");
    } else {
      bench.queue(each.command);
    }
    const std::int64_t begin = bench.cycles();
    while (!(bench.read_register(REG_STATUS) & status_failed)) bench.expect_within(begin, "the error");
    EXPECT_EQ(bench.read_register(REG_ERROR), each.error);
    EXPECT_CYCLES(bench.finished().size(), finished);  // the command still runs
    bench.must_write(REG_STATUS, status_failed);
    bench.wait_until_idle();
    EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
    if (tiles)
      sweep_tile(bench.memory().f(), job);
    else
      bench.sweep_model(runs, cols(), static_cast<std::int64_t>(each.niter), weights());
    ASSERT_EQ(bench.first_difference(), "");
  }
}

}  // namespace
}  // namespace stencil::test::stencil_accel_sequences_test
