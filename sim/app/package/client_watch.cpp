// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/client_watch.hpp"

#include <dlfcn.h>
#include <fmt/core.h>
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/base/errors.hpp"
#include "host/c/matrices/collective_watch.hpp"
#include "host/mpi/errors.hpp"
#include "host/mpi/fatal.hpp"
#include "sim/app/hang_detector/board/board.hpp"
#include "sim/app/hang_detector/board/recorder.hpp"
#include "sim/app/hang_detector/watch.hpp"
#include "sim/app/package/client_error.hpp"
#include "sim/app/package/own_record.hpp"
#include "sim/app/package/settings/end_variables.hpp"

namespace stencil {
namespace {

struct ClientWatch {
  Board board;
  SharedLedger ledger{MPI_COMM_WORLD};
  std::unique_ptr<Recorder> recorder;  // null: there is no board
  NodeWatch nodes{"stencil"};
  std::unique_ptr<BoardWatch> watch;
};

// Never destroyed but by end_client_watch(): a program may end without MPI_Finalize.
ClientWatch* client_watch = nullptr;

// Of functions that are watched, those that another library takes before this one: it may pass them to MPI at once.
std::string taken_by_others() {
  Dl_info own{};
  dladdr(reinterpret_cast<const void*>(&begin_client_watch), &own);
  std::string names, library;
  for (const char* const name : {"MPI_Send",      "MPI_Isend",    "MPI_Recv",       "MPI_Irecv",     "MPI_Sendrecv",
                                 "MPI_Wait",      "MPI_Waitall",  "MPI_Waitany",    "MPI_Waitsome",  "MPI_Test",
                                 "MPI_Barrier",   "MPI_Bcast",    "MPI_Reduce",     "MPI_Allreduce", "MPI_Gather",
                                 "MPI_Allgather", "MPI_Comm_dup", "MPI_Comm_split", "MPI_Comm_free", "MPI_Finalize"}) {
    Dl_info first{};
    void* const found = dlsym(RTLD_DEFAULT, name);
    if (found == nullptr || dladdr(found, &first) == 0 || first.dli_fbase == own.dli_fbase) continue;
    names += (names.empty() ? "" : ", ") + std::string(name);
    library = first.dli_fname;
  }
  return names.empty() ? "" : fmt::format("{}, which {} takes before libstencil_cosim", names, library);
}

// The calls of MPI in which hangs are proved. Of a program that calls it past this library, those that this library's
// functions make: what they send, they receive themselves.
enum class Proves { nothing, in_own_calls, in_all };

struct Sight {
  Proves proves = Proves::in_all;
  std::string blind_to = {};
};

Sight sight() {
  int threads = MPI_THREAD_MULTIPLE;
  PMPI_Query_thread(&threads);
  // Their calls come in no order.
  if (threads == MPI_THREAD_MULTIPLE)
    return {Proves::nothing, "MPI calls of several threads at once (MPI_THREAD_MULTIPLE)"};
  if (const std::string others = taken_by_others(); !others.empty()) return {Proves::nothing, others};
  if (dlsym(RTLD_DEFAULT, "mpi_send_") != nullptr)
    return {Proves::in_own_calls, "MPI calls from Fortran, which do not go through those of C"};
  return {};
}

// Calls of the program itself are not recorded then.
void hear_own_calls_alone() {
  hear_calls(nullptr, call_listeners);
  published_call_watch = [](bool begins) {
    set_mpi_recorder(begins && client_watch != nullptr ? client_watch->recorder.get() : nullptr);
  };
}

// While a rank waits in VSDA_Update_end, a hang names that call and the number of its update, which the program knows.
void watch_ends_of_updates() {
  token_registry().watch_ends(
      [](bool is_update) {
        Recorder* const recorder = mpi_recorder();
        if (recorder == nullptr) return;
        constexpr std::int64_t most_named = 999999;  // as many digits as a phase has room for
        const std::int64_t number = recorder->updates() + 1;
        std::string name = "VSDA_Update_end";
        if (!is_update) name += " of a copy";
        if (is_update && number <= most_named) name += fmt::format(" of update {}", number);
        recorder->begin_phase(name, std::nullopt);
      },
      [](bool is_update) {
        Recorder* const recorder = mpi_recorder();
        if (recorder == nullptr) return;
        recorder->end_phase();
        if (is_update) recorder->update_done();
      });
}

void watch_collective_calls() {
  collective_watch = [](const char* function) {
    Recorder* const recorder = mpi_recorder();
    if (recorder == nullptr) return;
    if (function != nullptr)
      recorder->begin_phase(function, std::nullopt);
    else
      recorder->end_phase();
  };
}

// The program ends this rank itself.
void report_end(const std::string& text) {
  if (!error_was_reported()) write_client_error_report(exit_device, text, std::nullopt);
}

}  // namespace

void begin_client_watch() {
  int watched = watch_wanted() ? 1 : 0;
  PMPI_Allreduce(MPI_IN_PLACE, &watched, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (watched == 0) return;
  const Sight seen = sight();
  int proves = static_cast<int>(seen.proves);
  PMPI_Allreduce(MPI_IN_PLACE, &proves, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Fortran and threads are what programs are made of; another library in front is not.
  if (rank == 0 && !seen.blind_to.empty() && (watch_is_named() || !taken_by_others().empty()))
    fmt::print(stderr, "stencil: STENCIL_WATCH: deaths are named, hangs {}: the watch is blind to {}\n",
               seen.proves == Proves::nothing ? "are not" : "in calls of this library alone", seen.blind_to);
  client_watch = new ClientWatch;
  if (client_watch->board.is_open()) client_watch->recorder = std::make_unique<Recorder>(client_watch->board);
  PMPI_Barrier(MPI_COMM_WORLD);  // all ranks have their rows
  if (client_watch->recorder == nullptr) return client_watch->nodes.leave();
  client_watch->watch =
      std::make_unique<BoardWatch>(client_watch->board, *client_watch->recorder, "stencil", client_watch->nodes);
  client_watch->watch->on_end(
      [](const std::string& text, std::optional<int> dead) { write_client_error_report(exit_device, text, dead); });
  share_record(&client_watch->ledger);
  report_errors_of(&client_watch->ledger);
  watch_ends_of_updates();
  watch_collective_calls();
  CallListeners listeners = call_listeners;
  listeners.abort = [](int status) {
    client_ends();
    report_end(fmt::format("the program called MPI_Abort with status {}", status));
  };
  const bool in_all = static_cast<Proves>(proves) == Proves::in_all;
  hear_calls(in_all ? client_watch->recorder.get() : nullptr, listeners);
  if (static_cast<Proves>(proves) == Proves::in_own_calls) hear_own_calls_alone();
}

void client_is_in_finalize() {
  if (client_watch != nullptr && client_watch->recorder != nullptr)
    client_watch->recorder->set_life(RankState::Life::in_finalize);
}

void end_client_watch() {
  if (client_watch == nullptr) return;
  published_call_watch = nullptr;
  set_mpi_recorder(nullptr);
  const Board& board = client_watch->board;
  for (std::size_t i = 0; client_watch->watch != nullptr && i < board.rows(); ++i) {
    while (board.row(i).life.load() == static_cast<std::int64_t>(RankState::Life::running)) {
      // MPI moves on only in its calls: messages that this rank has sent may still be on their way.
      int there = 0;
      PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &there, MPI_STATUS_IGNORE);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }
  client_watch->watch.reset();
  share_record(nullptr);
  report_errors_of(nullptr);
  CallListeners listeners = call_listeners;
  listeners.abort = nullptr;
  hear_calls(nullptr, listeners);
  delete client_watch;
  client_watch = nullptr;
}

void client_exits(int status) {
  if (client_watch == nullptr || error_was_reported()) return;
  if (status == exit_ok)
    fatal("exit", exit_device,
          "the program ends without MPI_Finalize, must call it: other ranks may wait for this one");
  client_ends();
  report_end(fmt::format("the program ended with status {} without MPI_Finalize", status));
}

void client_ends() {
  if (client_watch == nullptr || client_watch->recorder == nullptr) return;
  client_watch->recorder->set_life(RankState::Life::ending);
  client_watch->nodes.end();
}

}  // namespace stencil
