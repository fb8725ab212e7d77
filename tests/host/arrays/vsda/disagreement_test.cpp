// Two ranks that passed different numbers to VSDA_Create: detectable differences are reported.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/host/arrays/vsda/test_array.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil::test {
namespace {

TEST(VsdaDisagreement, ShortMessagesAreAWrongArgumentAndLongOnesAnMpiError) {
  ASSERT_EQ(comm_size(), 2);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  Shape shape;
  shape.elemsize = 8;
  shape.distribution = {6, 6};
  shape.width = comm_rank() == 0 ? 2 : 3;
  VSDA vsda = create(shape, comm);
  TestArray array(shape, 1);
  MPI_Request token[4];
  VSDA_Update_begin(&vsda, token, array.data());
  if (comm_rank() == 0) {
    expect_fatal(3, "stencil: rank 0: VSDA_Update_end: MPI_Wait failed: MPI_ERR_TRUNCATE",
                 [&] { VSDA_Update_end(token); });
  } else {
    expect_fatal(2, "stencil: rank 1: VSDA_Update_end: message from rank 0 = 16 bytes, expected 24",
                 [&] { VSDA_Update_end(token); });
  }
  VSDA_Destroy(&vsda);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&comm);
}

}  // namespace
}  // namespace stencil::test
