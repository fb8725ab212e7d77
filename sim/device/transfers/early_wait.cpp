// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/early_wait.hpp"

#include <fmt/core.h>

#include "host/base/text.hpp"
#include "sim/device/transfers/pin_check.hpp"

namespace stencil {

std::optional<TransferFault> early_wait(const std::vector<GivenCall>& waited, const TransferLog& log,
                                        const std::function<std::int64_t(const Place& place)>& bursts_of) {
  using Kind = TransferFault::Kind;
  if (!log.has_pins()) return std::nullopt;
  auto loaded = static_cast<std::int64_t>(log.loads().ends.size());
  auto stored = static_cast<std::int64_t>(log.stores().ends.size());
  for (std::size_t call = 0; call < waited.size(); ++call) {
    if (waited[call].kind == Kind::command) continue;
    std::int64_t& done = waited[call].kind == Kind::load ? loaded : stored;
    const std::int64_t bursts = bursts_of(waited[call].place);
    if (done < bursts)
      return fault_of(
          waited, TransferFault::Part::wait, call,
          fmt::format("a wait for it, or for a call behind it, returned in device cycle {}, when {} of its {} had {}",
                      with_commas(log.wait_end()), done, counted(bursts, "burst"),
                      waited[call].kind == Kind::load ? "arrived" : "come"));
    done -= bursts;
  }
  return std::nullopt;
}

}  // namespace stencil
