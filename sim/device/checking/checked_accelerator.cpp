// SPDX-License-Identifier: Apache-2.0
#include "sim/device/checking/checked_accelerator.hpp"

#include <fmt/format.h>

#include "host/base/errors.hpp"
#include "sim/device/kernels/kernels.hpp"

namespace stencil {
namespace {

std::string describe(const DeviceCommand& command) {
  const CommandBlock block = command_block(command);
  return fmt::format("{} of rows={} cols={} niter={}", command_name(command), block.rows, block.cols, block.sweeps);
}

}  // namespace

CheckedAccelerator::CheckedAccelerator(std::unique_ptr<Accelerator> device)
    : device_(std::move(device)), known_(device_->capabilities()) {}

void CheckedAccelerator::require_known(const Place& place, const std::string& call) const {
  if (allows_unknown_) return;
  const auto word = known_.first_unknown(place);
  if (!word) return;
  throw DeviceError(
      fmt::format("uninitialised read: call {}, {}, reads word {} of {} buffer {}, which was neither "
                  "loaded nor swept",
                  calls_, call, *word, place.bank == Bank::f ? 'f' : 'r', place.buffer));
}

// Tickets are those of the device: both number the same calls.
void CheckedAccelerator::do_load(Ticket, const Place& place, const double* source, const After& after) {
  device_->post_load(place, source, after);
  known_.learn(place);
  count_call();
}

void CheckedAccelerator::do_store(Ticket, const Place& place, double* target, const After& after) {
  require_known(place, fmt::format("a store of {} words", place.length_words));
  device_->post_store(place, target, after);
  count_call();
}

void CheckedAccelerator::do_command(Ticket, const DeviceCommand& command, const After& after) {
  for (const Place& place : operands_of(command)) require_known(place, describe(command));
  device_->post(command, after);
  for (const Place& place : undefined_behind(command)) known_.forget(place);
  for (const Place& place : results_of(command)) known_.learn(place);
  count_call();
}

std::vector<CycleCounts> CheckedAccelerator::do_wait() {
  device_->wait();
  return device_->sweep_ends();
}

}  // namespace stencil
