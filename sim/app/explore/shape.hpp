// The shapes that a command tries: every combination of the lists that the user gives.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/jacobi/scheme.hpp"
#include "sim/app/kernels/kernels.hpp"

namespace stencil {

// One interval between exchanges on one device: a strip of rows x cols, cut into blocks and swept as the scheme says.
struct Shape {
  std::string config;
  BlockScheme scheme;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  const SweepKernel* kernel = sweep_kernels().front();
};

struct ShapeLists {
  std::vector<std::string> configs;
  std::vector<Schedule> schedules;
  std::vector<Blocking> blockings;
  std::vector<std::int64_t> cols;
  std::vector<std::int64_t> portions;
  std::vector<std::int64_t> niters;
  std::vector<std::int64_t> blocks;  // rows = portion*blocks
  const SweepKernel* kernel = sweep_kernels().front();
};

// In the order of the lists, the last one varying fastest. Empty when any list is.
std::vector<Shape> combine(const ShapeLists& lists);

// "wide overlapped skewed: 10080 x 1000 in blocks of 252 rows, 24 sweeps"
std::string readable(const Shape& shape);

}  // namespace stencil
