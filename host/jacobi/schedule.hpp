// The two orders in which the device can move and sweep the blocks of a plan.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/jacobi/block.hpp"
#include "host/jacobi/call.hpp"

namespace stencil {

// One call after another, on buffer 0, with a wait after every block. With overlapped rows the last kept rows of a
// block are loaded, unswept, to the top of the device as the head of the next block, before the block's results
// overwrite them in the host array (as published).
std::vector<Call> sequential_calls(const std::vector<Block>& blocks, std::int64_t cols);

// All calls posted at once, with one wait at the end. Blocks take the buffers in turn. The order of posting is
//   in(0) sweep(0) in(1) out(0) sweep(1) in(2) out(1) ...
// The device carries out each kind of call in that order; besides,
//   sweep(i)           waits for the loads of block i,
//   out(i)             for sweep(i), and for head(i+1), which reads the rows that out(i) overwrites in the host array,
//   head(i), rest(i)   for out(i - f_buffers),
//   r(i)               for sweep(i - r_buffers).
// With two f buffers in(i) is r, head, rest: r needs only the end of a sweep, and so fills the time in which the store
// before still uses the f buffer. With three it is head, rest, r, because f is then free earlier than r. Where engine
// and link are balanced (600 x 1000, portion 15, 5 sweeps, 8 bytes per cycle) the first order reaches 0.940 of the
// roofline with two buffers, the second 0.831; with three buffers 0.940 and 0.949.
// @pre f_buffers >= 2, r_buffers >= 2
std::vector<Call> overlapped_calls(const std::vector<Block>& blocks, std::int64_t cols, std::int64_t f_buffers,
                                   std::int64_t r_buffers);

// The same over several steps of one strip, without a pause between them. Besides,
//   head(i), rest(i)   wait for the last out of the step before that stores a row of theirs,
// and before the first out of each step but the first there is a wait for the last out of the step before, so that the
// host sees the results of every step as they are. Blocks are counted through.
std::vector<Call> joined_calls(const std::vector<std::vector<Block>>& steps, std::int64_t cols, std::int64_t f_buffers,
                               std::int64_t r_buffers);

}  // namespace stencil
