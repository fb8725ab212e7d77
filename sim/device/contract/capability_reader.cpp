// SPDX-License-Identifier: Apache-2.0
#include "sim/device/contract/capability_reader.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"

namespace stencil {

std::int64_t CapabilityReader::number(const char* name, contract::Register address, std::int64_t least,
                                      std::int64_t most) const {
  const std::uint64_t value = read_(address);
  if (value > static_cast<std::uint64_t>(most) || static_cast<std::int64_t>(value) < least)
    throw DeviceError(fmt::format("register {} reads {}, the contract allows {} .. {}", name, value, least, most));
  return static_cast<std::int64_t>(value);
}

}  // namespace stencil
