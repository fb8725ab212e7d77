// Checks of calls that all accelerators share, whatever their kernels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/device/values/capabilities.hpp"
#include "host/device/values/place.hpp"

namespace stencil {

// "accelerator rtl of configuration small WHAT", for example "has no tiles".
std::string lacks(const Capabilities& device, const std::string& what);
// The same for a kernel, with a list of those that the device has: "... has no KERNEL kernel, only OTHERS".
std::string lacks_kernel(const Capabilities& device, const char* kernel);

// All of the following throw ArgumentError with the value and the allowed range; `call` names the call in the text.
// For a buffer that the bank does not have.
void check_buffer(const Capabilities& device, const char* call, Bank bank, int buffer);
// Also for a negative offset or length, a range that exceeds the memory_words of a buffer, a null host pointer with
// length > 0.
void check_transfer(const Capabilities& device, const char* call, const Place& place, const double* host);
// For a call made while posted calls have not been waited for.
void check_waited(const char* call, bool posted);

}  // namespace stencil
