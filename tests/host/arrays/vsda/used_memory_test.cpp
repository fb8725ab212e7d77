// Memory that operations in flight use: what may not be read, what may not be written, and which rows of it.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>

#include "host/arrays/vsda/tokens/step_memory.hpp"
#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/base/errors.hpp"
#include "tests/host/arrays/vsda/test_array.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil::test {
namespace {

enum class Use { read, write };

// Empty: nothing in flight uses the memory.
std::string refusal(const void* memory, std::int64_t bytes, Use use) {
  try {
    token_registry().check_unused("array", memory, bytes, use == Use::write);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return {};
}

// Four rows of 24 bytes on each rank, two of halo.
class UsedMemory : public ::testing::Test {
 protected:
  static Shape shape() {
    Shape shape;
    shape.elemsize = 24;
    shape.width = 2;
    shape.distribution.assign(static_cast<std::size_t>(comm_size()), 4);
    return shape;
  }
  std::string rows(std::int64_t first, std::int64_t last, Use use) {
    return refusal(reinterpret_cast<const char*>(array_.data()) + 24 * first, 24 * (last - first), use);
  }

  VSDA vsda_ = create(shape());
  TestArray array_{shape(), 1};
  MPI_Request token_[4];
  const int rank_ = comm_rank();
  const bool above_ = rank_ > 0, below_ = rank_ < comm_size() - 1;
  const std::int64_t owned_ = above_ ? 2 : 0, end_ = owned_ + 4;  // rows of the local part that are owned
};

TEST_F(UsedMemory, HalosAreUntouchableAndEdgesAreReadOnly) {
  EXPECT_EQ(rows(0, end_, Use::write), "") << "nothing is in flight";
  VSDA_Update_begin(&vsda_, token_, array_.data());
  if (above_) {
    const std::string text = fmt::format(
        "array has rows 1 .. 1 of a local part (VSDA elements of 24 bytes), which an operation in flight is receiving "
        "from rank {}: VSDA_Update_begin began it with token {}, call VSDA_Update_end first",
        rank_ - 1, static_cast<void*>(token_));
    EXPECT_EQ(rows(1, 4, Use::read), text);
    EXPECT_EQ(rows(1, 4, Use::write), text);
    EXPECT_EQ(rows(2, 4, Use::read), "") << "is sent";
    EXPECT_NE(rows(3, 4, Use::write).find("rows 3 .. 3 "), std::string::npos);
    EXPECT_NE(rows(3, 4, Use::write).find(fmt::format("sending to rank {}:", rank_ - 1)), std::string::npos);
  }
  if (below_) {
    EXPECT_NE(rows(end_ + 1, end_ + 2, Use::read).find(fmt::format("rows {0} .. {0} of ", end_ + 1)),
              std::string::npos);
    EXPECT_EQ(rows(end_ - 2, end_, Use::read), "");
    EXPECT_NE(rows(end_ - 1, end_, Use::write).find(fmt::format("sending to rank {}:", rank_ + 1)), std::string::npos);
    EXPECT_NE(rows(0, end_ + 2, Use::read), "");
  }
  EXPECT_EQ(rows(owned_, end_, Use::read), "");
  EXPECT_EQ(rows(end_ + 2, end_ + 3, Use::write), "") << "behind the local part";
  EXPECT_EQ(rows(owned_, owned_, Use::write), "") << "no bytes";
  const double other = 0.0;
  EXPECT_EQ(refusal(&other, sizeof other, Use::write), "");
  VSDA_Update_end(token_);
  EXPECT_EQ(rows(0, end_, Use::write), "");
  VSDA_Destroy(&vsda_);
}

// All elements of the array go to the next rank.
TEST_F(UsedMemory, ACopyUsesBothItsArrays) {
  std::vector<long> moved(static_cast<std::size_t>(comm_size()), 0);
  moved.back() = 4L * comm_size();
  VSDA target;
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, 4L * comm_size(), 24, 0, moved.data(), nullptr, &target);
  std::vector<char> there(static_cast<std::size_t>(24 * 4 * comm_size()));
  VSDA_Copy(&target, 0, there.data(), &vsda_, 0, array_.data(), 4L * comm_size(), token_);
  if (below_) {
    EXPECT_NE(rows(owned_, owned_ + 1, Use::write).find(fmt::format("sending to rank {}: VSDA_Copy", comm_size() - 1)),
              std::string::npos)
        << rows(owned_, owned_ + 1, Use::write);
    EXPECT_EQ(rows(owned_, end_, Use::read), "");
  } else if (above_) {
    const std::string text = refusal(there.data() + 24 * 3, 24, Use::read);
    EXPECT_NE(text.find("rows 3 .. 3 "), std::string::npos) << text;
    EXPECT_NE(text.find("receiving from rank 0: VSDA_Copy"), std::string::npos) << text;
  }
  VSDA_Update_end(token_);
  EXPECT_EQ(refusal(there.data(), 24 * 4 * comm_size(), Use::write), "");
  VSDA_Destroy(&target);
  VSDA_Destroy(&vsda_);
}

// Three rows of 2 doubles, each followed by one that is none of theirs, and r beside them.
class SteppedMemory : public ::testing::Test {
 protected:
  static std::string refusal(const double* array, std::int64_t first, std::int64_t last, bool written) {
    try {
      check_unswept("array", array, 8 * first, 8 * last, written);
    } catch (const ArgumentError& error) {
      return error.what();
    }
    return {};
  }
  SteppedMemory() { step_in_flight = &memory_; }
  ~SteppedMemory() override { step_in_flight = nullptr; }

