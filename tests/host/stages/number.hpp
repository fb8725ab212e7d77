// A datum of one number, on both sides, whose copies fail on demand.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "host/stages/datum.hpp"

namespace stencil {

// One number on either side, copied in settle(). Posts and waits fail on demand, once.
class Number final : public SharedDatum {
 public:
  explicit Number(const char* name, Contents contents = Contents::host) : SharedDatum(name, contents) {}
  void copyToDevice() override {
    post([this] { device = host; });
  }
  void copyFromDevice() override {
    post([this] { host = device; });
  }
  void settle() override {
    if (std::exchange(fail_settle, false)) {
      posted_.clear();
      throw std::runtime_error("DMA error");
    }
    for (const auto& copy : posted_) copy();
    posted_.clear();
  }
  std::int64_t bytes(const RowRange&) const override { return 8; }
  bool settled() const { return posted_.empty(); }

  double host = 7.0;
  double device = -1.0;
  bool fail_post = false;
  bool fail_settle = false;
  int copies = 0;

 private:
  void post(std::function<void()> copy) {
    if (std::exchange(fail_post, false)) throw std::runtime_error("post failed");
    ++copies;
    posted_.push_back(std::move(copy));
  }

  std::vector<std::function<void()>> posted_;
};

}  // namespace stencil
