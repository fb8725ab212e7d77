// Options of `run` whose limits are those of the device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/system/options/option_case.hpp"

namespace stencil {

inline std::vector<OptionCase> device_option_cases() {
  using Shows = OptionCase::Shows;
  const std::vector<std::string> jacobi{"--rows", "40", "--cols", "12", "--accel", "model"};
  const std::vector<std::string> seidel{"--kernel", "gauss-seidel", "--rows", "40", "--cols", "40", "--accel", "model"};
  const std::vector<std::string> on_small{"--rows", "40", "--cols", "12", "--accel", "model", "--config", "small"};
  const std::vector<std::string> high{"--rows", "2000", "--cols", "12", "--accel", "model", "--config", "small"};
  const std::vector<std::string> on_rtl{"--rows", "40", "--cols", "12", "--config", "small"};
  const std::vector<std::string> on_software{"--rows",  "40",       "--cols",   "12",
                                             "--accel", "software", "--config", "small"};
  return {
      {"run", {"--accel", "abacus"}, jacobi, Shows::refusal, "accelerator 'abacus' is not known"},
      {"run", {"--config", "none"}, jacobi, Shows::refusal, "configuration 'none' is not known"},
      {"run", {"--cols", "1025"}, on_small, Shows::refusal, "cols = 1025, must be 1 .. 1024"},
      {"run", {"--cols", "1025"}, on_rtl, Shows::refusal, "cols = 1025, must be 1 .. 1024"},
      {"run", {"--cols", "1025"}, on_software, Shows::refusal, "cols = 1025, must be 1 .. 1024"},
      {"run",
       {"--portion", "1356"},
       high,
       Shows::refusal,
       "portion + 2*stw = 1366 rows of 12 columns, must be <= 1365 rows"},
      {"run",
       {"--stw", "10"},
       with(high, {"--portion", "1356", "--blocking", "skewed"}),
       Shows::refusal,
       "portion + stw = 1366 rows of 12 columns, must be <= 1365 rows"},
      {"run",
       {"--stw", "5"},
       {"--accel", "model", "--config", "small", "--cols", "1000", "--stw", "4", "--portion", "6", "--blocking",
        "skewed"},
       Shows::refusal,
       "stw = 5, must be 1 .. 4 (skewed blocks of 1000 columns: line buffers of 1024 beats"},
      {"run", {"--rows", "3000"}, with(on_small, {"--portion", "1000", "--place", "sweep=accel"}), Shows::result},
      {"run",
       {"--portion", "1400"},
       with(high, {"--place", "sweep=accel"}),
       Shows::refusal,
       "a strip has 1405 rows of 12 columns with its halo rows, must be at most 1365 rows"},
      {"run",
       {"--place", "exchange=accel"},
       on_small,
       Shows::refusal,
       "exchange=accel with 3 strips per rank, must be at most 2, which stay on the device"},
      {"run",
       {"--tiles", "1x1"},
       {"--kernel", "gauss-seidel", "--rows", "150", "--cols", "150", "--accel", "model", "--config", "small"},
       Shows::refusal,
       "rows of the largest tile with one row around = 150, must be 3 .. 109"},
      {"run", {"--sweeps", "30"}, seidel, Shows::refusal, "tile 0 of subdomain 0 = 19 rows, must be >= 31"},
      {"run", {"--capture", "0:0:9"}, jacobi, Shows::refusal, "--capture is 0:0:9: rank 0 has 3 blocks in step 0"},
      {"run", {"--capture", "1:0:0"}, jacobi, Shows::refusal, "--capture is 1:0:0: rank 1 must be 0 .. 0"},
      {"run", {"--output", "{scratch}/none/o.npy"}, jacobi, Shows::refusal, "{scratch}/none/o.npy: cannot create"},
      {"run", {"--strip-rows", "4"}, with(jacobi, {"--distribution", "cyclic"}), Shows::refusal, "--strip-rows is 4"},
  };
}

}  // namespace stencil
