// All kernels of the device side: the functions of DeviceSide for a command of any kernel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/device/command.hpp"
#include "models/local_memory.hpp"
#include "sim/device/contract/capability_reader.hpp"
#include "sim/device/contract/job.hpp"
#include "sim/device/kernels/common/device_side.hpp"
#include "sim/device/kernels/common/kernel_clock.hpp"

namespace stencil {

// As in DeviceSide (sim/device/kernels/common/device_side.hpp).
const char* command_name(const DeviceCommand& command);
QueuedCommand queued_command(const DeviceCommand& command);
std::vector<JobWord> job_words(const DeviceCommand& command, const Capabilities& device);
HeldBuffers held_buffers(const DeviceCommand& command);
std::int64_t busy_cycles(const DeviceCommand& command, const Capabilities& device);
EngineUse ideal_use(const DeviceCommand& command, const Capabilities& device);
// Whether a command may issue while `before` still drains.
bool command_follows(const DeviceCommand& command, const DeviceCommand& before);
void run_golden(LocalMemory& memory, const DeviceCommand& command);
std::vector<Place> undefined_behind(const DeviceCommand& command);
std::vector<Place> operands_of(const DeviceCommand& command);
std::vector<Place> results_of(const DeviceCommand& command);

// The register that holds a weight.
contract::Register weight_register(Weight weight);

// For the model device, one per kernel; the first serves the job as it is after a reset.
std::vector<std::unique_ptr<KernelClock>> make_kernel_clocks(const Capabilities& device);

// The value of a register that describes the kernels of a device with these capabilities; none for other addresses.
std::optional<std::uint64_t> kernel_capability(std::uint32_t address, const Capabilities& device);
// The bits of a register that a device of these capabilities has: all where no kernel decides; 0: the register belongs
// to a missing kernel and does not exist.
std::uint64_t kernel_register_bits(std::uint32_t address, const Capabilities& device);
// Decodes KERNELS into `capabilities`. Throws DeviceError where it shows no kernel known here.
void set_kernels(std::uint64_t kernels, Capabilities& capabilities);
// Reads the registers that describe these kernels. Throws DeviceError for values that the contract does not allow.
void read_kernel_registers(const CapabilityReader& device, std::uint64_t kernels, Capabilities& capabilities);

// Measures how many points per second the golden sweeps set on this machine.
double golden_rate();

}  // namespace stencil
