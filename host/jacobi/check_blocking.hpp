// Whether a device can do what a blocking and a schedule ask of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "host/jacobi/options.hpp"

namespace stencil {

// Refuses, before anything moves, what this device cannot hold or this blocking cannot compute, whatever the operator:
//   1 <= cols <= max_cols
//   overlapped rows: 1 <= stw <= portion/3, (portion + 2*stw)*cols <= memory_words
//   skewed:          1 <= stw <= portion, (portion + stw)*cols <= memory_words,
//                    ceil(stw/pes)*ceil(cols/lanes) <= line_beats
//   overlapped schedule: two buffers of f and of r
// The sum of rows is the check that the published program forgot, as its authors say. A local portion that is a single
// block (local_rows
// <= portion; skewed: portion + stw) needs local_rows*cols words only and no line buffers.
// Throws ArgumentError with the value and the allowed range.
void check_blocking(const Capabilities& device, std::int64_t local_rows, std::int64_t cols, std::int64_t portion,
                    std::int64_t stw, const ItstepOptions& options = {});

// Parts of it. The device's buffers:
void check_schedule(const Capabilities& device, Schedule schedule);
// The device's line buffers, for a chain of skewed blocks; `name` is what the caller calls niter.
void check_chain(const Capabilities& device, const char* name, std::int64_t niter, std::int64_t cols);

}  // namespace stencil
