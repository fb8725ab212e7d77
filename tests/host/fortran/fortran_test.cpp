// Fortran programs as users run them: refusals, the report, the cycles of the C program, a linear system.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/texts.hpp"

namespace stencil {
namespace {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::run_program;
using testing_support::ScratchDirectory;
using Words = std::vector<std::string>;

class Fortran : public ::testing::Test {
 protected:
#ifdef STENCIL_FORTRAN_LACKS
  void SetUp() override {
    GTEST_SKIP() << STENCIL_FORTRAN_LACKS;
  }
#endif
  static std::string program(const std::string& name) {
    return STENCIL_BIN "/host_fortran_" + name;
  }
  static ProgramResult under_mpirun(int ranks, Words words, const Words& environment = {}) {
    words.insert(words.begin(), {STENCIL_MPIEXEC, "-n", std::to_string(ranks), "--oversubscribe"});
    return run_program(words, environment);
  }
  ScratchDirectory scratch_;
};

TEST_F(Fortran, WrongArgumentsEndWithOneLineAndStatusTwo) {
  const auto expect = [&](const std::string& word, const std::string& line) {
    const ProgramResult result = run_program({program("refused"), word}, {"STENCIL_ACCEL=software"});
    EXPECT_EQ(result.status, 2) << word;
    EXPECT_EQ(result.err.rfind("stencil: " + line, 0), 0u) << word << ": " << result.err;
    EXPECT_EQ(result.err.find("not refused"), std::string::npos) << word;
  };
  expect("length",
         "f_to_accel: length = -1, must be 0 .. 1000000 (1000000 doubles of local memory, internaloffset = 0)\n");
  expect("row", "dim2: n = 0, must be >= 1\n");
  expect("negative row", "dim2: n = -4, must be >= 1\n");
  expect("outside", "VSDA_Create: called outside MPI, must be between MPI_Init and MPI_Finalize\n");
  expect("outside context", "block_cyclic_context: called outside MPI, must be between MPI_Init and MPI_Finalize\n");
  expect("n", "rank 0: numroc: n = -1, must be >= 0\n");
  expect("bound", "rank 0: numroc_bound: nb = 0, must be >= 1\n");
  expect("no handle", "rank 0: VSDA_Create: comm = MPI_COMM_NULL, must be an intracommunicator\n");
  expect("null", "rank 0: VSDA_Create_block_cyclic: comm = MPI_COMM_NULL, must be an intracommunicator\n");
  expect("freed", "rank 0: block_cyclic_context: comm = MPI_COMM_NULL, must be an intracommunicator\n");
  expect("map", "rank 0: block_cyclic_gridmap: npcol = 2, must be 1 .. 1 ");
  expect("order", "rank 0: block_cyclic_gridinit: order = \"Q\", must be \"R\" or \"C\"\n");
  expect("kind", "rank 0: VSDA_Create: sdatype = 7, must be VSDA_BLOCKED = 1\n");
  expect("sum", "rank 0: VSDA_Create: sum of distribution_in = 8, must be globsize = 9\n");
  expect("no descriptor", "rank 0: VSDA_Update_begin: vsda holds 0x0, must be a descriptor made by VSDA_Create ");
  expect("no plan", "rank 0: VSDA_Copy_begin: plan holds 0x0, must be a plan made by ");
  expect("no token", "rank 0: VSDA_Update_end: rq = 0x");
  expect("no array", "rank 0: VSDA_Update_begin: localportion = NULL, must be ");
  expect("file", "rank 0: pdlaread: none.txt: cannot be opened: ");
  expect("lld", "rank 0: descinit: lld = 8, must be 9 .. ");
  expect("scope", "rank 0: pdelget: scope = \"X\", must be one of: ");
}

TEST_F(Fortran, OneRankEndsAll) {
  const ProgramResult result = under_mpirun(2, {program("refused"), "second"});
  EXPECT_EQ(result.status, 2);
  // Lines of mpirun may come first.
  EXPECT_NE(result.err.find("stencil: rank 1: pdelset: ia = 10, must be 1 .. 9"), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("not refused"), std::string::npos) << result.err;
}

// The same calls make the same blocks and cycles, and a report, although Fortran's MPI_Finalize is another function.
TEST_F(Fortran, ThePublishedProgramDoesWhatTheOneInCDoes) {
  for (int ranks = 1; ranks <= 4; ranks *= 2) {
    const auto run = [&](const std::string& name) {
      const std::string report = scratch_ / "report.json";
      const ProgramResult result = under_mpirun(
          ranks, {program(name), "30", "20", "4"},
          {"STENCIL_ACCEL=rtl", "STENCIL_CONFIG=small", "STENCIL_CHECK=block", "STENCIL_REPORT=" + report});
      EXPECT_EQ(result.status, 0) << result.out << result.err;
      EXPECT_TRUE(test::only_summary(result.err, "PASS"));
      return Json::parse(read_text(report));
    };
    const auto fortran = run("client");
    const auto c = run("twin");
    EXPECT_EQ(fortran["ok"], true);
    EXPECT_GT(fortran["totals"]["cycles"].integer(), 0);
    for (const char* field : {"compared", "mismatches", "totals", "classes", "blocks", "machine"}) {
      EXPECT_EQ(fortran[field], c[field]) << field << " on " << ranks << " ranks";
    }
  }
}

TEST_F(Fortran, AProgramOfMpiF08HasItsReportToo) {
  const std::string report = scratch_ / "report.json";
  const ProgramResult result =
      under_mpirun(2, {program("finish_f08")}, {"STENCIL_ACCEL=model", "STENCIL_REPORT=" + report});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "0 .. 20\n");
  const auto json = Json::parse(read_text(report));
  EXPECT_EQ(json["machine"]["ranks"], 2);
  EXPECT_EQ(json["blocks"].size(), 2u);
}

using Matrix = std::vector<std::vector<double>>;  // columns

void write_matrix(const std::string& path, const Matrix& matrix) {
  std::ofstream file(path);
  file << matrix[0].size() << ' ' << matrix.size() << '\n';
  file.precision(17);
  for (const auto& column : matrix)
    for (const double value : column) file << value << '\n';
  ASSERT_TRUE(file.good());
}

Matrix read_matrix(const std::string& path) {
  std::string text = read_text(path);
  for (char& c : text) c = c == 'D' ? 'E' : c;
  std::istringstream words(text);
  std::size_t rows = 0, cols = 0;
  words >> rows >> cols;
  Matrix matrix(cols, std::vector<double>(rows));
  for (auto& column : matrix)
    for (double& value : column) {
      std::string word;
      words >> word;
      value = std::stod(word);
    }
  return matrix;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c(b.size(), std::vector<double>(a[0].size()));
  for (std::size_t j = 0; j < b.size(); ++j)
    for (std::size_t k = 0; k < a.size(); ++k)
      for (std::size_t i = 0; i < a[0].size(); ++i) c[j][i] += a[k][i] * b[j][k];
  return c;
}

// A = P*L*U, where L has multiples of 1/2 below a diagonal of ones and U has small integers above powers of two:
// partial pivoting finds these factors again, and every intermediate number is exact. So X has the planted bits on any
// grid.
TEST_F(Fortran, AMatrixIsReadSolvedAndWritten) {
#ifdef STENCIL_SCALAPACK_LACKS
  GTEST_SKIP() << STENCIL_SCALAPACK_LACKS;
#endif
  constexpr std::size_t n = 37, nrhs = 5;
  constexpr unsigned seed = 20250117;
  std::mt19937 random(seed);
  const auto whole = [&](int low, int high) {
    return static_cast<double>(low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1)));
  };
  Matrix lower(n, std::vector<double>(n)), upper = lower, x(nrhs, std::vector<double>(n));
  for (std::size_t j = 0; j < n; ++j) {
    lower[j][j] = 1;
    upper[j][j] = (random() % 2 ? 1 : -1) * static_cast<double>(1u << random() % 3);
    for (std::size_t i = j + 1; i < n; ++i) lower[j][i] = whole(-1, 1) / 2;
    for (std::size_t i = 0; i < j; ++i) upper[j][i] = whole(-3, 3);
    for (std::size_t k = 0; k < nrhs; ++k) x[k][j] = whole(1, 9) * (random() % 2 ? 1 : -1);
  }
  Matrix a = product(lower, upper);
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  for (std::size_t i = n - 1; i > 0; --i) std::swap(order[i], order[random() % (i + 1)]);
  for (auto& column : a) {
    const auto old = column;
    for (std::size_t i = 0; i < n; ++i) column[order[i]] = old[i];
  }
  write_matrix(scratch_ / "a.txt", a);
  write_matrix(scratch_ / "b.txt", product(a, x));

  const std::pair<int, std::string> grids[] = {{1, "1 x 1"}, {2, "2 x 1"}, {4, "2 x 2"}, {5, "2 x 2"}};
  for (const auto& [ranks, grid] : grids) {
    for (const char* block : {"4", "37"}) {
      const std::string path = scratch_ / ("x" + std::to_string(ranks) + "." + block + ".txt");
      const ProgramResult result =
          under_mpirun(ranks, {program("solve"), scratch_ / "a.txt", scratch_ / "b.txt", path, block});
      ASSERT_EQ(result.status, 0) << result.err;
      EXPECT_EQ(result.out, "solved for 37 x 5 on " + grid + "\n");
      const Matrix found = read_matrix(path);
      ASSERT_EQ(found.size(), nrhs);
      ASSERT_EQ(found[0].size(), n);
      for (std::size_t k = 0; k < nrhs; ++k) {
        EXPECT_EQ(std::memcmp(found[k].data(), x[k].data(), n * sizeof(double)), 0)
            << "column " << k << ", " << grid << ", blocks of " << block << ", seed " << seed;
      }
    }
  }
  a[1] = a[0];
  write_matrix(scratch_ / "a.txt", a);
  const ProgramResult singular =
      under_mpirun(2, {program("solve"), scratch_ / "a.txt", scratch_ / "b.txt", scratch_ / "none.txt", "4"});
  EXPECT_EQ(singular.status, 1);
  EXPECT_NE(singular.err.find("solve: pdgesv: A is singular"), std::string::npos) << singular.err;
  EXPECT_FALSE(std::ifstream(scratch_ / "none.txt").is_open());
}

}  // namespace
}  // namespace stencil
