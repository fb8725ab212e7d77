// What one run is asked to do, whatever its kernel, and the ranges it may be asked for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/app/capsule/capture.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/report/block_ledger.hpp"
#include "sim/app/run/kernel.hpp"

namespace stencil {

constexpr IntegerRange rows_range{"--rows", 3, std::int64_t{1} << 40};
constexpr IntegerRange cols_range{"--cols", 3, std::int64_t{1} << 28};
constexpr IntegerRange list_blocks_range{"--list-blocks", 0, std::int64_t{1} << 20};
constexpr IntegerRange burst_range{"--burst", 1, 256};
constexpr IntegerRange link_bytes_range{"--link-bytes", 0, 4096};
constexpr IntegerRange link_latency_range{"--link-latency", 0, 1000000000};
constexpr std::int64_t most_cells = std::int64_t{1} << 48;  // rows*cols; a quarter of a million gigabytes an array

enum class Check {
  off,         // nothing is compared
  at_end,      // every value of the result against a golden solution of the whole domain
  each_block,  // that, and each block's kept rows, or each tile, against golden sweeps right after it ran
};

struct RunOptions {
  KernelChoice kernel;  // with its own options; sim/app/kernels/kernels.hpp has those there are

  // The problem.
  std::optional<std::int64_t> rows;  // not given: as in the input files, else 101
  std::optional<std::int64_t> cols;  // not given: as in the input files, else 77
  std::uint64_t seed = 1;
  std::string input;  // .npy with f and its boundary, instead of the seed
  std::string rhs;    // .npy with r, instead of the seed; of kernels that read it

  AcceleratorOptions device;

  // The results.
  Check check = Check::at_end;
  std::string output;      // .npy to write the result to
  std::string dump_input;  // prefix: PREFIX_f.npy and, where there is an r, PREFIX_r.npy receive the problem
  std::string report;      // JSON to write
  std::int64_t list_blocks = most_listed_blocks;  // that it lists one by one; all of them stand in its classes and sums
  std::string junit;                              // JUnit XML to write
  std::optional<CaptureChoice> capture;  // the call to keep as a capsule; not given: the first wrong one, if any
  std::string capsule;                   // its file; empty: capsule_path() says where

  std::string capsule_file() const { return capsule_path(capsule, report, capture); }
  std::string dump_f() const { return dump_input + "_f.npy"; }
  std::string dump_r() const { return dump_input + "_r.npy"; }
};

// Everything that needs neither files nor ranks nor a device: ranges, what the kernel asks of its options, two outputs
// with one name. Throws ArgumentError.
void check_options(const RunOptions& options);

// Before time is spent: whether all files that the run leaves can be written. Throws ArgumentError.
void check_outputs(const RunOptions& options);

// The rows of all kernels, as --help groups them. kernel: the row of --kernel.
OptionGroup problem_options(const RunOption& kernel);
OptionGroup machine_options();
OptionGroup result_options();
std::vector<Option<LinkOptions>> link_options();

// Refuses options that were given and would change nothing, the kernel's own ones among them. Throws ArgumentError.
void check_given(const Command& given, const RunOptions& options);

}  // namespace stencil
