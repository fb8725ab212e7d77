// pdelset and pdelget: the ranks that store and receive, comparison with ScaLAPACK, every wrong argument.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstring>

#include "tests/host/c/matrix.hpp"
#include "tests/host/oracle/scalapack.hpp"
#include "tests/host/support/fatal_catcher.hpp"
#include "tests/support/world.hpp"

namespace stencil::test {
namespace {

void fill(Matrix& matrix) {
  for (std::int64_t j = 1; j <= matrix.shape().n; ++j) {
    for (std::int64_t i = 1; i <= matrix.shape().m; ++i) pdelset(matrix.data(), i, j, matrix.desc(), element(i, j));
  }
}

bool in_scope(const Matrix& matrix, char scope, std::int64_t i, std::int64_t j) {
  const MatrixShape& shape = matrix.shape();
  const bool my_row = matrix.row() == indxg2p(i, shape.mb, 0, shape.rsrc, shape.nprow);
  const bool my_col = matrix.col() == indxg2p(j, shape.nb, 0, shape.csrc, shape.npcol);
  if (!matrix.inside()) return false;
  if (scope == 'R') return my_row;
  if (scope == 'C') return my_col;
  return scope == 'A' || (my_row && my_col);
}

TEST(Pdelset, OnlyTheOwnerStores) {
  for (const MatrixShape& shape : shapes_for(test::comm_size())) {
    Matrix matrix(shape);
    const std::vector<double> before = matrix.values();
    const std::int64_t i = shape.m;
    const std::int64_t j = (shape.n + 1) / 2;
    pdelset(matrix.data(), i, j, matrix.desc(), 3.5);
    std::vector<double> expected = before;
    if (in_scope(matrix, ' ', i, j)) {
      const std::int64_t x = indxg2l(i, shape.mb, 0, 0, shape.nprow);
      const std::int64_t y = indxg2l(j, shape.nb, 0, 0, shape.npcol);
      expected.at(static_cast<std::size_t>(x - 1 + (y - 1) * matrix.lld())) = 3.5;
    }
    ASSERT_EQ(matrix.values(), expected) << shape.text();
  }
}

TEST(Pdelget, GivesTheElementToItsScopeAndLeavesTheOthersAlone) {
  for (const MatrixShape& shape : shapes_for(test::comm_size())) {
    Matrix matrix(shape);
    fill(matrix);
    for (const char* scope : {" ", "R", "C", "A", "r", "c", "All"}) {
      const char letter = *scope == 'r' ? 'R' : *scope == 'c' ? 'C' : *scope;
      for (std::int64_t j = 1; j <= shape.n; ++j) {
        for (std::int64_t i = 1; i <= shape.m; ++i) {
          double alpha = -1.5;
          pdelget(scope, j % 2 == 0 ? " " : nullptr, &alpha, matrix.data(), i, j, matrix.desc());
          ASSERT_EQ(alpha, in_scope(matrix, letter, i, j) ? element(i, j) : -1.5)
              << "scope " << scope << " element " << i << ", " << j << " shape " << shape.text();
        }
      }
    }
    // Outside the scope alpha may be NULL.
    double alpha = 0.0;
    pdelget(" ", " ", in_scope(matrix, ' ', 1, 1) ? &alpha : nullptr, matrix.data(), 1, 1, matrix.desc());
  }
}

TEST(Pdelget, CarriesEveryBit) {
  Matrix matrix({1, 2, 1, 1, 0, 0, 1, test::comm_size()});
  const std::uint64_t patterns[] = {0x7ff8000000000123u, 0x8000000000000000u, 1u, 0xfff0000000000000u};
  for (const std::uint64_t bits : patterns) {
    double value = 0.0;
    std::memcpy(&value, &bits, sizeof value);
    pdelset(matrix.data(), 1, 2, matrix.desc(), value);
    double alpha = 1.0;
    pdelget("A", " ", &alpha, matrix.data(), 1, 2, matrix.desc());
    std::uint64_t got = 0;
    std::memcpy(&got, &alpha, sizeof got);
    EXPECT_EQ(got, bits);
  }
}

// ScaLAPACK agrees inside the scope, and writes 0 outside it.
TEST(Pdelget, EqualsScalapackInsideTheScope) {
  STENCIL_NEEDS_SCALAPACK();
  for (const MatrixShape& shape : shapes_for(test::comm_size())) {
    Matrix matrix(shape);
    fill(matrix);
    const auto narrow = [](std::int64_t value) { return static_cast<int>(value); };
    const BlacsGrid grid = shape.blacs_grid();
    const auto desc = blacs_descriptor(grid, narrow(shape.m), narrow(shape.n), narrow(shape.mb), narrow(shape.nb),
                                       narrow(shape.rsrc), narrow(shape.csrc), narrow(matrix.lld()));
    ASSERT_EQ(grid.inside(), matrix.inside());
    if (!grid.inside()) continue;
    ASSERT_EQ(grid.row(), matrix.row());
    ASSERT_EQ(grid.col(), matrix.col());
    for (const char* scope : {" ", "R", "C", "A"}) {
      for (int j = 1; j <= narrow(shape.n); ++j) {
        for (int i = 1; i <= narrow(shape.m); ++i) {
          double theirs = -1.5;
          scalapack()->pdelget(scope, " ", &theirs, matrix.values().data(), &i, &j, desc.data(), 1, 1);
          ASSERT_EQ(theirs, in_scope(matrix, *scope, i, j) ? element(i, j) : 0.0) << scope << i << " " << j;
        }
      }
    }
  }
}

// One descriptor after another, and the same memory with other contents.
TEST(Pdelset, FollowsTheDescriptorItIsGiven) {
  const std::int64_t context = block_cyclic_context(MPI_COMM_WORLD, test::comm_size(), 1);
  std::vector<double> a(12, 0.0);
  std::int64_t desc[DLEN_];
  const bool first = test::comm_rank() == 0;
  for (const std::int64_t lld : {std::int64_t{3}, std::int64_t{4}, std::int64_t{3}}) {
    // All rows lie on rank 0.
    descinit(desc, 3, 3, 3, 3, 0, 0, context, lld, nullptr);
    pdelset(a.data(), 2, 3, desc, 5.0);
    EXPECT_EQ(a.at(static_cast<std::size_t>(1 + 2 * lld)), first ? 5.0 : 0.0) << "lld " << lld;
    a.assign(12, 0.0);
  }
  block_cyclic_context_free(context);
}

class ElementErrors : public ::testing::Test {
 protected:
  // Every rank holds elements.
  ElementErrors() : matrix_({9, 2L * test::comm_size(), 2, 2, 0, 0, 1, test::comm_size()}) {}

