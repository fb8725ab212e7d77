// A run whose ranks are watched, or not.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "sim/app/hang_detector/hang_detector.hpp"

namespace stencil {

class WatchedRun {
 public:
  // hang_detector: null: not watched. report: the graph of a hang goes beside this file, as FILE.dot; empty: nowhere.
  WatchedRun(HangDetector* hang_detector, const std::string& report) : hang_detector_(hang_detector) {
    if (hang_detector_ != nullptr) hang_detector_->set_graph(report.empty() ? "" : report + ".dot");
  }
  ~WatchedRun() { on_hang({}); }
  WatchedRun(const WatchedRun&) = delete;
  WatchedRun& operator=(const WatchedRun&) = delete;

  // As HangDetector::on_hang(), as long as this object lives.
  void on_hang(std::function<void(const std::string& text)> listener) const {
    if (hang_detector_ != nullptr) hang_detector_->on_hang(std::move(listener));
  }
  // What the run must tell its phases to; null: nothing.
  HostObserver* observer(HostObserver* next) const {
    return hang_detector_ == nullptr ? next : &hang_detector_->observer(next);
  }
  void blocks_done(std::size_t blocks) const {
    if (hang_detector_ != nullptr) hang_detector_->blocks_done(blocks);
  }

 private:
  HangDetector* hang_detector_;
};

}  // namespace stencil
