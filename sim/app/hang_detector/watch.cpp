// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/watch.hpp"

#include <fmt/core.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <utility>

#include "host/base/errors.hpp"
#include "host/mpi/quiet_abort.hpp"
#include "sim/app/hang_detector/board/processes.hpp"
#include "sim/app/hang_detector/board/read_board.hpp"
#include "sim/app/hang_detector/picture.hpp"
#include "sim/device/platform/device_pulse.hpp"

namespace stencil {
namespace {

constexpr std::chrono::milliseconds interval{100};
constexpr int most_follow_intervals = 40;  // in which the rank that reports does so
constexpr int most_why_intervals = 5;      // in which a rank that knows why a signal comes begins to report

bool has_ended(long pid, std::int64_t began) {
  return process_start(pid) != began;
}

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

const char* name_of_signal(int signal) {
  return signal == SIGINT ? "SIGINT" : "SIGTERM";
}

}  // namespace

BoardWatch::BoardWatch(const Board& board, Recorder& recorder, std::string program, NodeWatch& nodes)
    : board_(board),
      recorder_(recorder),
      program_(std::move(program)),
      nodes_(nodes.watches() ? &nodes : nullptr),
      dead_(board.rows(), false) {
  for (std::size_t i = 0; i < board.rows(); ++i) {
    const BoardRow& row = board.row(i);
    visible_.push_back(!has_ended(static_cast<long>(row.pid.load()), row.began.load()));
  }
  thread_ = std::thread([this] { run(); });
}

BoardWatch::~BoardWatch() {
  ends_.store(true);
  signals_.wake();
  thread_.join();
}

void BoardWatch::set_graph(const std::string& path) {
  const std::lock_guard<std::mutex> lock(mutex_);
  graph_ = path;
}

void BoardWatch::on_end(EndListener listener) {
  const std::lock_guard<std::mutex> lock(mutex_);
  end_listener_ = std::move(listener);
}

void BoardWatch::run() {
  while (!ends_.load()) {
    const int signal = signals_.wait(interval);
    if (ends_.load()) return;
    recorder_.set_device(device_runs_since.load(std::memory_order_relaxed));
    if (signal != 0) heed(signal);
    look();
  }
}

// Asking the system for a process takes microseconds: of all, only whether they are there; of one in turn, whether it
// is the same process and has not ended.
std::vector<RankState> BoardWatch::read(bool ask_all) {
  std::vector<RankState> states = read_board(board_);
  asked_ = (asked_ + 1) % board_.rows();
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!visible_[i] || states[i].life != RankState::Life::running) continue;
    const BoardRow& row = board_.row(i);
    const bool asks = ask_all || i == asked_;
    const bool gone = asks ? has_ended(states[i].pid, row.began.load())
                           : kill(static_cast<pid_t>(states[i].pid), 0) != 0 && errno == ESRCH;
    // It may have ended as it should, after its state was read.
    if (gone && row.life.load() == static_cast<std::int64_t>(RankState::Life::running)) dead_[i] = true;
    if (!dead_[i]) continue;
    states[i].life = RankState::Life::dead;
    states[i].host = host_name();
  }
  return states;
}

void BoardWatch::look() {
  if (board_.speaker().load() != 0) follow();
  const std::vector<RankState> states = read(false);
  std::vector<std::size_t> dead;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i].life == RankState::Life::ending) return end_nodes();  // it reports why
    if (states[i].life == RankState::Life::dead) dead.push_back(i);
  }
  if (!dead.empty() && claim()) {
    end_all(fmt::format("{} died before the end", ranks_text(states, dead)), states, states[dead.front()].rank);
  }
  const std::vector<std::size_t> stuck = proof_.look(states);
  const bool mine = std::find(stuck.begin(), stuck.end(), board_.mine()) != stuck.end();
  if (mine && claim())
    end_all(fmt::format("hang: {} can never go on", ranks_text(states, stuck)), states, std::nullopt);
  if (nodes_ != nullptr) look_at_nodes();
}

void BoardWatch::look_at_nodes() {
  const NodeWatch::News news = nodes_->look();
  if (news.kind == NodeWatch::News::Kind::none || !claim()) return;
  std::vector<RankState> states = read(true);
  if (news.kind == NodeWatch::News::Kind::dead) {
    RankState dead;
    dead.rank = news.of->ranks.front();
    dead.pid = news.of->pid;
    dead.life = RankState::Life::dead;
    dead.host = news.of->host;
    states.push_back(dead);
    end_all(fmt::format("rank {} died before the end", dead.rank), states, dead.rank);
  }
  if (news.kind == NodeWatch::News::Kind::others_end) {
    board_.reporter().store(1);
    follow();
  }
  // Where the launcher is cut off as well, it neither ends this process nor lets MPI_Abort return.
  std::thread([] {
    std::this_thread::sleep_for(interval * most_follow_intervals);
    _exit(exit_device);
  }).detach();
  end_all(news.text, states, std::nullopt);
}

