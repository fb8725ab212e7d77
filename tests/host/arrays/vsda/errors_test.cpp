// Every wrong use of VSDA that the library can detect, each with its status and text.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>

#include "tests/host/arrays/vsda/test_array.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil::test {
namespace {

class VsdaErrors : public ::testing::Test {
 protected:
  VsdaErrors() : distribution_(static_cast<std::size_t>(comm_size()), 4) {
    shape_.elemsize = 8;
    shape_.width = 2;
    shape_.distribution = distribution_;
    vsda_ = create(shape_);
  }
  ~VsdaErrors() override { VSDA_Destroy(&vsda_); }

  void expect_refused(const std::string& text, const std::function<void()>& call) {
    expect_fatal(2, fmt::format("stencil: rank {}: {}", comm_rank(), text), call);
  }

  std::vector<long> distribution_;
  Shape shape_;
  VSDA vsda_;
  long size_ = 4L * comm_size();
};

TEST_F(VsdaErrors, CreateChecksItsScalars) {
  VSDA made;
  const auto create_with = [&](int sdatype, int globalshadows, long globsize, long elemsize, long width) {
    return [=, &made] {
      VSDA_Create(MPI_COMM_WORLD, sdatype, globalshadows, globsize, elemsize, width, nullptr, nullptr, &made);
    };
  };
  expect_refused("VSDA_Create: sdatype = 0, must be VSDA_BLOCKED = 1", create_with(0, 0, size_, 8, 1));
  expect_refused("VSDA_Create: sdatype = 7, must be VSDA_BLOCKED = 1", create_with(7, 0, size_, 8, 1));
  expect_refused("VSDA_Create: globalshadows = 2, must be 0 .. 1", create_with(VSDA_BLOCKED, 2, size_, 8, 1));
  expect_refused("VSDA_Create: globalshadows = -1, must be 0 .. 1", create_with(VSDA_BLOCKED, -1, size_, 8, 1));
  expect_refused("VSDA_Create: globsize = -5, must be >= 0", create_with(VSDA_BLOCKED, 0, -5, 8, 1));
  expect_refused("VSDA_Create: elemsize = 0, must be >= 1", create_with(VSDA_BLOCKED, 0, size_, 0, 1));
  expect_refused("VSDA_Create: elemsize = -8, must be >= 1", create_with(VSDA_BLOCKED, 0, size_, -8, 1));
  expect_refused("VSDA_Create: shadowwidth = -1, must be 0 .. ", create_with(VSDA_BLOCKED, 0, size_, 8, -1));
  expect_refused("VSDA_Create: the local part of rank 0 = 9223372036854775807 elements, must be <= ", [&] {
    std::vector<long> all(distribution_.size(), 0);
    all[0] = LONG_MAX;
    VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, LONG_MAX, 8, 0, all.data(), nullptr, &made);
  });
}

TEST_F(VsdaErrors, CreateChecksCommunicatorAndPointers) {
  VSDA made;
  expect_refused("VSDA_Create: comm = MPI_COMM_NULL",
                 [&] { VSDA_Create(MPI_COMM_NULL, VSDA_BLOCKED, 0, 4, 8, 1, nullptr, nullptr, &made); });
  expect_refused("VSDA_Create: vsda = NULL",
                 [&] { VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, size_, 8, 1, nullptr, nullptr, nullptr); });
  if (comm_size() > 1) {
    MPI_Comm half;
    MPI_Comm inter;
    const int low = comm_rank() == 0 ? 1 : 0;
    MPI_Comm_split(MPI_COMM_WORLD, low, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low == 1 ? 1 : 0, 3, &inter);
    expect_refused("VSDA_Create: comm is an intercommunicator",
                   [&] { VSDA_Create(inter, VSDA_BLOCKED, 0, 4, 8, 1, nullptr, nullptr, &made); });
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
  }
}

