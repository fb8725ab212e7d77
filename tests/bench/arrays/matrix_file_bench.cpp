// Matrices in files: ours against PDLAWRITE and PDLAREAD, and against one process with fprintf and strtod.
//   mpirun -n 2 matrix_file_bench [n [nb [rounds]]]
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "host/matrix_io/matrix_file.hpp"
#include "tests/bench/interleaved.hpp"
#include "tests/host/matrix_io/test_matrix.hpp"
#include "tests/host/oracle/scalapack.hpp"

namespace stencil::bench {
namespace {

using test::TestMatrix;

// The usual way: one process with the whole matrix, and the C library.
double write_with_fprintf(const std::string& path, const std::vector<double>& matrix, std::int64_t n) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  std::fprintf(file, "%12ld%12ld\n", n, n);
  for (const double value : matrix) std::fprintf(file, "%30.17E\n", value);
  std::fclose(file);
  return 1.0;
}

double read_with_strtod(const std::string& path, std::vector<double>& matrix) {
  std::FILE* file = std::fopen(path.c_str(), "r");
  char line[64];
  const bool has_header = std::fgets(line, sizeof line, file) != nullptr;
  for (double& value : matrix)
    value = has_header && std::fgets(line, sizeof line, file) ? std::strtod(line, nullptr) : 0;
  std::fclose(file);
  return 1.0;
}

void print(const char* title, const std::vector<Candidate>& candidates, double bytes) {
  fmt::print("{:<24}{:>12}{:>12}{:>20}\n", title, "median ms", "MB/s", "time / time of ours");
  for (const Candidate& one : candidates) {
    const double rate = one.median();
    fmt::print("  {:<22}{:>12.1f}{:>12.1f}{:>20.2f}\n", one.name, 1e3 / rate, bytes * rate / 1e6,
               median_time_ratio(one, candidates[0]));
  }
}

int run(std::int64_t n, std::int64_t nb, int rounds) {
  const int rank = test::comm_rank();
  const int ranks = test::comm_size();
  const test::SharedScratch scratch;
  const BlockCyclicLayout layout{CyclicAxis(n, nb, 0, ranks), CyclicAxis(n, nb, 0, 1)};
  TestMatrix matrix(layout, 0);
  // Ordinary numbers; tests cover those that are awkward to print.
  const auto value_at = [](std::int64_t i, std::int64_t j) {
    return 1.0 / static_cast<double>(i * 1048576 + j + 1) - 0.25 * static_cast<double>(i % 3);
  };
  matrix.each([&](std::int64_t i, std::int64_t j, double& value) { value = value_at(i, j); });
  TestMatrix back(layout, 0);
  const auto wrong = [&] {
    std::int64_t count = 0;
    back.each([&](std::int64_t i, std::int64_t j, double& value) { count += value == value_at(i, j) ? 0 : 1; });
    back.each([](std::int64_t, std::int64_t, double& value) { value = 0.0; });
    std::int64_t all = 0;
    MPI_Allreduce(&count, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    return all;
  };
  std::vector<double> one_process(rank == 0 ? static_cast<std::size_t>(n * n) : 0);
  for (std::size_t k = 0; k < one_process.size(); ++k) {
    const auto number = static_cast<std::int64_t>(k);
    one_process[k] = value_at(number % n, number / n);
  }
  const auto timed = [](auto&& work) {
    return [work] {
      MPI_Barrier(MPI_COMM_WORLD);
      work();
      MPI_Barrier(MPI_COMM_WORLD);
      return 1.0;
    };
  };
  const Submatrix whole{0, 0, n, n};
  const std::string ours = scratch / "ours";
  const std::string theirs = scratch / "theirs";
  const std::string alone = scratch / "alone";
  const std::string npy = scratch / "ours.npy";

  std::optional<test::BlacsGrid> grid;
  std::vector<double> work(static_cast<std::size_t>(2 * n + nb));
  const auto pdla = [&](bool write) {
    const auto narrow = [](std::int64_t value) { return static_cast<int>(value); };
    const auto desc =
        test::blacs_descriptor(*grid, narrow(n), narrow(n), narrow(nb), narrow(nb), 0, 0, narrow(back.view().lld));
    const int size = narrow(n);
    const int one = 1;
    const int zero = 0;
    if (write) {
      test::scalapack()->pdlawrite(theirs.data(), &size, &size, matrix.view().array, &one, &one, desc.data(), &zero,
                                   &zero, work.data(), theirs.size());
    } else {
      test::scalapack()->pdlaread(theirs.data(), back.view().array, desc.data(), &zero, &zero, work.data(),
                                  theirs.size());
    }
  };
  std::vector<Candidate> writing;
  std::vector<Candidate> reading;
  writing.push_back({"ours, text", timed([&] { write_text_matrix(ours, matrix.view(), whole); }), {}});
  reading.push_back({"ours, text", timed([&] { read_text_matrix(ours, back.view()); }), {}});
  writing.push_back({"ours, .npy", timed([&] { write_npy_matrix(npy, matrix.view(), whole); }), {}});
  reading.push_back({"ours, .npy", timed([&] { read_npy_matrix(npy, back.view()); }), {}});
  writing.push_back({"one process, fprintf",
                     timed([&] {
                       if (rank == 0) write_with_fprintf(alone, one_process, n);
                     }),
                     {}});
  reading.push_back({"one process, strtod",
                     timed([&] {
                       if (rank == 0) read_with_strtod(alone, one_process);
                     }),
                     {}});
  if (test::scalapack() != nullptr) {
    grid.emplace(ranks, 1);
    writing.push_back({"PDLAWRITE", timed([&] { pdla(true); }), {}});
    reading.push_back({"PDLAREAD", timed([&] { pdla(false); }), {}});
  } else if (rank == 0) {
    fmt::print("ScaLAPACK is not installed: no comparison with PDLAWRITE and PDLAREAD\n");
  }

  // Before timing: the same bytes, and every number read back.
  for (const Candidate& one : writing) one.work();
  if (grid && rank == 0 && testing_support::read_text(ours) != testing_support::read_text(theirs)) {
    fmt::print(stderr, "PDLAWRITE wrote another file\n");
    return 1;
  }
  for (const Candidate& one : reading) {
    one.work();
    if (one.name != "one process, strtod" && wrong() != 0) {
      if (rank == 0) fmt::print(stderr, "{} did not bring the matrix back\n", one.name);
      return 1;
    }
  }
  interleave(writing, rounds, 1);
  interleave(reading, rounds, 1);
  if (rank == 0) {
    const double bytes = 31.0 * static_cast<double>(n * n);
    fmt::print("{} x {} doubles, blocks of {}, {} ranks, {} rounds in turn; MB of text\n", n, n, nb, ranks, rounds);
    print("writing", writing, bytes);
    print("reading", reading, bytes);
    fmt::print("aim: PDLAWRITE at least 10 x the time of ours\n");
  }
  return 0;
}

}  // namespace
}  // namespace stencil::bench

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::int64_t n = argc > 1 ? std::atol(argv[1]) : 1000;
  const std::int64_t nb = argc > 2 ? std::atol(argv[2]) : 64;
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 9;
  const int status = stencil::bench::run(n, nb, rounds);
  MPI_Finalize();
  return status;
}
