// What every accelerator checks of a call, whatever its kernels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/device/values/capabilities.hpp"
#include "host/device/values/place.hpp"

namespace stencil {

// "accelerator rtl of configuration small has no Jacobi kernel": what it lacks, in words.
std::string lacks(const Capabilities& device, const std::string& what);
// The same of a kernel, with those that it has: "... has no Jacobi kernel, only Gauss-Seidel".
std::string lacks_kernel(const Capabilities& device, const char* kernel);

// `call` is the host's, for the text. All throw ArgumentError with the value and the allowed range.
// Refused: a buffer the bank does not have.
void check_buffer(const Capabilities& device, const char* call, Bank bank, int buffer);
// Refused besides: a negative offset or length, a range that leaves the buffer's memory_words, a null host pointer with
// a length above 0.
void check_transfer(const Capabilities& device, const char* call, const Place& place, const double* host);
// Refused: a call made while anything is posted and not waited for.
void check_waited(const char* call, bool posted);

}  // namespace stencil
