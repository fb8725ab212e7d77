// A place in local memory that several data use in turn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/stages/memory/device_memory.hpp"
#include "host/stages/observer.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Claims its place. Must outlive the data that use it (users()).
class DeviceSlot {
 public:
  // Throws ArgumentError as DeviceMemory::claim.
  DeviceSlot(DeviceMemory& memory, std::string name, const Place& place);
  ~DeviceSlot();
  DeviceSlot(const DeviceSlot&) = delete;
  DeviceSlot& operator=(const DeviceSlot&) = delete;

  DeviceMemory& memory() { return memory_; }
  const std::string& name() const { return name_; }
  const Place& place() const { return place_; }
  SharedDatum* tenant() const { return tenant_.get(); }
  // Data that use the slot and register here; destroying the slot before them is a fatal error.
  Users& users() { return users_; }

  // Moves the tenant's rows that are right only on the device to the host, and makes `datum` the tenant.
  void enter(SharedDatum& datum, StageObserver* observer);
  // The same without moving rows: those that are right on the device alone are on their way to the host.
  void hand_over(SharedDatum& datum);
  // For a datum that is being destroyed, or loses its copy on the device.
  void forget(const SharedDatum& datum);

 private:
  DeviceMemory& memory_;
  std::string name_;
  Place place_;
  DatumReference<SharedDatum> tenant_;
  DeviceClaim claim_;
  Users users_;
};

}  // namespace stencil
#pragma GCC visibility pop
