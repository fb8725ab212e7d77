// How far long work is: on a terminal in one line that is redrawn, elsewhere in a line now and then.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace stencil {

// A piece of work.
struct WorkState {
  std::string name;             // "golden solution"
  std::optional<double> share;  // done, 0 .. 1; no value: not known
  std::string counts;           // "12 of 28 blocks"; may be empty
  double elapsed_s = 0.0;
  std::optional<double> expected_s;  // of all of it, as estimated before it began
};

// "sweeps: 43.2 % done, 12 s gone, about 15 s left, 12 of 28 blocks". What is left follows from the share, or before
// there is any from the estimate; without either it is left out.
std::string progress_text(const WorkState& work);

// The work that this process does, one piece within another; the innermost one is shown, on standard error. A thread of
// its own shows it, so that a line comes in time whatever the work does. One of form `none` shows nothing and has no
// thread.
class ProgressLine {
 public:
  enum class Form {
    none,
    redrawn,  // at most ten times per second, cut to 79 columns; erased when the work ends
    plain,    // a line for standard error after each interval without one
  };
  static constexpr std::chrono::seconds plain_interval{30};

  // What tests replace.
  struct Environment {
    std::function<std::chrono::steady_clock::time_point()> now = [] { return std::chrono::steady_clock::now(); };
    bool has_thread = true;  // else tick() must be called
  };

  explicit ProgressLine(Form form);
  ProgressLine(Form form, Environment environment);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Removes the line that is redrawn: to be called before anything else is printed.
  void erase();
  // Shows the innermost work, if it is time.
  void tick();

 private:
  friend class Work;
  using Time = std::chrono::steady_clock::time_point;
  struct Entry {
    WorkState state;
    Time began;
    std::function<std::optional<double>()> poll;
  };

  void erase_drawn();
  void show(Time now);
  void run();

  Form form_;
  Environment environment_;
  std::mutex mutex_;
  std::list<Entry> works_;  // the innermost last
  bool drawn_ = false;
  Time next_{};
  bool ends_ = false;
  std::condition_variable ended_;
  std::thread thread_;
};

// A piece of work, from here to the end of the object; shown at once, if it is time. All of it does nothing where
// `progress` is null.
class Work {
 public:
  Work(ProgressLine* progress, const std::string& name);
  ~Work();
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  // How far it is: a share of 0 .. 1, or done of all units; and in words. Shows it, if it is time.
  void at(std::optional<double> share, const std::string& counts = "");
  void at_units(std::int64_t done, std::int64_t all, const std::string& counts = "");
  // How long it will take.
  void expect(double seconds);
  // Asks for the share in place of at(), on the thread of the progress: it may read atomics and constants only.
  void poll(std::function<std::optional<double>()> share);

 private:
  ProgressLine* progress_;  // null also where nothing is shown
  std::list<ProgressLine::Entry>::iterator entry_;
};

}  // namespace stencil
