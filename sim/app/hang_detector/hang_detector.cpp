// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/hang_detector.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "sim/app/hang_detector/board/board.hpp"
#include "sim/app/hang_detector/board/recorder.hpp"
#include "sim/app/hang_detector/watch.hpp"

namespace stencil {

// In the order in which they are made; MPI calls are recorded from when all ranks have their rows.
class HangDetector::Watch {
 public:
  Watch() {
    if (board_.is_open()) recorder_ = std::make_unique<Recorder>(board_);
    PMPI_Barrier(MPI_COMM_WORLD);
    if (!recorder_) {
      nodes_.leave();
      return;
    }
    watch_ = std::make_unique<BoardWatch>(board_, *recorder_, "stencil-cosim", nodes_);
    set_mpi_recorder(recorder_.get());
  }
  ~Watch() {
    set_mpi_recorder(nullptr);
    if (!recorder_) return;
    recorder_->set_life(RankState::Life::finished);
    wait_for_others();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Null: there is no board.
  Recorder* recorder() { return recorder_.get(); }
  BoardWatch* watch() { return watch_.get(); }

 private:
  // A rank that has finished is watched, and ends as the others do, until all have: mpirun of Open MPI 4.1 often never
  // returns when the job is aborted while a rank is in MPI_Finalize.
  void wait_for_others() const {
    for (std::size_t i = 0; i < board_.rows(); ++i) {
      while (board_.row(i).life.load() == static_cast<std::int64_t>(RankState::Life::running)) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      }
    }
  }

  Board board_;
  NodeWatch nodes_{"stencil-cosim"};
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<BoardWatch> watch_;
};

class HangDetector::Phases final : public HostObserver {
 public:
  Phases(Recorder* recorder, HostObserver* next) : recorder_(recorder), next_(next) {}

  void phase_begins(const char* phase, std::optional<std::int64_t> step, bool runs_device) override {
    open_.push_back({phase, step});
    report();
    if (next_ != nullptr) next_->phase_begins(phase, step, runs_device);
  }
  void phase_ends() override {
    open_.pop_back();
    // Of a rank that failed, where it did so is reported.
    if (std::uncaught_exceptions() == 0) report();
    if (next_ != nullptr) next_->phase_ends();
  }
  void sent(std::int64_t peer, std::int64_t bytes) override {
    if (next_ != nullptr) next_->sent(peer, bytes);
  }
  void received(std::int64_t peer, std::int64_t bytes) override {
    if (next_ != nullptr) next_->received(peer, bytes);
  }

 private:
  struct Phase {
    const char* name;
    std::optional<std::int64_t> step;
  };

  // The innermost phase that belongs to a step; without one, the innermost.
  void report() {
    if (recorder_ == nullptr) return;
    if (open_.empty()) return recorder_->end_phase();
    const auto of_step =
        std::find_if(open_.rbegin(), open_.rend(), [](const Phase& one) { return one.step.has_value(); });
    const Phase& phase = of_step == open_.rend() ? open_.back() : *of_step;
    recorder_->begin_phase(phase.name, phase.step);
  }

  Recorder* recorder_;
  HostObserver* next_;
  std::vector<Phase> open_;  // one within the other
};

HangDetector::HangDetector() : watch_(std::make_unique<Watch>()) {}
HangDetector::~HangDetector() = default;

void HangDetector::set_graph(const std::string& path) {
  if (watch_->watch() != nullptr) watch_->watch()->set_graph(path);
}

void HangDetector::on_end(EndListener listener) {
  if (watch_->watch() != nullptr) watch_->watch()->on_end(std::move(listener));
}

void HangDetector::report_hang_here(const std::string& line) {
  if (watch_->watch() != nullptr) watch_->watch()->report_beneath(line);
}

HostObserver& HangDetector::observer(HostObserver* next) {
  phases_ = std::make_unique<Phases>(watch_->recorder(), next);
  return *phases_;
}

void HangDetector::blocks_done(std::size_t blocks) {
  if (watch_->recorder() != nullptr) watch_->recorder()->blocks_done(blocks);
}

}  // namespace stencil
