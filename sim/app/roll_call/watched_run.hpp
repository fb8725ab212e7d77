// A run whose ranks are watched, or not.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "sim/app/roll_call/roll_call.hpp"

namespace stencil {

class WatchedRun {
 public:
  // roll_call: null: not watched. report: the file beside which the graph of a hang goes, as FILE.dot; empty: nowhere.
  WatchedRun(RollCall* roll_call, const std::string& report) : roll_call_(roll_call) {
    if (roll_call_ != nullptr) roll_call_->set_graph(report.empty() ? "" : report + ".dot");
  }
  ~WatchedRun() { on_hang({}); }
  WatchedRun(const WatchedRun&) = delete;
  WatchedRun& operator=(const WatchedRun&) = delete;

  // As RollCall::on_hang(), as long as this object lives.
  void on_hang(std::function<void(const std::string& text)> listener) const {
    if (roll_call_ != nullptr) roll_call_->on_hang(std::move(listener));
  }
  // What the run must tell its phases to; null: nothing.
  HostObserver* observer(HostObserver* next) const {
    return roll_call_ == nullptr ? next : &roll_call_->observer(next);
  }
  void blocks_done(std::size_t blocks) const {
    if (roll_call_ != nullptr) roll_call_->blocks_done(blocks);
  }

 private:
  RollCall* roll_call_;
};

}  // namespace stencil
