// The accelerator that the C functions of this process use.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "host/device/accelerator.hpp"

namespace stencil {

// Makes it at the first call through make_accelerator, as the environment says (accel.h). Throws ArgumentError for an
// unknown value, naming the known ones, and the errors of make_accelerator.
// It lives until the process ends, so that report writers may use it at exit. For one thread at a time.
Accelerator& process_accelerator();

// The accelerator if it has been made, otherwise null.
Accelerator* made_process_accelerator();

// The options that the accelerator was made with; the defaults while there is none.
const AcceleratorOptions& process_accelerator_options();

// An accelerator that is made later has the formula of this file, unless STENCIL_KERNEL names one.
void want_process_formula(const std::string& file);

// The formula that the accelerator was made with, with these numbers by their places in the kernel file; those that it
// does not use are not read. file: one that must have it; empty: the one of STENCIL_KERNEL. Throws ArgumentError where
// it has none or another.
FormulaWeights process_formula(const std::string& file, const double* numbers);

// From now on process_accelerator() throws ArgumentError with this text; empty: no longer.
void refuse_process_accelerator(const std::string& why);

// Called with the options right before the accelerator is made, and may change them. Throws to refuse: then no
// accelerator is made, and no data have moved.
void set_process_accelerator_preparation(std::function<void(AcceleratorOptions&)> prepare);

// Destroys it and empties the call ledger, as if the process had just begun. For tests.
void reset_process_accelerator();

}  // namespace stencil
