// Checks whether a device fits a blocking and a schedule.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/jacobi/options.hpp"
#include "host/jacobi/scheme.hpp"

namespace stencil {

// Checks, before any data moves and for any operator, that the device and the blocking fit:
//   1 <= cols <= max_cols
//   overlapped rows: 1 <= stw <= portion/3, (portion + 2*stw)*cols <= memory_words
//   skewed:          1 <= stw <= portion, (portion + stw)*cols <= memory_words,
//                    ceil(stw/pes)*ceil(cols/lanes) <= line_beats
//   overlapped schedule: two buffers of f and of r
//   resident schedule: local_rows*cols <= memory_words, in place of the sums of rows
// The sum of rows is the check that the published program leaves out, as its authors say. A local part that is a single
// block (local_rows <= portion; skewed: local_rows <= portion + stw) needs only local_rows*cols words and no line
// buffers.
// Throws ArgumentError with the value and the allowed range.
void check_blocking(const Capabilities& device, std::int64_t local_rows, std::int64_t cols, std::int64_t portion,
                    std::int64_t stw, const ItstepOptions& options = {});

// Parts of this check. The device's buffers:
void check_schedule(const Capabilities& device, Schedule schedule);
// The most sweeps of a chain of skewed blocks of cols >= 1 columns: line buffers hold a row for each.
[[nodiscard]] std::int64_t chained_sweeps(const Capabilities& device, std::int64_t cols);
// Sets BlockScheme::chained_sweeps for strips of a rank that have so many local rows, where small blocks take fewer
// cycles. In a step small blocks cost about half a row for each sweep and strip; large ones a row for each by which the
// lowest strip falls short of the highest and, where the device waits between steps (`waits`: it stores the last block
// and loads the first one then), as many rows as the highest has. There a strip that is a chain anyway is always cut
// finer; strips of blocks that overlap are nowhere.
[[nodiscard]] BlockScheme cut_finer(BlockScheme scheme, const Capabilities& device,
                                    const std::vector<std::int64_t>& rows, std::int64_t cols, bool waits);
// The device's line buffers, for a chain of skewed blocks of cols >= 1 columns; `name` is the caller's name of niter.
void check_chain(const Capabilities& device, const char* name, std::int64_t niter, std::int64_t cols);

}  // namespace stencil