  double f_[10] = {}, r_[10] = {};
  StepMemory memory_{7,
                     {{{reinterpret_cast<const std::byte*>(f_ + 1), 3, 16, 24},
                       {reinterpret_cast<const std::byte*>(r_ + 1), 3, 16, 24}}}};
};

TEST_F(SteppedMemory, RefusesFAndRThatIsWritten) {
  const std::string of_f =
      "array has rows 0 .. 2 of f of step 7, which is in flight: stencil_step_begin began it and sweeps them, call "
      "stencil_step_wait first";
  EXPECT_EQ(refusal(f_, 0, 10, true), of_f);
  EXPECT_EQ(refusal(f_, 0, 10, false), of_f) << "it may be half swept";
  EXPECT_EQ(
      refusal(r_, 0, 10, true),
      "array has rows 0 .. 2 of r of step 7, which is in flight: stencil_step_begin began it and reads them, call "
      "stencil_step_wait first");
  EXPECT_EQ(refusal(r_, 0, 10, false), "");
  step_in_flight = nullptr;
  EXPECT_EQ(refusal(f_, 0, 10, true), "");
}

TEST_F(SteppedMemory, LeavesOutWhatIsBesideTheRows) {
  for (const std::int64_t other : {0, 3, 6, 9}) EXPECT_EQ(refusal(f_, other, other + 1, true), "") << other;
  for (const std::int64_t own : {1, 2, 4, 5, 7, 8}) EXPECT_NE(refusal(f_, own, own + 1, true), "") << own;
  EXPECT_EQ(refusal(f_, 4, 4, true), "") << "no bytes";
  EXPECT_NE(refusal(f_, 3, 5, false).find("rows 1 .. 1 of f"), std::string::npos);
  EXPECT_NE(refusal(f_, 2, 4, false).find("rows 0 .. 0 of f"), std::string::npos);
}

// Rows of an array that this rank copies to itself: source and target each.
TEST_F(SteppedMemory, IsNeitherCopiedNorOverwritten) {
  Shape shape;
  shape.elemsize = 8;
  shape.distribution.assign(static_cast<std::size_t>(comm_size()), 9);
  VSDA vsda = create(shape);
  MPI_Request token[4];
  double other[10] = {};
  const auto refused = [](const char* text) {
    return fmt::format("stencil: rank {}: VSDA_Copy: {}", comm_rank(), text);
  };
  expect_fatal(2, refused("srcarr has rows 0 .. 2 of f of step 7"),
               [&] { VSDA_Copy(&vsda, 0, other, &vsda, 0, f_, 9 * comm_size(), token); });
  expect_fatal(2, refused("targarr has rows 0 .. 2 of r of step 7"),
               [&] { VSDA_Copy(&vsda, 0, r_, &vsda, 0, other, 9 * comm_size(), token); });
  VSDA_Copy(&vsda, 0, other, &vsda, 0, r_, 9 * comm_size(), token);
  VSDA_Update_end(token);
  VSDA_Destroy(&vsda);
}

}  // namespace
}  // namespace stencil::test