TEST_F(VsdaErrors, CreateChecksTheDistribution) {
  VSDA made;
  const auto create_with = [&](std::vector<long> distribution, long globsize, long width) {
    return [=, &made]() mutable {
      VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, globsize, 8, width, distribution.data(), nullptr, &made);
    };
  };
  expect_refused(fmt::format("VSDA_Create: sum of distribution_in = {}, must be globsize = {}", size_, size_ + 1),
                 create_with(distribution_, size_ + 1, 1));
  expect_refused(fmt::format("VSDA_Create: distribution_in[{}] = 4 brings the sum above globsize = {}, 3 elements",
                             comm_size() - 1, size_ - 1),
                 create_with(distribution_, size_ - 1, 1));
  std::vector<long> negative = distribution_;
  negative.back() = -4;
  expect_refused(fmt::format("VSDA_Create: distribution_in[{}] = -4, must be >= 0", comm_size() - 1),
                 create_with(negative, std::max(size_ - 8, 0L), 0));
}

TEST_F(VsdaErrors, LocalPartSmallerThanTheShadowIsRefusedWhereShadowsAreExchanged) {
  VSDA made;
  const auto create_narrow = [&] {
    VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, size_, 8, 5, nullptr, nullptr, &made);
  };
  if (comm_size() == 1) {
    create_narrow();
    VSDA_Destroy(&made);
    return;
  }
  expect_refused(fmt::format("VSDA_Create: the local part of rank 0 = 4 elements, must be >= shadowwidth = 5 "
                             "(globsize = {} over {} ranks)",
                             size_, comm_size()),
                 create_narrow);
  std::vector<long> with_empty = distribution_;
  with_empty.back() = 0;
  expect_refused(
      fmt::format("VSDA_Create: the local part of rank {} = 0 elements, must be >= shadowwidth = 1", comm_size() - 1),
      [&] { VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 1, size_ - 4, 8, 1, with_empty.data(), nullptr, &made); });
}

TEST_F(VsdaErrors, UnknownDescriptorsAreRefusedEverywhere) {
  VSDA garbage;
  std::memset(&garbage, 0x5A, sizeof garbage);
  VSDA destroyed = create(shape_);
  VSDA copy_of_destroyed = destroyed;
  VSDA_Destroy(&destroyed);
  MPI_Request token[16];
  long extent = 0;
  TestArray array(shape_, 1);
  for (VSDA* bad : {&garbage, &destroyed, &copy_of_destroyed}) {
    expect_refused("VSDA_Update_begin: vsda holds 0x", [&] { VSDA_Update_begin(bad, token, array.data()); });
    expect_refused("VSDA_Get_extent: vsda holds 0x", [&] { VSDA_Get_extent(bad, &extent, &extent); });
    expect_refused("VSDA_Copy: target holds 0x",
                   [&] { VSDA_Copy(bad, 0, array.data(), &vsda_, 0, array.data(), 1, token); });
    expect_refused("VSDA_Copy: source holds 0x",
                   [&] { VSDA_Copy(&vsda_, 0, array.data(), bad, 0, array.data(), 1, token); });
    expect_refused("VSDA_Destroy: vsda holds 0x", [&] { VSDA_Destroy(bad); });
  }
}

