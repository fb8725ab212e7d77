// The two orders in which the blocks of a plan can be moved and swept.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/jacobi/block.hpp"
#include "host/jacobi/call.hpp"

namespace stencil {

// One thing after another, on buffer 0, with a wait behind every block. With overlapped rows the last kept rows of a
// block go to the top of the device, as they were, before new ones overwrite them in the host array (as published).
std::vector<Call> sequential_calls(const std::vector<Block>& blocks, std::int64_t cols);

// Everything posted at once, one wait at the end. Blocks take the buffers in turn. The order of posting is
//   in(0) sweep(0) in(1) out(0) sweep(1) in(2) out(1) ...
// and beyond the order each kind of call is carried out in,
//   sweep(i)           waits for the loads of block i,
//   out(i)             for sweep(i), and for head(i+1): the rows that it overwrites in the host array,
//   head(i), rest(i)   for out(i - f_buffers),
//   r(i)               for sweep(i - r_buffers).
// in(i) is r, head, rest with two f buffers: r needs no more than the end of a sweep, so it fills the time in which
// the store before still holds the f buffer. It is head, rest, r with three: then f is free earlier than r.
// Where engine and link are balanced (600 x 1000, portion 15, 5 sweeps, 8 bytes a cycle) the former reaches 0.940 of
// the roofline with two buffers, the latter 0.831; with three 0.940 and 0.949. f_buffers >= 2, r_buffers >= 2.
std::vector<Call> overlapped_calls(const std::vector<Block>& blocks, std::int64_t cols, std::int64_t f_buffers,
                                   std::int64_t r_buffers);

}  // namespace stencil
