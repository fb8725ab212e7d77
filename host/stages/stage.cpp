// SPDX-License-Identifier: Apache-2.0
#include "host/stages/stage.hpp"

#include <fmt/format.h>

#include <utility>

#include "host/errors.hpp"

namespace stencil {

Stage::Stage(std::string name, Side target, Function run_on_host, Function run_on_device, std::vector<Access> accesses)
    : name_(std::move(name)),
      target_(target),
      run_on_host_(std::move(run_on_host)),
      run_on_device_(std::move(run_on_device)),
      accesses_(std::move(accesses)) {
  if (name_.empty()) throw ArgumentError("the name of a stage is empty, must be a word that tells it from others");
  for (std::size_t i = 0; i < accesses_.size(); ++i) {
    const Access& access = accesses_[i];
    if (access.datum == nullptr) {
      throw ArgumentError(fmt::format("stage {}: access {} names no datum, must name one", name_, i));
    }
    const RowRange rows = access.range();
    if (rows.first < 0 || rows.last < rows.first || rows.last > access.datum->rows()) {
      throw ArgumentError(fmt::format("stage {}: rows [{}, {}) of {}, must lie in [0, {})", name_, rows.first,
                                      rows.last, access.datum->name(), access.datum->rows()));
    }
  }
  set_target(target);
  for (const Access& access : accesses_) access.datum->add_user();
}

Stage::~Stage() {
  for (const Access& access : accesses_) access.datum->remove_user();
}

void Stage::set_target(Side target) {
  const Function& function = target == Side::host ? run_on_host_ : run_on_device_;
  if (!function) {
    throw ArgumentError(fmt::format("stage {}: target is {}, must be {}: it has no function for the {}", name_,
                                    name_of(target), name_of(other(target)), name_of(target)));
  }
  target_ = target;
}

void Stage::run() {
  target_ == Side::host ? run_on_host_() : run_on_device_();
}

}  // namespace stencil