void BoardWatch::end_nodes() const {
  if (nodes_ != nullptr) nodes_->end();
}

bool BoardWatch::claim() {
  std::int64_t none = 0;
  return board_.speaker().compare_exchange_strong(none, static_cast<std::int64_t>(board_.mine()) + 1);
}

// Another rank reports; the job ends when it has.
void BoardWatch::follow() {
  end_nodes();
  for (int i = 0; i < most_follow_intervals && board_.reporter().load() == 0; ++i) {
    const int signal = signals_.wait(interval);
    const auto speaker = static_cast<std::size_t>(board_.speaker().load() - 1);
    const bool fails = board_.row(speaker).life.load() == static_cast<std::int64_t>(RankState::Life::ending);
    if (fails && (signal == SIGINT || signal == SIGTERM)) Signals::end_by(signal);
    if (visible_[speaker] && has_ended(static_cast<long>(board_.row(speaker).pid.load()), board_.row(speaker).began))
      break;
  }
  const std::int64_t how = board_.reporter().load();
  // mpirun ends them. That of Open MPI 4.1 often never returns when they end by themselves meanwhile.
  for (int i = 0; how == 1 && i < most_follow_intervals; ++i) {
    if (const int signal = signals_.wait(interval); signal != 0) Signals::end_by(signal);
  }
  if (how > 1) Signals::end_by(static_cast<int>(how - 1));
  std::fflush(stdout);
  _exit(exit_device);
}

void BoardWatch::show(const std::string& line, const std::vector<RankState>& ranks, bool graph) const {
  std::string text = line + picture_text(ranks);
  if (!board_.covers_all()) text += "  ranks of other nodes are not seen\n";
  const std::lock_guard<std::mutex> lock(mutex_);
  if (graph && !graph_.empty()) {
    std::ofstream file(graph_);
    file << picture_dot(ranks);
    text += file.flush() ? fmt::format("graph: {}\n", graph_) : fmt::format("{}: cannot write\n", graph_);
  }
  // One write, so that lines of several ranks do not mix.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

void BoardWatch::end_all(const std::string& line, std::vector<RankState> ranks, std::optional<int> dead) {
  end_nodes();
  add_unreceived(board_, ranks);
  show(fmt::format("{}: {}\n", program_, line), ranks, true);
  EndListener listener;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    listener = end_listener_;
  }
  if (listener) listener(line + "\n" + picture_text(ranks), dead);
  board_.reporter().store(1);
  std::fflush(stdout);
  // The one MPI call of this thread: mpirun of Open MPI 4.1 often never returns when a process leaves without it.
  quieten_mpi_abort();
  PMPI_Abort(MPI_COMM_WORLD, exit_device);
  _exit(exit_device);
}

void BoardWatch::heed(int signal) {
  const std::vector<RankState> states = read(true);
  if (signal == SIGUSR1) {
    std::size_t first = 0;
    while (first < states.size() && states[first].life != RankState::Life::running) ++first;
    if (first == board_.mine()) show(program_ + ": the ranks now:\n", states, false);
    return;
  }
  for (const RankState& one : states) {
    // Its error or its death is why mpirun ends the others.
    if (one.life == RankState::Life::ending) {
      end_nodes();
      Signals::end_by(signal);
    }
    if (one.life == RankState::Life::dead) return;
  }
  if (signal == SIGTERM && others_report_why()) return;
  if (!claim()) return;
  end_nodes();
  show(fmt::format("{}: ended by {}; the ranks then:\n", program_, name_of_signal(signal)), states, false);
  board_.reporter().store(1 + signal);
  Signals::end_by(signal);
}

// The launcher ends this node because of another one: the rank that watches the nodes may know why, and reports it.
bool BoardWatch::others_report_why() {
  if (nodes_ != nullptr) return nodes_->hears_why();
  for (int i = 0; !board_.covers_all() && i < most_why_intervals && board_.speaker().load() == 0; ++i)
    signals_.wait(interval);
  return board_.speaker().load() != 0;
}

void BoardWatch::report_beneath(const std::string& line) {
  if (!claim()) return;
  recorder_.set_life(RankState::Life::ending);
  end_nodes();
  show(line, read(true), true);
}

}  // namespace stencil
