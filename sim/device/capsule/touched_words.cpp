// SPDX-License-Identifier: Apache-2.0
#include "sim/device/capsule/touched_words.hpp"

namespace stencil {
namespace {

const SweepCommand* sweep_of(const DeviceCommand& command) {
  return std::get_if<SweepCommand>(&command);
}

}  // namespace

std::vector<Place> words_read(const DeviceCommand& command) {
  const CommandBlock block = command_block(command);
  std::vector<Place> places{{Bank::f, block.f_buffer, 0, block.rows * block.cols}};
  if (const SweepCommand* sweep = sweep_of(command))
    places.push_back({Bank::r, sweep->r_buffer, 0, block.rows * block.cols});
  return places;
}

Place words_written(const DeviceCommand& command) {
  const CommandBlock block = command_block(command);
  std::int64_t rows = block.rows;
  if (const SweepCommand* sweep = sweep_of(command)) {
    if (sweep->below && !sweep->above) rows -= sweep->niter;
    if (sweep->above && !sweep->below) rows += sweep->niter;
  }
  return {Bank::f, block.f_buffer, 0, rows * block.cols};
}

bool is_continued(const DeviceCommand& command) {
  const SweepCommand* sweep = sweep_of(command);
  return sweep != nullptr && sweep->below;
}

bool continues(const DeviceCommand& command) {
  const SweepCommand* sweep = sweep_of(command);
  return sweep != nullptr && sweep->above;
}

}  // namespace stencil
