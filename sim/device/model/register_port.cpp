// SPDX-License-Identifier: Apache-2.0
#include "sim/device/model/register_port.hpp"

#include <string>

#include "host/base/errors.hpp"
#include "sim/device/contract/waiting_pins.hpp"

namespace stencil {

bool RegisterPort::clock(std::int64_t now, Progress& progress, bool taken, std::optional<std::uint64_t> answer) {
  if (taken) {
    answering_ = true;
    answer_ = answer;
    commands_unoffered_ -= is_command(queue_.front());
    return true;
  }
  if (!answering_) return false;
  const Access& access = queue_.front();
  if (!answer_)
    throw DeviceError(std::string("device answered the ") + (access.result ? "read of " : "write of ") +
                      register_text(access.address) + " with response 2 instead of OKAY");
  if (access.result) *access.result = *answer_;
  queue_.pop_front();
  answering_ = false;
  progress.registers.add(now);
  return true;
}

}  // namespace stencil
