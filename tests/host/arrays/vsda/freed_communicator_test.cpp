// A communicator freed before what was made on it: refused, also where MPI gives its handle to another communicator.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "block_cyclic.h"
#include "tests/host/arrays/vsda/test_array.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil::test {
namespace {

constexpr const char* freed = ": the communicator has been freed, must outlive the use of what was made on it";

void expect_refused(const std::string& function, const std::function<void()>& call) {
  expect_fatal(2, function + freed, call);
}

class FreedCommunicator : public ::testing::Test {
 protected:
  FreedCommunicator() {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
    shape_.elemsize = 8;
    shape_.width = 1;
    shape_.distribution.assign(static_cast<std::size_t>(comm_size()), 3);
  }
  ~FreedCommunicator() override {
    if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  }

  Shape shape_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Request token_[16] = {};
};

TEST_F(FreedCommunicator, IsRefusedByWhatSendsOnIt) {
  VSDA vsda = create(shape_, comm_);
  VSDA second = create(shape_, comm_);
  TestArray array(shape_, 1);
  TestArray copied(shape_, 1);
  VSDA_PLAN plan;
  VSDA_Plan_copy(&second, 0, &vsda, 0, 2, &plan);
  VSDA_Copy(&second, 0, copied.data(), &vsda, 0, array.data(), 2, token_);  // keeps its plan
  VSDA_Update_end(token_);
  VSDA_Update_begin(&vsda, token_, array.data());
  MPI_Comm_free(&comm_);
  VSDA_Update_end(token_);  // begun before
  array.expect_update();
  EXPECT_TRUE(array.as_expected());

  expect_refused("VSDA_Update_begin", [&] { VSDA_Update_begin(&vsda, token_, array.data()); });
  expect_refused("VSDA_Copy", [&] { VSDA_Copy(&second, 0, copied.data(), &vsda, 0, array.data(), 2, token_); });
  expect_refused("VSDA_Copy", [&] { VSDA_Copy(&second, 1, copied.data(), &vsda, 0, array.data(), 1, token_); });
  expect_refused("VSDA_Copy_begin", [&] { VSDA_Copy_begin(&plan, copied.data(), array.data(), token_); });
  VSDA_PLAN late;
  expect_refused("VSDA_Plan_copy", [&] { VSDA_Plan_copy(&second, 0, &vsda, 0, 2, &late); });
  EXPECT_TRUE(array.as_expected()) << "a refused call moved data";

  long start = -1;
  long finish = -1;
  VSDA_Get_extent(&vsda, &start, &finish);  // local
  EXPECT_EQ(start, shape_.start(comm_rank()));
  VSDA_Plan_destroy(&plan);
  VSDA_Destroy(&second);
  VSDA_Destroy(&vsda);
}

// Ranks in the opposite order: an update through the old descriptor would take halos from the wrong ranks.
TEST_F(FreedCommunicator, IsNotTakenForANewOneWithItsHandle) {
  VSDA vsda = create(shape_, comm_);
  const MPI_Comm before = comm_;
  MPI_Comm_free(&comm_);
  std::vector<MPI_Comm> made;
  int other = 1;  // on some rank; the handles of each are its own
  do {
    made.push_back(MPI_COMM_NULL);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -comm_rank(), &made.back());
    other = made.back() != before ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &other, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  } while (other != 0 && made.size() < 8);
  TestArray array(shape_, 1);
  expect_refused("VSDA_Update_begin", [&] { VSDA_Update_begin(&vsda, token_, array.data()); });
  VSDA_Destroy(&vsda);

  VSDA again = create(shape_, made.back());
  std::vector<double> words(5, comm_rank());
  VSDA_Update_begin(&again, token_, words.data());
  VSDA_Update_end(token_);
  const int place = comm_rank(made.back());
  // Without global shadows the first rank has no halo before its own elements.
  const double before_own = place > 0 ? comm_rank() + 1 : comm_rank();
  const double after_own = place + 1 < comm_size() ? comm_rank() - 1 : comm_rank();
  EXPECT_EQ(words[0], before_own);
  EXPECT_EQ(words[place > 0 ? 4 : 3], after_own);
  VSDA_Destroy(&again);
  for (MPI_Comm& comm : made) MPI_Comm_free(&comm);
}

TEST_F(FreedCommunicator, IsRefusedWhereAnArrayOrContextIsMadeOnIt) {
  VSDA vsda;
  const MPI_Comm dangling = comm_;
  MPI_Comm_free(&comm_);
  const char* const text = ": comm is no communicator, or one that has been freed";
  expect_fatal(2, std::string("VSDA_Create") + text,
               [&] { VSDA_Create(dangling, VSDA_BLOCKED, 0, 40, 8, 1, nullptr, nullptr, &vsda); });
  expect_fatal(2, std::string("block_cyclic_context") + text, [&] { block_cyclic_context(dangling, 1, 1); });
}

TEST_F(FreedCommunicator, IsRefusedByFunctionsOfItsContexts) {
  const std::int64_t ranks = comm_size();
  const std::int64_t context = block_cyclic_context(comm_, 1, ranks);
  const std::int64_t around = block_cyclic_context(MPI_COMM_WORLD, 1, ranks);
  std::int64_t desc[DLEN_];
  descinit(desc, 2, 2 * ranks, 2, 2, 0, 0, context, 2, nullptr);
  std::vector<double> a(4, 1.0);
  double word = 0.0;
  pdelget("A", " ", &word, a.data(), 1, 1, desc);  // keeps the descriptor that it has read
  MPI_Comm_free(&comm_);
  if (ranks > 1) {
    expect_refused("pdelget", [&] { pdelget("A", " ", &word, a.data(), 1, 1, desc); });
  }
  expect_refused("pdlawrite", [&] { pdlawrite("never", 2, 2, a.data(), 1, 1, desc, 0, 0, nullptr); });
  expect_refused("pd_npy_read", [&] { pd_npy_read("never", a.data(), desc); });
  expect_refused("pdgemr2d", [&] { pdgemr2d(2, 2, a.data(), 1, 1, desc, a.data(), 1, 1, desc, context); });
  expect_refused("pdgemr2d", [&] { pdgemr2d(2, 2, a.data(), 1, 1, desc, a.data(), 1, 1, desc, around); });
  VSDA vsda;
  expect_refused("VSDA_Create_on_grid", [&] { VSDA_Create_on_grid(context, 2, 2 * ranks, 8, 2, 2, 0, 0, 2, &vsda); });
  pdelset(a.data(), 1, 1, desc, 2.0);  // local
  EXPECT_EQ(a[0], comm_rank() == 0 ? 2.0 : 1.0);
  block_cyclic_context_free(around);
  block_cyclic_context_free(context);
}

}  // namespace
}  // namespace stencil::test