TEST_F(VsdaErrors, NullPointersAreRefusedEverywhere) {
  MPI_Request token[16];
  long extent = 0;
  TestArray array(shape_, 1);
  const long elements = array.local_elements();
  const std::string local = fmt::format(" = NULL, must be the local part of {} elements", elements);
  expect_refused("VSDA_Update_begin: vsda = NULL", [&] { VSDA_Update_begin(nullptr, token, array.data()); });
  expect_refused("VSDA_Update_begin: rq = NULL", [&] { VSDA_Update_begin(&vsda_, nullptr, array.data()); });
  expect_refused("VSDA_Update_begin: localportion" + local, [&] { VSDA_Update_begin(&vsda_, token, nullptr); });
  expect_refused("VSDA_Update_end: rq = NULL", [] { VSDA_Update_end(nullptr); });
  expect_refused("VSDA_Get_extent: vsda = NULL", [&] { VSDA_Get_extent(nullptr, &extent, &extent); });
  expect_refused("VSDA_Get_extent: start = NULL", [&] { VSDA_Get_extent(&vsda_, nullptr, &extent); });
  expect_refused("VSDA_Get_extent: finish = NULL", [&] { VSDA_Get_extent(&vsda_, &extent, nullptr); });
  const auto copy = [&](VSDA* target, void* targarr, VSDA* source, void* srcarr, void* rq) {
    return [=] { VSDA_Copy(target, 0, targarr, source, 0, srcarr, 1, rq); };
  };
  void* data = array.data();
  expect_refused("VSDA_Copy: target = NULL", copy(nullptr, data, &vsda_, data, token));
  expect_refused("VSDA_Copy: source = NULL", copy(&vsda_, data, nullptr, data, token));
  expect_refused("VSDA_Copy: targarr" + local, copy(&vsda_, nullptr, &vsda_, data, token));
  expect_refused("VSDA_Copy: srcarr" + local, copy(&vsda_, data, &vsda_, nullptr, token));
  expect_refused("VSDA_Copy: rq = NULL", copy(&vsda_, data, &vsda_, data, nullptr));
  expect_refused("VSDA_Destroy: vsda = NULL", [] { VSDA_Destroy(nullptr); });
  EXPECT_TRUE(array.as_expected()) << "a refused call moved data";
}

TEST_F(VsdaErrors, NullIsALocalPartWithoutElements) {
  Shape shape;
  shape.elemsize = 8;
  shape.distribution.assign(static_cast<std::size_t>(comm_size()), 0);
  VSDA empty = create(shape);
  MPI_Request token[16];
  VSDA_Update_begin(&empty, token, nullptr);
  VSDA_Update_end(token);
  VSDA_Copy(&empty, 0, nullptr, &empty, 0, nullptr, 0, token);
  VSDA_Update_end(token);
  VSDA_Destroy(&empty);
}

TEST_F(VsdaErrors, TokensAreFoundBusyEndedOrUnknown) {
  TestArray one(shape_, 1);
  TestArray two(shape_, 2);
  // Static, so that no other test of this process had a token at these addresses.
  static std::array<MPI_Request, 16> token;
  static std::array<MPI_Request, 16> other;
  // The contents of the memory must not matter.
  token.fill(MPI_REQUEST_NULL);
  other = token;
  expect_refused("VSDA_Update_end: rq = 0x", [&] { VSDA_Update_end(other.data()); });
  expect_fatal(2, "was never begun", [&] { VSDA_Update_end(other.data()); });

  VSDA_Update_begin(&vsda_, token.data(), one.data());
  expect_fatal(2, "is still in flight: VSDA_Update_begin began it and VSDA_Update_end has not been called",
               [&] { VSDA_Update_begin(&vsda_, token.data(), two.data()); });
  expect_fatal(2, "is still in flight: VSDA_Update_begin began it",
               [&] { VSDA_Copy(&vsda_, 0, two.data(), &vsda_, 0, one.data(), 1, token.data()); });
  // A copy of a busy token's bytes is not that token.
  std::memcpy(other.data(), token.data(), token.size() * sizeof(MPI_Request));
  expect_fatal(2,
               "was never begun, must be a token given to VSDA_Update_begin or VSDA_Copy since (1 in flight); a "
               "token is known by its address and must not be moved",
               [&] { VSDA_Update_end(other.data()); });
  VSDA_Update_end(token.data());
  expect_fatal(2, "has been ended already", [&] { VSDA_Update_end(token.data()); });

  VSDA_Copy(&vsda_, 0, two.data(), &vsda_, 0, one.data(), 1, token.data());
  expect_fatal(2, "is still in flight: VSDA_Copy began it",
               [&] { VSDA_Update_begin(&vsda_, token.data(), one.data()); });
  VSDA_Update_end(token.data());
  one.expect_update();
  two.expect_copy(0, 1, 0, 1);
  EXPECT_TRUE(one.as_expected());
  EXPECT_TRUE(two.as_expected());
}

