// SPDX-License-Identifier: Apache-2.0
#include "host/device/values/checks.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"
#include "host/device/values/tiles_name.hpp"

namespace stencil {
namespace {

char name_of(Bank bank) {
  return bank == Bank::f ? 'f' : 'r';
}

}  // namespace

std::string lacks(const Capabilities& device, const std::string& what) {
  return fmt::format("accelerator {} of configuration {} {}", device.accel, device.config, what);
}

std::string lacks_kernel(const Capabilities& device, const char* kernel) {
  std::string there;
  const auto add = [&](const char* name) { there += (there.empty() ? ", only " : ", ") + std::string(name); };
  for (const SweepWeights& each : sweep_operators()) {
    if (device.operators[each.index()]) add(operator_name(each));
  }
  if (device.tile_slots_max != 0) add(tiles_operator);
  return lacks(device, fmt::format("has no {} kernel{}", kernel, there));
}

void check_buffer(const Capabilities& device, const char* call, Bank bank, int buffer) {
  const std::int64_t buffers = bank == Bank::f ? device.f_buffers : device.r_buffers;
  if (buffer >= 0 && buffer < buffers) return;
  throw ArgumentError(fmt::format("{} bank {}: buffer {}, must be 0 .. {}", call, name_of(bank), buffer, buffers - 1));
}

void check_transfer(const Capabilities& device, const char* call, const Place& place, const double* host) {
  const char bank = name_of(place.bank);
  check_buffer(device, call, place.bank, place.buffer);
  if (place.offset_words < 0 || place.offset_words > device.memory_words) {
    throw ArgumentError(fmt::format("{} bank {}: offset of {} words, must be 0 .. {}", call, bank, place.offset_words,
                                    device.memory_words));
  }
  const std::int64_t most_words = device.memory_words - place.offset_words;
  if (place.length_words < 0 || place.length_words > most_words) {
    throw ArgumentError(fmt::format("{} bank {}: length of {} words at offset {}, must be 0 .. {}", call, bank,
                                    place.length_words, place.offset_words, most_words));
  }
  if (host == nullptr && place.length_words > 0) {
    throw ArgumentError(
        fmt::format("{} bank {}: host address is null with a length of {} words", call, bank, place.length_words));
  }
}

void check_waited(const char* call, bool posted) {
  if (posted) throw ArgumentError(fmt::format("{}: calls are posted and not waited for, there must be none", call));
}

}  // namespace stencil
