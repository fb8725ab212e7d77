// Watches all ranks of a node: proves that ranks can never go on, notices those that died, reports what each does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "host/mpi/host_observer.hpp"

namespace stencil {

// While it lives, a thread, which never calls MPI, looks at what the ranks of the node wait for (every 100 ms; time is
// no part of any proof). Then one rank prints why, with a line per rank, and every rank ends with status 3:
//   when ranks can never go on, each waiting for what only ranks can bring that cannot go on or have finished;
//   when the process of a rank is gone before it has finished.
// SIGINT and SIGTERM: one rank prints what each rank does, then all end by that signal (130, 143). SIGUSR1: the same,
// and the run goes on. Ranks of other nodes are not seen: nothing is proved that needs them.
class HangDetector {
 public:
  // Collective over MPI_COMM_WORLD, before messages are sent. One at a time.
  HangDetector();
  ~HangDetector();
  HangDetector(const HangDetector&) = delete;
  HangDetector& operator=(const HangDetector&) = delete;

  // Where the graph of who waits for whom goes when a hang is reported; empty: nowhere.
  void set_graph(const std::string& path);
  // Hears why all ranks end, on the rank that prints it (watch.hpp). Empty: none.
  using EndListener = std::function<void(const std::string& text, std::optional<int> dead)>;
  void on_end(EndListener listener);

  // Prints a picture of all ranks for an error of this one once that is reported, and makes its graph: it ends the job.
  void report_hang_here(const std::string& line);

  // Steps, phases and blocks of this rank. What it hears goes to `next` as well, unless that is null.
  HostObserver& observer(HostObserver* next);
  void blocks_done(std::size_t blocks);

 private:
  class Watch;
  class Phases;
  std::unique_ptr<Watch> watch_;
  std::unique_ptr<Phases> phases_;
};

}  // namespace stencil
