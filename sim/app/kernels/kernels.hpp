// The list of kernels. A new kernel is a row here and a folder beside these.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/kernels/sweeps/sweep_kernel.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {

// All kernels with their default options; the first is the default kernel.
const std::vector<KernelChoice>& kernels();

// The kernels of streaming sweeps, for which `cycles` and `tune` can predict blocks.
const std::vector<const SweepKernel*>& sweep_kernels();

// The kernel of that name. Throws ArgumentError with the names of all kernels and what names a file.
const KernelChoice& kernel_named(const std::string& option, const std::string& name);
const SweepKernel& sweep_kernel_named(const std::string& option, const std::string& name);

// Whether a text that --kernel takes means a kernel file: it is no kernel's name and has a '.' or a '/'. No file is
// looked at, so that all ranks agree; a kernel's name that a file has as well is refused later, by all
// (host/io/kernel_file_name.hpp).
bool names_kernel_file(const std::string& text);
constexpr const char* about_kernel_files = "FILE: a kernel file, whose name has a '.' or a '/'";

// The default options of a run, with the first kernel or another one.
RunOptions default_run_options();
RunOptions default_run_options(const std::string& kernel);
// Of a kernel file that is yet to be read.
RunOptions file_run_options();

}  // namespace stencil
