// SPDX-License-Identifier: Apache-2.0
#include "sim/software/software_accelerator.hpp"

#include "sim/accelerator_checks.hpp"

namespace stencil {
namespace {

constexpr auto word_bytes = static_cast<std::int64_t>(sizeof(double));

LocalMemory::Array array_of(Bank bank) {
  return bank == Bank::f ? LocalMemory::Array::f : LocalMemory::Array::r;
}

Capabilities untimed(Capabilities capabilities) {
  capabilities.accel = "software";
  capabilities.pe_latency = 0;
  capabilities.timed = false;
  return capabilities;
}

}  // namespace

SoftwareAccelerator::SoftwareAccelerator(const Capabilities& configuration)
    : capabilities_(untimed(configuration)), memory_(configuration.memory_words) {}

void SoftwareAccelerator::load(Bank bank, std::int64_t offset_words, const double* source, std::int64_t length_words) {
  check_transfer(capabilities_, "load", bank, offset_words, source, length_words);
  if (length_words == 0) return;
  memory_.load(array_of(bank), offset_words, source, length_words);
  traffic_.bytes_to_device += length_words * word_bytes;
  ++traffic_.transfers;
}

void SoftwareAccelerator::store(Bank bank, std::int64_t offset_words, double* target, std::int64_t length_words) {
  check_transfer(capabilities_, "store", bank, offset_words, target, length_words);
  if (length_words == 0) return;
  memory_.store(array_of(bank), offset_words, target, length_words);
  traffic_.bytes_from_device += length_words * word_bytes;
  ++traffic_.transfers;
}

void SoftwareAccelerator::start(const SweepCommand& command) {
  check_sweep(capabilities_, command);
  memory_.sweep(command.rows, command.cols, {command.rdx2, command.rdy2, command.beta}, command.niter);
}

}  // namespace stencil
