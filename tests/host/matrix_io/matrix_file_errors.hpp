// Tests of bad matrix files and failing systems: one error, the same on every rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "host/base/errors.hpp"
#include "host/matrix_io/matrix_file.hpp"
#include "host/mpi/agreement.hpp"
#include "tests/host/matrix_io/test_matrix.hpp"
#include "tests/support/unprivileged.hpp"

namespace stencil::test {

using testing_support::read_text;
using testing_support::Unprivileged;

// All ranks must end with this status and text; one of them prints it.
inline void expect_agreed(int status, const std::string& text, const std::function<void()>& call) {
  int speaks = 0;
  try {
    call();
    ADD_FAILURE() << "accepted, expected: " << text;
  } catch (const AgreedError& error) {
    EXPECT_EQ(error.status, status) << error.what();
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what() << "\nlacks: " << text;
    speaks = error.speaks ? 1 : 0;
  }
  int speakers = 0;
  MPI_Allreduce(&speaks, &speakers, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_EQ(speakers, 1);
}

// 3 x 2 over all ranks, one column block per rank; small limits, so that errors occur in any round and on any rank.
class MatrixFileErrors : public ::testing::Test {
 protected:
  MatrixFileErrors() : matrix_({CyclicAxis(3, 2, 0, 1), CyclicAxis(2, 1, 0, comm_size())}, 1) {
    options_.values = 2;
    options_.text_bytes = 7;
    options_.written_values = 1;
  }

  // Expects this error when the text is read, for any limits.
  void expect_bad_text(const std::string& text, const std::string& expected) {
    SCOPED_TRACE(text.substr(0, 80));
    const std::string path = scratch_.put("bad", text);
    for (const std::int64_t bytes : {1, 7, 1000}) {
      options_.text_bytes = bytes;
      expect_agreed(exit_usage, path + ": " + expected, [&] { read_text_matrix(path, matrix_.view(), options_); });
    }
  }

  void expect_bad_npy(const std::string& bytes, const std::string& expected) {
    const std::string path = scratch_.put("bad.npy", bytes);
    expect_agreed(exit_usage, path + ": " + expected, [&] { read_npy_matrix(path, matrix_.view(), options_); });
  }

  SharedScratch scratch_;
  TestMatrix matrix_;
  FileOptions options_;
};

}  // namespace stencil::test
