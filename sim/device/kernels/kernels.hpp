// All kernels of the device side: what is asked of a command, whichever of them it is for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/device/command.hpp"
#include "models/local_memory.hpp"
#include "sim/device/contract/job.hpp"
#include "sim/device/contract/teller.hpp"
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
// Whether a command may issue while the one before still drains.
bool command_follows(const DeviceCommand& command, const DeviceCommand& before);
void run_golden(LocalMemory& memory, const DeviceCommand& command);
std::vector<Place> undefined_behind(const DeviceCommand& command);
std::vector<Place> operands_of(const DeviceCommand& command);
std::vector<Place> results_of(const DeviceCommand& command);

// The register in which a device keeps one of its own numbers.
contract::Register weight_register(Weight weight);

// Of the model device, one a kernel; the first serves the job that a reset leaves.
std::vector<std::unique_ptr<KernelClock>> make_kernel_clocks(const Capabilities& device);

// Registers in which a device says what kernels it has, and what they can do: as a device of these capabilities
// answers.
std::optional<std::uint64_t> kernel_capability(std::uint32_t address, const Capabilities& device);
// Bits of a register that a device of these capabilities keeps: all where no kernel has a say; 0: there is no such
// register, since it is of a kernel that is missing.
std::uint64_t kernel_register_bits(std::uint32_t address, const Capabilities& device);
// What a device has, read. KERNELS says what a device has; throws DeviceError where that is nothing known here.
void tell_kernels(std::uint64_t kernels, Capabilities& told);
// Registers of the kernels that it has. Throws DeviceError for values that the contract does not allow.
void tell_kernel_registers(const Teller& device, std::uint64_t kernels, Capabilities& told);

// Points a second that this machine's golden sweeps set, tried out.
double golden_rate();

}  // namespace stencil
