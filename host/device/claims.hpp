// The places and registers of an accelerator that its users have claimed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "host/device/values/place.hpp"
#include "models/values/sweep_weights.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// No two claims of one accelerator overlap, whoever makes them. `owner` is the address of the object that makes a
// claim; names differ within an owner.
class DeviceClaims {
 public:
  // Throws ArgumentError if a word of the place is claimed already, naming both, or if the owner has the name already.
  void add(const void* owner, const std::string& name, const Place& place);
  // Throws ArgumentError if the register is claimed already.
  void add(const void* owner, const std::string& name, Weight weight);
  void remove(const void* owner, const std::string& name);
  void remove(Weight weight);
  void remove_all(const void* owner);

 private:
  struct Claim {
    const void* owner;
    std::string name;
    Place place;
  };
  struct Register {
    const void* owner = nullptr;  // null: none
    std::string name;
  };

  std::vector<Claim> places_;
  std::array<Register, weight_count> registers_;  // by weight
};

// "words [0, 20) of buffer 1 of bank f".
[[nodiscard]] std::string describe(const Place& place);

}  // namespace stencil
#pragma GCC visibility pop
