// The one way out for errors that cannot be thrown: those found behind the published C functions, which return nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stencil {

// Called with the exit status (exit_usage: a wrong argument; exit_device: the device, MPI or the run failed)
// and one line without newline:
//   "stencil: rank R: FUNCTION: TEXT", rank in MPI_COMM_WORLD, left out when MPI is not running.
// A handler may throw (tests do). If it returns, the default below follows, so fatal() never returns.
using FatalHandler = void (*)(int status, const std::string& line);

// Installs a handler for this process and returns the one before. nullptr is the default: the line goes to stderr
// in one write, then MPI_Abort(MPI_COMM_WORLD, status) while MPI is running, else exit(status).
// Not meant to be called while another thread is in fatal().
FatalHandler set_fatal_handler(FatalHandler handler);

// TEXT names the argument, its value and the allowed range. Works before MPI_Init, after MPI_Finalize and without MPI.
// A second fatal error on the way out (from an atexit function, say) ends the process at once with its own status.
[[noreturn]] void fatal(const char* function, int status, const std::string& text);

// The same for one error that all ranks of a communicator share, called on all of them: one rank speaks for all. With
// the default handler the others wait to be ended by it, ten seconds at most, and then speak too; an installed handler
// is called on every rank.
[[noreturn]] void fatal_together(const char* function, int status, const std::string& text, bool speaks);

// The line that fatal() gives the handler, for messages that are not fatal.
std::string fatal_line(const char* function, const std::string& text);

// True between MPI_Init and MPI_Finalize: the only time when MPI may be called.
bool mpi_is_running();

}  // namespace stencil
