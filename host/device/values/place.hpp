// Local memory as the host names it, and what orders the calls that use it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

// f holds the field that is swept in place, r the right-hand side. Each bank has one or more buffers, numbered from 0,
// so that blocks can be loaded, swept and stored at the same time.
enum class Bank { f, r };

// A place in local memory: length_words packed doubles of a buffer. length_words 0 does nothing.
struct Place {
  Bank bank = Bank::f;
  int buffer = 0;
  std::int64_t offset_words = 0;
  std::int64_t length_words = 0;
};

// The block that a command works on in place, packed from word 0 of a buffer of f, and how many sweeps it makes there.
struct CommandBlock {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t sweeps = 0;
  int f_buffer = 0;
};

// Names a posted call; 0 names none.
using Ticket = std::int64_t;

// Calls that must be done before another begins. Those from before the last wait() are done.
using After = std::vector<Ticket>;

}  // namespace stencil