  void expect_both_refused(const std::string& text, std::int64_t ia, std::int64_t ja, const std::int64_t* desc) {
    double alpha = -1.5;
    expect_refused("pdelset: " + text, [&] { pdelset(matrix_.data(), ia, ja, desc, 1.0); });
    expect_refused("pdelget: " + text, [&] { pdelget("A", " ", &alpha, matrix_.data(), ia, ja, desc); });
    EXPECT_EQ(alpha, -1.5);
  }
  void expect_refused(const std::string& text, const std::function<void()>& call) {
    expect_fatal(2, fmt::format("stencil: rank {}: {}", test::comm_rank(), text), call);
    EXPECT_EQ(matrix_.values(), std::vector<double>(matrix_.values().size(), Matrix::poison));
  }

  Matrix matrix_;
};

TEST_F(ElementErrors, Indices) {
  const std::int64_t n = matrix_.shape().n;
  expect_both_refused("ia = 0, must be 1 .. 9 (M_ of desca)", 0, 1, matrix_.desc());
  expect_both_refused("ia = 10, must be 1 .. 9 (M_ of desca)", 10, 1, matrix_.desc());
  expect_both_refused(fmt::format("ja = 0, must be 1 .. {} (N_ of desca)", n), 1, 0, matrix_.desc());
  expect_both_refused(fmt::format("ja = {}, must be 1 .. {} (N_ of desca)", n + 1, n), 1, n + 1, matrix_.desc());
  Matrix empty({0, 3, 2, 2, 0, 0, 1, test::comm_size()});
  expect_both_refused("ia = 1, but no value is allowed (M_ of desca)", 1, 1, empty.desc());
}

TEST_F(ElementErrors, Pointers) {
  expect_both_refused("desca = NULL, must be a descriptor made by descinit", 1, 1, nullptr);
  double alpha = 0.0;
  const std::string array = "a = NULL, must be the local matrix of 9 x 2 elements";
  expect_refused("pdelset: " + array, [&] { pdelset(nullptr, 1, 1, matrix_.desc(), 1.0); });
  expect_refused("pdelget: " + array, [&] { pdelget("A", " ", &alpha, nullptr, 1, 1, matrix_.desc()); });
  expect_refused("pdelget: alpha = NULL, must be a variable to hold the element",
                 [&] { pdelget("A", " ", nullptr, matrix_.data(), 1, 1, matrix_.desc()); });
}

TEST_F(ElementErrors, Scope) {
  double alpha = 0.0;
  const auto get = [&](const char* scope) {
    return [&, scope] { pdelget(scope, " ", &alpha, matrix_.data(), 1, 1, matrix_.desc()); };
  };
  const std::string allowed = "must be one of: \" \", \"R\", \"C\", \"A\"";
  expect_refused("pdelget: scope = NULL, " + allowed, get(nullptr));
  expect_refused("pdelget: scope = \"\", " + allowed, get(""));
  expect_refused("pdelget: scope = \"Z\", " + allowed, get("Z"));
}

TEST_F(ElementErrors, EveryFieldOfTheDescriptor) {
  const auto expect = [&](int field, std::int64_t value, const std::string& text) {
    std::int64_t desc[DLEN_];
    std::memcpy(desc, matrix_.desc(), sizeof desc);
    desc[field] = value;
    expect_both_refused("desca: " + text, 1, 1, desc);
  };
  const std::int64_t most = 9223372036854775807;
  const int last = test::comm_size() - 1;
  expect(DTYPE_, 501, "DTYPE_ = 501, must be 1 (a dense block-cyclic matrix; descinit makes such)");
  expect(CTXT_, 0,
         "CTXT_ holds 0x0, must be a context made by block_cyclic_context, _gridinit or _gridmap and not freed");
  expect(CTXT_, -1, "CTXT_ holds 0xffffffffffffffff, must be a context");
  expect(CTXT_, matrix_.desc()[CTXT_] + 1000000, "CTXT_ holds 0x42434358");
  expect(M_, -1, "M_ = -1, must be >= 0");
  expect(N_, -9, "N_ = -9, must be >= 0");
  expect(N_, most, "N_ = 9223372036854775807, must be 0 .. 1024819115206086200 (9 rows; elements have 64-bit numbers)");
  expect(MB_, 0, "MB_ = 0, must be >= 1");
  expect(NB_, -2, "NB_ = -2, must be >= 1");
  expect(RSRC_, 1, "RSRC_ = 1, must be 0 .. 0");
  expect(RSRC_, -1, "RSRC_ = -1, must be 0 .. 0");
  expect(CSRC_, last + 1, fmt::format("CSRC_ = {}, must be 0 .. {}", last + 1, last));
  expect(LLD_, 8, "LLD_ = 8, must be 9 .. 576460752303423487 (9 local rows and 2 local columns, elements of 8 bytes;");
  expect(LLD_, most, "LLD_ = 9223372036854775807, must be 9 .. 576460752303423487 ");
  // More rows than this rank's lld has room for.
  expect(M_, 20, "LLD_ = 9, must be 20 .. ");
}

}  // namespace
}  // namespace stencil::test
