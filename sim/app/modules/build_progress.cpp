// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/build_progress.hpp"

#include <fmt/format.h>

#include <utility>

#include "host/base/text.hpp"

namespace stencil {

double compile_seconds(bool traced, double configure_s, double verilate_s) {
  // Measured on small and wide: the part that all models share, then 10.5 s after 0.87 s and 60 s after 5 s of
  // Verilator where traced, 2.2 s after 0.37 s and 10 s after 2.5 s where not; CMake takes 1.3 s.
  return 4.0 * configure_s + (traced ? 12.0 : 5.0) * verilate_s;
}

BuildProgress::BuildProgress(std::string what, bool traced, std::function<void(const std::string& text)> report)
    : what_(std::move(what)), traced_(traced), report_(std::move(report)) {}

BuildProgress::~BuildProgress() {
  if (report_) report_("");
}

void BuildProgress::show(Clock::time_point now) const {
  if (!report_) return;
  if (!began_) return report_(fmt::format("waiting for {}: {} gone", what_, readable_duration(seconds(made_, now))));
  const std::string gone = fmt::format("building {}: {} gone", what_, readable_duration(seconds(*began_, now)));
  if (!verilated_) return report_(gone);
  const double left = compile_seconds(traced_, seconds(*began_, *configured_), seconds(*configured_, *verilated_)) -
                      seconds(*verilated_, now);
  report_(left > 0 ? fmt::format("{}, about {} left", gone, readable_duration(left))
                   : gone + ", longer than estimated");
}

}  // namespace stencil
