// Wrong arguments of periodic arrays and of arrays in boxes, and functions that take no such arrays.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <functional>
#include <string>

#include "tests/host/support/fatal_catcher.hpp"
#include "tests/support/world.hpp"
#include "vsda.h"

namespace stencil::test {
namespace {

class VsdaHaloErrors : public ::testing::Test {
 protected:
  void refused(const std::string& text, const std::function<void()>& call) {
    expect_fatal(2, fmt::format("stencil: rank {}: {}", comm_rank(), text), call);
  }

  const long ranks_ = comm_size();
  VSDA made_;
};

TEST_F(VsdaHaloErrors, Periodic) {
  const auto create_with = [this](long globsize, long elemsize, long width) {
    return [=] { VSDA_Create_periodic(MPI_COMM_WORLD, globsize, elemsize, width, nullptr, nullptr, &made_); };
  };
  refused("VSDA_Create_periodic: globsize = -1, must be >= 0", create_with(-1, 8, 0));
  refused("VSDA_Create_periodic: elemsize = 0, must be >= 1", create_with(4, 0, 0));
  refused("VSDA_Create_periodic: shadowwidth = -2, must be 0 .. ", create_with(4, 8, -2));
  refused(fmt::format("VSDA_Create_periodic: the local part of rank 0 = 1 elements, must be >= shadowwidth = 2 "
                      "(globsize = {} over {} ranks)",
                      ranks_, ranks_),
          create_with(ranks_, 8, 2));
  refused("VSDA_Create_periodic: comm = MPI_COMM_NULL",
          [this] { VSDA_Create_periodic(MPI_COMM_NULL, 4, 8, 0, nullptr, nullptr, &made_); });
  refused("VSDA_Create_periodic: vsda = NULL",
          [] { VSDA_Create_periodic(MPI_COMM_WORLD, 400, 8, 0, nullptr, nullptr, nullptr); });
}

TEST_F(VsdaHaloErrors, Boxes) {
  struct Values {
    long m = 40, n = 50, elemsize = 8, prow = 0, pcol = 1, shadowrows = 1, shadowcols = 1;
    int rowedges = 0, coledges = 0;
    long* rowdistribution = nullptr;
    long* coldistribution = nullptr;
  };
  const auto with = [this](auto change) {
    Values v;
    change(v);
    return [=] {
      VSDA_Create_2d(MPI_COMM_WORLD, v.m, v.n, v.elemsize, v.prow, v.pcol, v.shadowrows, v.shadowcols, v.rowedges,
                     v.coledges, v.rowdistribution, v.coldistribution, &made_);
    };
  };
  const std::string create = "VSDA_Create_2d: ";
  refused(create + "m = -1, must be >= 0", with([](Values& v) { v.m = -1; }));
  refused(create + "n = -1, must be >= 0", with([](Values& v) { v.n = -1; }));
  refused(create + "elemsize = 0, must be >= 1", with([](Values& v) { v.elemsize = 0; }));
  refused(create + fmt::format("prow = {}, must be 0 .. {}", ranks_ + 1, ranks_),
          with([this](Values& v) { v.prow = ranks_ + 1; }));
  refused(create + "pcol = -1, must be 0 .. ", with([](Values& v) { v.pcol = -1; }));
  if (ranks_ > 1) {
    refused(create + fmt::format("prow, pcol = 1, 1, must be a process grid of all {} ranks of comm", ranks_),
            with([](Values& v) { v.prow = 1; }));
  }
  refused(create + "shadowrows = -1, must be 0 .. ", with([](Values& v) { v.shadowrows = -1; }));
  refused(create + "shadowcols = -1, must be 0 .. ", with([](Values& v) { v.shadowcols = -1; }));
  refused(create + "rowedges = 3, must be 0 .. 2 (VSDA_EDGE_NONE", with([](Values& v) { v.rowedges = 3; }));
  refused(create + "coledges = -1, must be 0 .. 2 (VSDA_EDGE_NONE", with([](Values& v) { v.coledges = -1; }));
  refused(create +
              "the local part of process column 0 = 2 elements, must be >= shadowcols = 3 (n = 2 over 1 process "
              "columns)",
          with([](Values& v) {
            v.n = 2;
            v.shadowcols = 3;
            v.coledges = VSDA_EDGE_PERIODIC;
          }));
  long three[] = {3};
  refused(create + "sum of coldistribution = 3, must be n = 50", with([&](Values& v) { v.coldistribution = three; }));
  refused(create + "rowdistribution is given, must be NULL where the library chooses that side",
          with([&](Values& v) { v.rowdistribution = three; }));
  refused(create + "n = 4611686018427387904, must be 0 .. 2305843009213693951 (m = 4, m*n must be below 2^63)",
          with([](Values& v) {
            v.m = 4;
            v.n = 1L << 62;
            v.elemsize = 1;
            v.shadowrows = v.shadowcols = 0;
          }));
  refused(create + "the local part of process (0, 0) = ", with([](Values& v) {
            v.m = 1L << 30;
            v.n = 1L << 32;
            v.shadowrows = v.shadowcols = 0;
            v.elemsize = 1L << 20;
          }));
  refused(create + "vsda = NULL",
          [] { VSDA_Create_2d(MPI_COMM_WORLD, 40, 50, 8, 0, 1, 1, 1, 0, 0, nullptr, nullptr, nullptr); });
}

TEST_F(VsdaHaloErrors, WhatTakesNoBoxes) {
  VSDA boxes, blocked;
  VSDA_Create_2d(MPI_COMM_WORLD, 8 * ranks_, 4, 8, 0, 1, 1, 1, 0, 0, nullptr, nullptr, &boxes);
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, 8 * ranks_, 8, 0, nullptr, nullptr, &blocked);
  long a, b, c, d;
  MPI_Request token[4];
  double array[1] = {0.0};
  VSDA_PLAN plan;
  refused("VSDA_Get_extent: vsda is an array of VSDA_Create_2d, whose elements are no single range",
          [&] { VSDA_Get_extent(&boxes, &a, &b); });
  refused("VSDA_Plan_matrix: target is an array of VSDA_Create_2d, must be a block-cyclic one",
          [&] { VSDA_Plan_matrix(&boxes, 0, 0, &blocked, 0, 0, 1, 1, &plan); });
  const std::string size = fmt::format("{}", 8 * ranks_);
  refused("VSDA_Copy: count = 1000000, must be 0 .. " + size + " (globsize of the smaller array)",
          [&] { VSDA_Copy(&blocked, 0, array, &boxes, 0, array, 1000000, token); });
  refused("VSDA_Plan_copy: targoffs = " + std::to_string(32 * ranks_) + ", must be 0 .. " +
              std::to_string(32 * ranks_ - 1) + " (globsize of target",
          [&] { VSDA_Plan_copy(&boxes, 32 * ranks_, &blocked, 0, 1, &plan); });
  refused("VSDA_Update_begin: localportion = NULL", [&] { VSDA_Update_begin(&boxes, token, nullptr); });
  refused("VSDA_Get_corners: vsda is no array in boxes, must be made by VSDA_Create_2d",
          [&] { VSDA_Get_corners(&blocked, 0, &a, &b, &c, &d); });
  refused("VSDA_Get_corners: shadows = 2, must be 0 .. 1", [&] { VSDA_Get_corners(&boxes, 2, &a, &b, &c, &d); });
  refused("VSDA_Get_corners: cols = NULL", [&] { VSDA_Get_corners(&boxes, 0, &a, &b, &c, nullptr); });
  VSDA_Destroy(&boxes);
  VSDA_Destroy(&blocked);
}

}  // namespace
}  // namespace stencil::test
