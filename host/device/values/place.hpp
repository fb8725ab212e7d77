// Places in local memory, and the tickets that order the calls that use them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#pragma GCC visibility push(default)
namespace stencil {

// f holds the field, swept in place, r the right-hand side. Each bank has one or more buffers, numbered from 0, so that
// the device can load, sweep and store different blocks at the same time.
enum class Bank { f, r };

// length_words packed doubles of a buffer, from word offset_words on. A transfer with length_words 0 does nothing.
struct Place {
  Bank bank = Bank::f;
  int buffer = 0;
  std::int64_t offset_words = 0;
  std::int64_t length_words = 0;
};

// The block that a command sweeps in place, packed from word 0 of a buffer of f, and the number of sweeps.
struct CommandBlock {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t sweeps = 0;
  int f_buffer = 0;
};

// Names a posted call; 0: none.
using Ticket = std::int64_t;

// The calls that must be done before another begins. Those that a wait has waited for are done.
using After = std::vector<Ticket>;

}  // namespace stencil
#pragma GCC visibility pop