TEST_F(VsdaErrors, CopyChecksItsRanges) {
  Shape longer_shape = shape_;
  longer_shape.distribution.back() += 3;
  VSDA longer = create(longer_shape);
  TestArray to(shape_, 1);
  TestArray from(longer_shape, 2);
  MPI_Request token[16];
  const auto copy = [&](long targoffs, long srcoffs, long count) {
    return [&, targoffs, srcoffs, count] {
      VSDA_Copy(&vsda_, targoffs, to.data(), &longer, srcoffs, from.data(), count, token);
    };
  };
  expect_refused("VSDA_Copy: count = -1, must be 0 .. ", copy(0, 0, -1));
  expect_refused(
      fmt::format("VSDA_Copy: count = {}, must be 0 .. {} (globsize of the smaller array)", size_ + 1, size_),
      copy(0, 0, size_ + 1));
  expect_refused(fmt::format("VSDA_Copy: targoffs = 3, must be 0 .. 2 (globsize of target - count)"),
                 copy(3, 0, size_ - 2));
  expect_refused("VSDA_Copy: targoffs = -1, must be 0 .. ", copy(-1, 0, 1));
  expect_refused(fmt::format("VSDA_Copy: srcoffs = 6, must be 0 .. 5 (globsize of source - count)"),
                 copy(0, 6, size_ - 2));
  expect_refused("VSDA_Copy: srcoffs = -7, must be 0 .. ", copy(0, -7, 1));
  expect_refused(fmt::format("VSDA_Copy: srcoffs = {}, must be 0 .. ", LONG_MAX), copy(0, LONG_MAX, 2));
  EXPECT_TRUE(to.as_expected());
  copy(size_, size_ + 3, 0)();  // an empty range may lie at the very end
  VSDA_Update_end(token);
  EXPECT_TRUE(to.as_expected());
  VSDA_Destroy(&longer);
}

TEST_F(VsdaErrors, CopyWantsOneCommunicatorAndOneElementSize) {
  MPI_Comm duplicate;
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  VSDA elsewhere = create(shape_, duplicate);
  Shape wide_shape = shape_;
  wide_shape.elemsize = 16;
  VSDA wide = create(wide_shape);
  TestArray array(shape_, 1);
  TestArray wide_array(wide_shape, 2);
  MPI_Request token[16];
  expect_refused(fmt::format("VSDA_Copy: target and source: communicators of {0} and {0} ranks, one congruent to the "
                             "other, must be the same communicator in both",
                             comm_size()),
                 [&] { VSDA_Copy(&vsda_, 0, array.data(), &elsewhere, 0, array.data(), 1, token); });
  expect_refused("VSDA_Copy: target and source: elemsize 16 and 8 bytes, must be the same in both",
                 [&] { VSDA_Copy(&wide, 0, wide_array.data(), &vsda_, 0, array.data(), 1, token); });
  if (comm_size() > 1) {
    Shape lonely_shape = shape_;
    lonely_shape.distribution = {4};
    VSDA lonely = create(lonely_shape, MPI_COMM_SELF);
    expect_refused(
        fmt::format("VSDA_Copy: target and source: communicators of 1 and {} ranks, one unlike the other", comm_size()),
        [&] { VSDA_Copy(&lonely, 0, array.data(), &vsda_, 0, array.data(), 1, token); });
    VSDA_Destroy(&lonely);
  }
  VSDA_Destroy(&wide);
  VSDA_Destroy(&elsewhere);
  MPI_Comm_free(&duplicate);
}

}  // namespace
}  // namespace stencil::test
