// What the tests of whole runs share: the world of ranks, a directory they all see, options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/options.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/support/world.hpp"

namespace stencil::testing_support {

inline int world_rank() {
  return test::comm_rank();
}
inline int world_size() {
  return test::comm_size();
}

// One directory, the same on all ranks.
class SharedDirectory {
 public:
  SharedDirectory() {
    std::array<char, 512> name{};
    if (world_rank() == 0) {
      own_.emplace();
      own_->path().copy(name.data(), name.size() - 1);
    }
    MPI_Bcast(name.data(), static_cast<int>(name.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    path_ = name.data();
  }
  ~SharedDirectory() { MPI_Barrier(MPI_COMM_WORLD); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::optional<ScratchDirectory> own_;
  std::string path_;
};

// The device under test: STENCIL_TEST_ACCEL, software unless set.
inline RunOptions shape(std::int64_t rows, std::int64_t cols, std::int64_t iterations, std::int64_t stw,
                        std::int64_t portion) {
  RunOptions options;
  options.rows = rows;
  options.cols = cols;
  options.iterations = iterations;
  options.stw = stw;
  options.portion = portion;
  const char* accel = std::getenv("STENCIL_TEST_ACCEL");
  options.device.accel = accel == nullptr ? "software" : accel;
  return options;
}

inline const std::vector<ItstepOptions> all_ways{{Schedule::overlapped, Blocking::overlapped_rows},
                                                 {Schedule::sequential, Blocking::overlapped_rows},
                                                 {Schedule::overlapped, Blocking::skewed},
                                                 {Schedule::sequential, Blocking::skewed}};

}  // namespace stencil::testing_support
