// Element access and index functions of block_cyclic.h against ScaLAPACK's, on one rank. Ratios of times taken in turn
// in one run; results are compared before anything is timed. Run: matrix_element_bench [rounds [n [nb]]]
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "block_cyclic.h"
#include "tests/bench/interleaved.hpp"
#include "tests/host/oracle/scalapack.hpp"

namespace stencil::bench {
namespace {

// The compiler must not inline the functions, neither ours nor ScaLAPACK's.
template <typename Function>
Function* hidden(Function* function) {
  Function* volatile pointer = function;
  return pointer;
}

struct Sizes {
  int rounds = 15;
  int n = 1000;
  int nb = 64;
};

constexpr int procs = 6;
constexpr int source = 1;
constexpr int calls = 200000;  // calls of an index function per batch

[[noreturn]] void fail(const char* name) {
  std::fprintf(stderr, "matrix_element_bench: %s: results differ from ScaLAPACK's\n", name);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

// ours() and theirs() return a sum over the results of the calls.
void compare(const char* name, const Sizes& sizes, const std::function<double()>& ours,
             const std::function<double()>& theirs, double calls_a_batch) {
  if (ours() != theirs()) fail(name);
  const auto timed = [&](const std::function<double()>& work) {
    return [=] {
      volatile double sum = work();
      static_cast<void>(sum);
      return calls_a_batch;
    };
  };
  std::vector<Candidate> candidates;
  candidates.push_back({"ScaLAPACK", timed(theirs), {}});
  candidates.push_back({"ours", timed(ours), {}});
  interleave(candidates, sizes.rounds, 3);
  fmt::print("{:<8} {:6.2f} ns  {:.2f} of ScaLAPACK's {:.2f} ns\n", name, 1e9 / candidates[1].median(),
             median_time_ratio(candidates[1], candidates[0]), 1e9 / candidates[0].median());
}

void compare_index_functions(const Sizes& sizes) {
  const test::Scalapack& oracle = *test::scalapack();
  const auto sum_of = [](auto&& call) {
    return [call] {
      std::int64_t sum = 0;
      for (int k = 1; k <= calls; ++k) sum += call(k);
      return static_cast<double>(sum);
    };
  };
  const int nb = sizes.nb;
  compare("numroc", sizes, sum_of([nb, f = hidden(&numroc)](int k) { return f(k, nb, k % 4, source, procs); }),
          sum_of([nb, f = oracle.numroc](int k) {
            const int process = k % 4;
            return f(&k, &nb, &process, &source, &procs);
          }),
          calls);
  compare("indxg2l", sizes, sum_of([nb, f = hidden(&indxg2l)](int k) { return f(k, nb, 0, source, procs); }),
          sum_of([nb, f = oracle.indxg2l](int k) { return f(&k, &nb, &source, &source, &procs); }), calls);
  compare("indxg2p", sizes, sum_of([nb, f = hidden(&indxg2p)](int k) { return f(k, nb, 0, source, procs); }),
          sum_of([nb, f = oracle.indxg2p](int k) { return f(&k, &nb, &source, &source, &procs); }), calls);
  compare("indxl2g", sizes, sum_of([nb, f = hidden(&indxl2g)](int k) { return f(k, nb, k % 4, source, procs); }),
          sum_of([nb, f = oracle.indxl2g](int k) {
            const int process = k % 4;
            return f(&k, &nb, &process, &source, &procs);
          }),
          calls);
}

void compare_elements(const Sizes& sizes) {
  const test::Scalapack& oracle = *test::scalapack();
  const int n = sizes.n;
  const test::BlacsGrid grid(1, 1);
  const auto desc = test::blacs_descriptor(grid, n, n, sizes.nb, sizes.nb, 0, 0, n);
  const std::int64_t context = block_cyclic_context(MPI_COMM_WORLD, 1, 1);
  std::array<std::int64_t, DLEN_> our_desc{};
  descinit(our_desc.data(), n, n, sizes.nb, sizes.nb, 0, 0, context, n, nullptr);
  std::vector<double> a(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
  // 100 columns, or all if there are fewer.
  const int columns = n < 100 ? n : 100;
  const double all = static_cast<double>(n) * columns;
  const auto for_all = [n, columns](auto&& call) {
    return [n, columns, call] {
      double sum = 0;
      for (int j = 1; j <= columns; ++j) {
        for (int i = 1; i <= n; ++i) sum += call(i, j);
      }
      return sum;
    };
  };
  compare("pdelset", sizes, for_all([&, f = hidden(&pdelset)](int i, int j) {
            f(a.data(), i, j, our_desc.data(), i + 0.5 * j);
            return a[static_cast<std::size_t>(i - 1)];
          }),
          for_all([&](int i, int j) {
            const double alpha = i + 0.5 * j;
            oracle.pdelset(a.data(), &i, &j, desc.data(), &alpha);
            return a[static_cast<std::size_t>(i - 1)];
          }),
          all);
  for (const char* scope : {" ", "A"}) {
    compare(*scope == 'A' ? "pdelget A" : "pdelget", sizes, for_all([&, f = hidden(&pdelget)](int i, int j) {
      double alpha = 0;
      f(scope, " ", &alpha, a.data(), i, j, our_desc.data());
      return alpha;
    }),
            for_all([&](int i, int j) {
              double alpha = 0;
              oracle.pdelget(scope, " ", &alpha, a.data(), &i, &j, desc.data(), 1, 1);
              return alpha;
            }),
            all);
  }
  block_cyclic_context_free(context);
}

}  // namespace
}  // namespace stencil::bench

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  stencil::bench::Sizes sizes;
  if (argc > 1) sizes.rounds = std::atoi(argv[1]);
  if (argc > 2) sizes.n = std::atoi(argv[2]);
  if (argc > 3) sizes.nb = std::atoi(argv[3]);
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks != 1 || sizes.rounds < 1 || sizes.n < 1 || sizes.nb < 1) {
    std::fprintf(stderr,
                 "matrix_element_bench: %d ranks, %d rounds, n = %d, nb = %d; must be 1 rank, the others >= 1\n", ranks,
                 sizes.rounds, sizes.n, sizes.nb);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  if (stencil::test::scalapack() == nullptr) {
    std::puts("ScaLAPACK is not installed: there is nothing to compare with");
  } else {
    std::printf("%d x %d in blocks of %d, %d rounds\n", sizes.n, sizes.n, sizes.nb, sizes.rounds);
    stencil::bench::compare_index_functions(sizes);
    stencil::bench::compare_elements(sizes);
  }
  MPI_Finalize();
}
