// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/redistribution/tall_redistribution.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include "block_cyclic.h"
#include "tests/bench/interleaved.hpp"
#include "tests/host/oracle/scalapack.hpp"

namespace stencil::bench {
namespace {

constexpr int rounds = 15;

struct TallCase {
  int rows;
  int cols;
  int from_block;  // rows
  int to_block;
};

class TallBench {
 public:
  explicit TallBench(const TallCase& one)
      : one_(one),
        theirs_(2, 1),
        from_rows_(rows_of_this_rank(one.from_block)),
        to_rows_(rows_of_this_rank(one.to_block)),
        source_(elements(from_rows_)),
        target_(elements(to_rows_)),
        their_target_(elements(to_rows_)) {
    for (std::size_t i = 0; i < source_.size(); ++i) source_[i] = theirs_.row() * 1e9 + static_cast<double>(i);
  }
  ~TallBench() { block_cyclic_context_free(context_); }
  TallBench(const TallBench&) = delete;
  TallBench& operator=(const TallBench&) = delete;

  void run() {
    make_context();
    call_ours();
    call_theirs();
    if (std::memcmp(target_.data(), their_target_.data(), target_.size() * sizeof(double)) != 0) {
      std::fputs("redistribution_bench: pdgemr2d and PDGEMR2D differ\n", stderr);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    std::vector<Candidate> candidates;
    candidates.push_back({"PDGEMR2D", timed([this] { call_theirs(); }), {}});
    // No plan is kept for a context never used before.
    candidates.push_back({"first call", timed([this] { call_ours(); }), {}, [this] { make_context(); }});
    candidates.push_back({"later calls", timed([this] { call_ours(); }), {}, [this] { call_ours(); }});
    interleave(candidates, rounds, 3);
    if (theirs_.row() != 0) return;
    std::string line = fmt::format("{:>7} x {:<3} {:>3} -> {:<3} 2x1  {:8.3f} ms ", one_.rows, one_.cols,
                                   one_.from_block, one_.to_block, 1000.0 / candidates.front().median());
    for (std::size_t i = 1; i < candidates.size(); ++i) {
      const Spread ratio = spread_of(time_ratios(candidates[i], candidates.front()));
      line += fmt::format("  {:.2f} ({:.2f} .. {:.2f}) {}", ratio.median, ratio.low, ratio.high, candidates[i].name);
    }
    std::puts(line.c_str());
  }

 private:
  std::int64_t rows_of_this_rank(std::int64_t block) const { return numroc(one_.rows, block, theirs_.row(), 0, 2); }
  std::size_t elements(std::int64_t rows) const { return static_cast<std::size_t>(rows * one_.cols); }

  static std::function<double()> timed(const std::function<void()>& work) {
    return [work] {
      MPI_Barrier(MPI_COMM_WORLD);
      work();
      MPI_Barrier(MPI_COMM_WORLD);
      return 1.0;
    };
  }

  void make_context() {
    if (context_ >= 0) block_cyclic_context_free(context_);
    context_ = block_cyclic_context(MPI_COMM_WORLD, 2, 1);
    descinit(from_desc_.data(), one_.rows, one_.cols, one_.from_block, 1, 0, 0, context_, from_rows_, nullptr);
    descinit(to_desc_.data(), one_.rows, one_.cols, one_.to_block, 1, 0, 0, context_, to_rows_, nullptr);
  }

  void call_ours() {
    pdgemr2d(one_.rows, one_.cols, source_.data(), 1, 1, from_desc_.data(), target_.data(), 1, 1, to_desc_.data(),
             context_);
  }

  void call_theirs() {
    const auto from =
        test::blacs_descriptor(theirs_, one_.rows, one_.cols, one_.from_block, 1, 0, 0, static_cast<int>(from_rows_));
    const auto to =
        test::blacs_descriptor(theirs_, one_.rows, one_.cols, one_.to_block, 1, 0, 0, static_cast<int>(to_rows_));
    const int first = 1;
    const int context = theirs_.context();
    test::scalapack()->pdgemr2d(&one_.rows, &one_.cols, source_.data(), &first, &first, from.data(),
                                their_target_.data(), &first, &first, to.data(), &context);
  }

  TallCase one_;
  test::BlacsGrid theirs_;
  std::int64_t from_rows_;
  std::int64_t to_rows_;
  std::vector<double> source_;
  std::vector<double> target_;
  std::vector<double> their_target_;
  std::int64_t context_ = -1;
  std::array<std::int64_t, DLEN_> from_desc_{};
  std::array<std::int64_t, DLEN_> to_desc_{};
};

}  // namespace

void run_tall_cases() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) std::puts("tall matrices: time of PDGEMR2D, and the times of pdgemr2d divided by it");
  for (const TallCase& one :
       {TallCase{4000000, 1, 3, 5}, TallCase{1000000, 1, 3, 5}, TallCase{1000000, 1, 5, 3}, TallCase{1000000, 4, 3, 5},
        TallCase{1000000, 1, 36, 25}, TallCase{1000000, 1, 1, 2}, TallCase{1000000, 1, 997, 1009}}) {
    TallBench(one).run();
  }
}

}  // namespace stencil::bench
