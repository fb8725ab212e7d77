// The two orders in which the device can move and sweep the blocks of a plan.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/jacobi/block.hpp"
#include "host/jacobi/call.hpp"
#include "host/jacobi/scheme.hpp"

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

// A block of one of several strips.
struct JoinedBlock {
  Block block;
  std::int64_t strip = 0;
  RowHalo halo;  // of the rows that it loads, those that an exchange sets between steps
  // Where strips are the whole field: the rows of the strips before and after this one, counted in their arrays, that
  // these are copies of; the first of each.
  std::int64_t above_row = 0;
  std::int64_t below_row = 0;
};

// Where halo rows come from between the steps.
enum class HaloRows {
  none,        // there are none: one strip
  exchanged,   // from an exchange by the host, with other ranks
  whole_field  // from an exchange by the host among these strips, which are the whole field
};

// The same for the strips of a rank, between whose steps halo rows travel. `exchanged`: each step but the first begins
// while the last block of the step before is swept and stored:
//   out(last)
//   r(i), rest(i)      of its first block, but for halo rows; rest(i) waits for the last out that stores a row of it
//   r(i+1)             if there is one, of no more rows than out(last): a longer load would keep the halo rows waiting
//   wait               for out(last): then the host exchanges halo rows
//   above(i), below(i) halo rows of the first block
// and goes on as usual. The loads before the wait go on beside the last sweep and its store, and fill the link where
// that limits the run; then only the first halo rows wait for the exchange.
//
// `whole_field`: the first two blocks of a step take their halo rows from the strips that own them, when the last out
// that stores one of these rows is done; and the first out waits for above() of the second block, whose rows it
// overwrites. So the steps follow one another as those of one strip do. The host exchanges halo rows, for the blocks
// after these two, in the wait before the first out. Where a head would need halo rows, the step begins as above.
// @pre without halo rows there is one strip
std::vector<Call> joined_calls(const std::vector<std::vector<JoinedBlock>>& steps, std::int64_t cols,
                               std::int64_t f_buffers, std::int64_t r_buffers, HaloRows halos);

}  // namespace stencil
