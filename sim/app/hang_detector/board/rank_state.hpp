// What ranks do and what they wait for, as it was at one moment.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stencil {

// Something without which a waiting rank cannot go on, and which one other rank alone can bring.
struct Need {
  enum class Kind {
    message,   // sent by that rank
    receiver,  // a receive posted there, for a message too large to leave without one
    entry,     // into the collective call that waits for it
    unknown,   // not known: as if it may come at any time
  };
  Kind kind = Kind::unknown;
  int rank = 0;           // in MPI_COMM_WORLD
  int tag = -1;           // of a message; below 0: any
  bool may_come = false;  // without that rank doing anything more
  std::string instead;    // entry: the other collective call that it is in, or has made, in its place

  std::string text() const;
};

// Messages to a rank for which it has posted no receive.
struct Unreceived {
  int rank = 0;  // that sent them
  int tag = -1;
  std::int64_t count = 1;
  std::string call;  // in which the last one was sent
};

struct RankState {
  enum class Life {
    running,
    finished,     // has nothing left to send
    in_finalize,  // nor has this one: it waits in MPI_Finalize for the others
    ending,       // ends the job because of an error that it reports itself
    dead,         // the process is gone, without a notice that it would end
  };

  int rank = 0;  // in MPI_COMM_WORLD
  long pid = 0;
  Life life = Life::running;
  std::string host;         // of one that is dead
  std::uint64_t epoch = 0;  // grows with every change

  std::string phase;         // what the program does; empty: between phases
  std::int64_t step = -1;    // below 0: none
  std::int64_t blocks = 0;   // swept so far
  std::int64_t steps = 0;    // of stencil_step_begin that have ended
  std::int64_t updates = 0;  // of VSDA that have ended
  std::int64_t device = -1;  // the cycle from which the device has been running; below 0: it does not

  std::string call;        // the MPI call that it waits in; empty: none
  bool is_watched = true;  // whether anything but the name is known of that call
  bool any = false;        // one of the needs suffices
  std::vector<Need> needs;
  std::vector<Unreceived> unreceived;  // see add_unreceived(); empty otherwise

  bool waits() const { return !call.empty(); }
  // Sends nothing any more.
  bool is_gone() const { return life == Life::finished || life == Life::in_finalize || life == Life::dead; }
};

// Indices of the ranks that cannot go on, whatever time passes: each waits for something that is not under way and that
// only a rank can bring which is gone or cannot go on itself.
std::vector<std::size_t> stuck_ranks(const std::vector<RankState>& ranks);

}  // namespace stencil
