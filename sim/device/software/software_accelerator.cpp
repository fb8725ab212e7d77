// SPDX-License-Identifier: Apache-2.0
#include "sim/device/software/software_accelerator.hpp"

#include "sim/device/accelerator_checks.hpp"
#include "sim/device/golden_tile.hpp"

namespace stencil {
namespace {

constexpr auto word_bytes = static_cast<std::int64_t>(sizeof(double));

LocalMemory::Array array_of(Bank bank) {
  return bank == Bank::f ? LocalMemory::Array::f : LocalMemory::Array::r;
}

Capabilities untimed(Capabilities capabilities) {
  capabilities.accel = "software";
  capabilities.pe_latency = capabilities.tile_latency = 0;
  capabilities.link_bytes_per_cycle = 0.0;
  capabilities.timed = false;
  return capabilities;
}

}  // namespace

SoftwareAccelerator::SoftwareAccelerator(const Capabilities& configuration)
    : capabilities_(untimed(configuration)),
      memory_(configuration.memory_words, configuration.f_buffers, configuration.r_buffers) {}

Ticket SoftwareAccelerator::post_load(const Place& place, const double* source, const After&) {
  check_transfer(capabilities_, "load", place, source);
  if (place.length_words == 0) return 0;
  memory_.load(array_of(place.bank), place.buffer, place.offset_words, source, place.length_words);
  traffic_.bytes_to_device += place.length_words * word_bytes;
  ++traffic_.transfers;
  posted_ = true;
  return ++tickets_;
}

Ticket SoftwareAccelerator::post_store(const Place& place, double* target, const After&) {
  check_transfer(capabilities_, "store", place, target);
  if (place.length_words == 0) return 0;
  memory_.store(array_of(place.bank), place.buffer, place.offset_words, target, place.length_words);
  traffic_.bytes_from_device += place.length_words * word_bytes;
  ++traffic_.transfers;
  posted_ = true;
  return ++tickets_;
}

Ticket SoftwareAccelerator::post_sweep(const SweepCommand& given, const After&) {
  const SweepCommand command = weights_.resolve(given);
  check_sweep(capabilities_, command, last_sweep_);
  if (command.niter == 0) return 0;
  const JacobiWeights weights{command.rdx2, command.rdy2, command.beta};
  memory_.sweep({command.rows, command.cols, command.niter, weights, command.above, command.below}, command.f_buffer,
                command.r_buffer);
  weights_.keep(command);
  last_sweep_ = command;
  ++posted_sweeps_;
  posted_ = true;
  return ++tickets_;
}

Ticket SoftwareAccelerator::post_tile(const TileCommand& command, const After&) {
  check_tile(capabilities_, command);
  if (command.sweeps == 0) return 0;
  memory_.tile(golden_tile(command), command.f_buffer);
  last_sweep_ = {};
  ++posted_sweeps_;
  posted_ = true;
  return ++tickets_;
}

void SoftwareAccelerator::wait() {
  sweep_ends_.assign(posted_sweeps_, {});
  posted_sweeps_ = 0;
  posted_ = false;
}

double SoftwareAccelerator::change() {
  if (!capabilities_.measures_change) return Accelerator::change();
  check_waited("change", posted_);
  return memory_.change();
}

void SoftwareAccelerator::reset_change() {
  if (!capabilities_.measures_change) return Accelerator::reset_change();
  check_waited("reset_change", posted_);
  memory_.reset_change();
}

void SoftwareAccelerator::set_weight(Weight weight, double value) {
  check_waited("set_weight", posted_);
  weights_.set(weight, value);
  break_chain(last_sweep_);
}

double SoftwareAccelerator::weight(Weight weight) {
  check_waited("weight", posted_);
  return weights_.value(weight);
}

}  // namespace stencil
