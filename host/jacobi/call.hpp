// A schedule as data: the calls of one itstep, in the order of posting, each with the calls it must wait for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil {

// Part and block name a call: rest(3) is the load of the rows of block 3 after its head.
struct Call {
  enum class Part {
    r,      // load: the right-hand side of all rows
    head,   // load: the rows of f that the block before writes back
    rest,   // load: the other rows of f
    above,  // load: of these, halo rows at the upper end, which come from elsewhere than the strip's own rows
    below,  // load: and those at the lower end
    sweep,  // the command
    top,    // store: the first kept rows, where they must leave before the others
    out,    // store: the kept rows, except the top
    wait,   // until all posted calls are done, or those up to the one in `after`; `block` has no meaning
  };

  Part part = Part::wait;
  std::int64_t block = 0;          // position in the plan
  Place place;                     // loads and stores; a sweep has its f buffer here
  std::int64_t host_word = 0;      // loads and stores: first word in the host's array
  std::int64_t other_strip = 0;    // above, below: whose array that is, counted from the strip of the block
  int r_buffer = 0;                // sweeps
  std::vector<std::size_t> after;  // positions of earlier calls of the list

  bool loads() const {
    return part == Part::r || part == Part::head || part == Part::rest || part == Part::above || part == Part::below;
  }
  bool stores() const { return part == Part::top || part == Part::out; }
};

// "rest(3)"; "wait".
std::string name_of(const Call& call);

// One line per call: "head(2) f0 [0, 10) from word 46 after out(0)". For readers and tests.
std::string describe(const std::vector<Call>& calls);

}  // namespace stencil
