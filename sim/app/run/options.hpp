// The options of a run of any kernel, and their ranges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/io/output_file.hpp"
#include "sim/app/choices/capture_choice.hpp"
#include "sim/app/choices/trace_choice.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/plain_option.hpp"
#include "sim/app/cluster/network/network_choice.hpp"
#include "sim/app/fidelity/fidelity_choice.hpp"
#include "sim/app/report/report.hpp"
#include "sim/app/run/kernel.hpp"

namespace stencil {

constexpr IntegerRange rows_range{"--rows", 3, std::int64_t{1} << 40};
constexpr IntegerRange cols_range{"--cols", 3, std::int64_t{1} << 28};
constexpr IntegerRange burst_range{"--burst", 1, 256};
constexpr IntegerRange link_bytes_range{"--link-bytes", 0, 4096};
constexpr IntegerRange link_latency_range{"--link-latency", 0, 1000000000};
constexpr IntegerRange link_stalls_range{"--link-stalls", 0, 1000000000};
inline void check_link_ranges(const LinkOptions& link) {
  require_in_range(burst_range, link.burst_beats);
  require_in_range(link_bytes_range, link.bytes_per_cycle);
  require_in_range(link_latency_range, link.latency_cycles);
  require_in_range(link_stalls_range, link.stalls);
}
constexpr std::int64_t most_cells = std::int64_t{1} << 48;  // rows*cols; 2 PiB per array

enum class Check {
  off,         // nothing is compared
  at_end,      // every value of the result against a golden solution of the whole domain
  each_block,  // that, and each block's kept rows, or each tile, against golden sweeps right after it ran
};

// "off", "final", "block".
inline const char* name_of(Check check) {
  return check == Check::off ? "off" : check == Check::at_end ? "final" : "block";
}

enum class Verbosity {
  quiet,     // the verdict and warnings
  ordinary,  // what is run, cycles per block, files written, too
  verbose,   // and how long each phase took
};

struct RunOptions {
  KernelChoice kernel;           // with its own options; sim/app/kernels/kernels.hpp has those there are
  bool kernel_is_named = false;  // --kernel names it, and names no file

  // The problem.
  std::optional<std::int64_t> rows;  // not given: as in the input files, else 101
  std::optional<std::int64_t> cols;  // not given: as in the input files, else 77
  std::uint64_t seed = 1;
  std::string input;  // .npy with f and its boundary, instead of the seed
  std::string rhs;    // .npy with r, instead of the seed; for kernels that read r

  AcceleratorOptions device;
  FidelityChoice fidelity;
  NetworkChoice network;  // between ranks; not given: no virtual cluster time

  // The results.
  Check check = Check::at_end;
  bool paranoid = false;   // check is the strictest there is, device.checking all of it
  std::string output;      // .npy to write the result to
  std::string dump_input;  // prefix: PREFIX_f.npy and, where there is an r, PREFIX_r.npy receive the problem
  std::string report;      // JSON to write
  std::int64_t list_blocks = most_listed_blocks;  // blocks that it lists one by one; classes and sums have all of them
  std::string junit;                              // JUnit XML to write
  std::string timeline;                           // Perfetto trace to write
  std::optional<CaptureChoice> capture;           // call to keep as a capsule; not given: the first wrong one, if any
  std::string capsule;                            // its file; empty: capsule_path() says where

  TraceChoice trace;  // waves to write

  Verbosity verbosity = Verbosity::ordinary;

  bool made_again_one_by_one = false;  // to find a wrong call in a run that has been made
  // Whether steps, and tiles, are made one after another, each by itself: so that a call is found by its number.
  bool one_by_one() const { return made_again_one_by_one || (capture && capture->which == CaptureChoice::Which::call); }

  // The report, where other files can stand beside it; empty: none, or it goes into a stream.
  std::string report_file() const { return report.empty() || is_stream(report) ? "" : report; }
  std::string capsule_file() const { return capsule_path(capsule, report_file(), capture); }
  std::string dump_f() const { return dump_input + "_f.npy"; }
  std::string dump_r() const { return dump_input + "_r.npy"; }
};

// The options of results that are no more than a member.
inline constexpr PlainOption<RunOptions> plain_options[] = {
    {"--junit", "write every check of the run as a JUnit test case", &RunOptions::junit, false, "F.xml"},
    {"--list-blocks", "blocks that the report lists one by one; its classes and sums count all",
     &RunOptions::list_blocks, true, "N", 0, std::int64_t{1} << 20},
};

// The kernel of a run, which must be of this class; const where the options are.
template <class KernelType, class Run>
auto& kernel_as(Run& run) {
  using Found = std::conditional_t<std::is_const_v<Run>, const KernelType, KernelType>;
  return dynamic_cast<Found&>(*run.kernel);
}

// Checks everything that needs neither the contents of files nor ranks nor a device: ranges, combinations of the
// kernel's options, outputs with the same name, a file that is called as the kernel is. Throws ArgumentError.
void check_options(const RunOptions& options);

// Finds out whether every file that the options name for a result can be written; rank 0's task. Throws ArgumentError.
void check_outputs_writable(const RunOptions& options);

// The rows of all kernels, as --help groups them. kernel: the row of --kernel.
OptionGroup problem_options(const RunOption& kernel);
OptionGroup machine_options();
OptionGroup result_options();
OptionGroup network_group();
OptionGroup trace_options();  // of what happened in the run
// may_rest: --link-stalls too, for what runs every burst; what multiplies steps that are alike has no such link.
std::vector<Option<LinkOptions>> link_options(bool may_rest);

// What makes such a run again: every option that decides what is run and compared, with its value, defaults and what
// the run decided itself included. report: of the run, with its problem where that is known.
ReportCommand command_of(const RunOptions& options, const Report& report);

// The strictest comparison that the kernel's options allow.
inline Check strictest_check(const RunOptions& options) {
  return options.kernel->compares_blocks() ? Check::each_block : Check::at_end;
}

// Refuses options that were given but would change nothing, also those of the kernel. Throws ArgumentError.
void check_given(const Command& given, const RunOptions& options);

}  // namespace stencil
