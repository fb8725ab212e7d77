// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/client_watch.hpp"

#include <dlfcn.h>
#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "host/base/errors.hpp"
#include "sim/app/hang_detector/board/board.hpp"
#include "sim/app/hang_detector/board/recorder.hpp"
#include "sim/app/hang_detector/watch.hpp"
#include "sim/app/package/client_error.hpp"

namespace stencil {
namespace {

struct ClientWatch {
  Board board;
  std::unique_ptr<Recorder> recorder;  // null: there is no board
  std::unique_ptr<BoardWatch> watch;
};

// Never destroyed but by end_client_watch(): a program may end without MPI_Finalize.
ClientWatch* client_watch = nullptr;

bool has_value(const char* variable, const char* value) {
  const char* const text = std::getenv(variable);
  return text != nullptr && std::string(text) == value;
}

bool may_be_watched() {
  int threads = MPI_THREAD_MULTIPLE;
  PMPI_Query_thread(&threads);
  return (has_value("STENCIL_CHECK", "block") || has_value("STENCIL_PARANOID", "1")) &&
         threads != MPI_THREAD_MULTIPLE && dlsym(RTLD_DEFAULT, "mpi_send_") == nullptr;
}

}  // namespace

void begin_client_watch() {
  int watched = may_be_watched() ? 1 : 0;
  PMPI_Allreduce(MPI_IN_PLACE, &watched, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (watched == 0) return;
  client_watch = new ClientWatch;
  if (client_watch->board.is_open()) client_watch->recorder = std::make_unique<Recorder>(client_watch->board);
  PMPI_Barrier(MPI_COMM_WORLD);  // all ranks have their rows
  if (client_watch->recorder == nullptr) return;
  client_watch->watch =
      std::make_unique<BoardWatch>(client_watch->board, *client_watch->recorder, WatchedProgram{"stencil", false});
  client_watch->watch->on_hang([](const std::string& text) { write_client_error_report(exit_device, text); });
  set_mpi_recorder(client_watch->recorder.get());
}

void client_is_in_finalize() {
  if (Recorder* const recorder = mpi_recorder()) recorder->set_life(RankState::Life::in_finalize);
}

void end_client_watch() {
  if (client_watch == nullptr) return;
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
  delete client_watch;
  client_watch = nullptr;
}

void client_ends() {
  if (client_watch != nullptr && client_watch->recorder != nullptr)
    client_watch->recorder->set_life(RankState::Life::ending);
}

}  // namespace stencil
