// Ends the program for errors that cannot be thrown: those of the published C functions, which return nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#pragma GCC visibility push(default)
namespace stencil {

// Called with the exit status (exit_usage: a wrong argument; exit_device: the device, MPI or the run failed)
// and one line without newline:
//   "stencil: rank R: FUNCTION: TEXT", with the rank in MPI_COMM_WORLD, or without "rank R: " while MPI does not run.
// A handler may throw (tests do). If it returns, the default below follows, so that fatal() never returns.
using FatalHandler = void (*)(int status, const std::string& line);

// Installs a handler for this process and returns the one before. nullptr is the default: write the line to stderr in
// one write, then call MPI_Abort(MPI_COMM_WORLD, status) while MPI runs, otherwise exit(status).
// Must not be called while another thread is in fatal().
FatalHandler set_fatal_handler(FatalHandler handler);

// `text` names the argument, its value and the allowed range. Works before MPI_Init, after MPI_Finalize and without
// MPI. A second fatal error while the process ends (for example in an atexit function) ends it at once with its own
// status.
[[noreturn]] void fatal(const char* function, int status, const std::string& text);

#pragma GCC visibility pop
// From here on for the library alone, which does not export it.

// Called by the default handler between the line and the end of the process, once: for files that report the error.
// Must not throw, nor wait for another rank.
void set_last_work(FatalHandler work);

// As fatal(), for an error that MPI_Finalize finds. The default handler ends this process alone; the launcher ends the
// others, some of which may be in MPI_Finalize, too: there mpiexec of Open MPI 4.1.4 crashes or hangs in up to one of
// ten runs in which a rank calls MPI_Abort.
[[noreturn]] void fatal_in_finalize(int status, const std::string& text);

// As fatal(), for one error that all ranks of a communicator share, called on all of them: only the rank with `speaks`
// prints it. With the default handler the others wait for that rank to end them, ten seconds at most, and then print it
// too. An installed handler is called on every rank.
[[noreturn]] void fatal_together(const char* function, int status, const std::string& text, bool speaks);

// The line that fatal() passes to the handler, for messages that are not fatal.
[[nodiscard]] std::string fatal_line(const char* function, const std::string& text);

// True between MPI_Init and MPI_Finalize, when MPI may be called.
[[nodiscard]] bool mpi_is_running();

}  // namespace stencil
