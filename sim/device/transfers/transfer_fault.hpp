// A call that the platform has not made as the host gave it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "host/device/command.hpp"
#include "host/device/values/place.hpp"

namespace stencil {

struct TransferFault {
  // What made it otherwise; pins: what drives and samples them. job: a register that was not written anew. encoding:
  // registers that carry another command. wait: it returned too early.
  enum class Part { bus_master, dma, target, pins, order, job, encoding, wait };
  enum class Kind { load, store, command };

  struct Call {
    Kind kind = Kind::load;
    std::size_t number = 0;    // among the calls since the last wait
    std::int64_t command = 0;  // among the commands since then: the one that reads or made the words; itself
    std::int64_t cols = 0;     // of its block; 0: no command works on the words
    Place place = {};          // of loads and stores
  };

  Part part = Part::bus_master;
  Call call;
  std::string what;  // what was done in place of what had to be, as a clause: "its burst 1 begins ..., must ..."
  std::optional<Call> waits_for = std::nullopt;    // order: the call that was not done; dma: that set the words later
  std::optional<Call> in_place_of = std::nullopt;  // whose words, or place, it got
  std::string as_if = {};                          // what the words look like, after "as if"; empty: like nothing known
  std::optional<std::int64_t> burst = std::nullopt;
  std::optional<std::int64_t> beat = std::nullopt;
  // The first word that is wrong by then, in its buffer, and its bits.
  std::optional<std::int64_t> word = std::nullopt;
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
  std::int64_t differing = 0;  // words of the transfer
};

inline const char* name_of(TransferFault::Part part) {
  switch (part) {
    case TransferFault::Part::bus_master:
      return "bus master";
    case TransferFault::Part::dma:
      return "DMA";
    case TransferFault::Part::target:
      return "accelerator target";
    case TransferFault::Part::pins:
      return "pin driver";
    case TransferFault::Part::order:
      return "order of posting";
    case TransferFault::Part::job:
      return "registers of the job";
    case TransferFault::Part::encoding:
      return "registers of the command";
    case TransferFault::Part::wait:
      break;
  }
  return "wait";
}

inline const char* name_of(TransferFault::Kind kind) {
  return kind == TransferFault::Kind::load ? "load" : kind == TransferFault::Kind::store ? "store" : "command";
}

}  // namespace stencil
