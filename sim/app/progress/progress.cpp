// SPDX-License-Identifier: Apache-2.0
#include "sim/app/progress/progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <utility>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::chrono::milliseconds redraw_interval{100};
constexpr std::size_t most_columns = 79;  // a line that wraps could not be redrawn

double seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

std::optional<double> remaining_s(const WorkState& work) {
  if (work.share && *work.share > 0.0) return work.elapsed_s * (1.0 - *work.share) / *work.share;
  if (work.expected_s) return std::max(0.0, *work.expected_s - work.elapsed_s);
  return std::nullopt;
}

}  // namespace

std::string progress_text(const WorkState& work) {
  std::string text = work.name + ": ";
  if (work.share) text += fmt::format("{:.1f} % done, ", *work.share * 100.0);
  text += readable_duration(work.elapsed_s) + " gone";
  if (const auto left = remaining_s(work)) text += ", about " + readable_duration(*left) + " left";
  if (!work.counts.empty()) text += ", " + work.counts;
  return text;
}

ProgressLine::ProgressLine(Form form) : ProgressLine(form, Environment()) {}

ProgressLine::ProgressLine(Form form, Environment environment) : form_(form), environment_(std::move(environment)) {
  next_ = environment_.now();
  if (form == Form::plain) next_ += plain_interval;
  if (form_ != Form::none && environment_.has_thread) thread_ = std::thread([this] { run(); });
}

ProgressLine::~ProgressLine() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ends_ = true;
    erase_drawn();
  }
  ended_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ProgressLine::run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!ended_.wait_for(lock, redraw_interval, [this] { return ends_; })) show(environment_.now());
}

void ProgressLine::tick() {
  const std::lock_guard<std::mutex> lock(mutex_);
  show(environment_.now());
}

void ProgressLine::erase() {
  const std::lock_guard<std::mutex> lock(mutex_);
  erase_drawn();
}

void ProgressLine::erase_drawn() {
  if (!drawn_) return;
  drawn_ = false;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

void ProgressLine::show(Time now) {
  if (form_ == Form::none || works_.empty()) return;
  Entry& work = works_.back();
  if (now < next_) return;
  next_ = now + (form_ == Form::redrawn ? std::chrono::steady_clock::duration(redraw_interval) : plain_interval);
  work.state.elapsed_s = seconds(now - work.began);
  if (work.poll) work.state.share = work.poll();
  const std::string text = progress_text(work.state);
  if (form_ == Form::redrawn) {
    drawn_ = true;
    fmt::print(stderr, "\r\033[K{}", text.substr(0, most_columns));
  } else {
    fmt::print(stderr, "{}\n", text);
  }
  std::fflush(stderr);
}

Work::Work(ProgressLine* progress, const std::string& name)
    : progress_(progress != nullptr && progress->form_ != ProgressLine::Form::none ? progress : nullptr) {
  if (progress_ == nullptr) return;
  const std::lock_guard<std::mutex> lock(progress_->mutex_);
  WorkState state;
  state.name = name;
  progress_->works_.push_back({std::move(state), progress_->environment_.now(), {}});
  entry_ = std::prev(progress_->works_.end());
  progress_->show(progress_->environment_.now());
}

Work::~Work() {
  if (progress_ == nullptr) return;
  const std::lock_guard<std::mutex> lock(progress_->mutex_);
  progress_->erase_drawn();
  progress_->works_.erase(entry_);
}

void Work::at(std::optional<double> share, const std::string& counts) {
  if (progress_ == nullptr) return;
  const std::lock_guard<std::mutex> lock(progress_->mutex_);
  entry_->state.share = share;
  entry_->state.counts = counts;
  progress_->show(progress_->environment_.now());
}

void Work::at_units(std::int64_t done, std::int64_t all, const std::string& counts) {
  at(all > 0 ? std::optional(static_cast<double>(done) / static_cast<double>(all)) : std::nullopt, counts);
}

void Work::expect(double seconds) {
  if (progress_ == nullptr) return;
  const std::lock_guard<std::mutex> lock(progress_->mutex_);
  entry_->state.expected_s = seconds;
}

void Work::poll(std::function<std::optional<double>()> share) {
  if (progress_ == nullptr) return;
  const std::lock_guard<std::mutex> lock(progress_->mutex_);
  entry_->poll = std::move(share);
}

}  // namespace stencil
