// The thread that looks at the board: it proves a hang, reports it and ends the job.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "sim/app/hang_detector/board/board.hpp"
#include "sim/app/hang_detector/board/rank_state.hpp"
#include "sim/app/hang_detector/board/recorder.hpp"
#include "sim/app/hang_detector/hang_proof.hpp"
#include "sim/app/hang_detector/nodes/node_watch.hpp"
#include "sim/app/hang_detector/signals.hpp"

namespace stencil {

// Hears why all ranks end, before they do, with what was printed of it. dead: the lowest rank whose process is gone,
// while this rank may still be at work; no value: this rank is part of a hang and does nothing else any more.
using EndListener = std::function<void(const std::string& text, std::optional<int> dead)>;

class BoardWatch {
 public:
  // program: whose ranks they are; lines begin with it.
  BoardWatch(const Board& board, Recorder& recorder, std::string program, NodeWatch& nodes);
  ~BoardWatch();
  BoardWatch(const BoardWatch&) = delete;
  BoardWatch& operator=(const BoardWatch&) = delete;

  void set_graph(const std::string& path);
  void on_end(EndListener listener);
  // Prints the picture beneath a line that was printed before.
  void report_beneath(const std::string& line);

 private:
  void run();
  void look();
  void heed(int signal);
  void look_at_nodes();
  bool others_report_why();
  std::vector<RankState> read(bool ask_all);
  bool claim();
  void follow();
  void show(const std::string& line, const std::vector<RankState>& ranks, bool graph) const;
  [[noreturn]] void end_all(const std::string& line, std::vector<RankState> ranks, std::optional<int> dead);
  void end_nodes() const;

  const Board& board_;
  Recorder& recorder_;
  const std::string program_;
  NodeWatch* const nodes_;  // null: another rank of the node watches the others, or there are none
  Signals signals_;
  std::vector<bool> visible_;  // processes whose deaths this one sees
  std::vector<bool> dead_;
  std::size_t asked_ = 0;
  HangProof proof_;
  mutable std::mutex mutex_;
  std::string graph_;
  EndListener end_listener_;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

}  // namespace stencil
