// SPDX-License-Identifier: Apache-2.0
#include "sim/device/capsule/program.hpp"

#include <algorithm>

#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/software/software_accelerator.hpp"

namespace stencil {
namespace {

using Kind = CapsuleCall::Kind;

std::vector<double> words_of(Accelerator& device, const Place& place) {
  std::vector<double> words(static_cast<std::size_t>(place.length_words));
  device.post_store(place, words.data(), {});
  return words;
}

std::int64_t offset(const std::vector<double>& values, std::int64_t cols, std::int64_t row) {
  return std::min<std::int64_t>(row * cols, static_cast<std::int64_t>(values.size()));
}

void erase_rows(std::vector<double>& values, std::int64_t cols, std::int64_t first, std::int64_t count) {
  values.erase(values.begin() + offset(values, cols, first), values.begin() + offset(values, cols, first + count));
}

void erase_columns(std::vector<double>& values, std::int64_t cols, std::int64_t first, std::int64_t count) {
  std::vector<double> left;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t col = static_cast<std::int64_t>(i) % cols;
    if (col < first || col >= first + count) left.push_back(values[i]);
  }
  values = std::move(left);
}

// An edge after lines [first, first + count) are gone.
void move_edge(TileEdge& edge, std::int64_t first, std::int64_t count) {
  edge.at -= std::clamp<std::int64_t>(edge.at - first, 0, count);
}

}  // namespace

Program program_of(const Capsule& capsule) {
  Program program;
  SoftwareAccelerator golden(capsule.capabilities, capsule.by_formula);
  for (std::size_t i = 0; i < weight_count; ++i) {
    if (capsule.weights[i]) golden.set_weight(static_cast<Weight>(i), *capsule.weights[i]);
  }
  for (const CapsuleContents& part : capsule.contents) golden.post_load(part.place, part.words.data(), {});
  for (const CapsuleCall& call : capsule.calls) {
    if (call.kind == Kind::load) golden.post_load(call.place, call.data.data(), {});
    if (call.kind != Kind::command) continue;
    ProgramBlock block;
    block.command = call.command;
    if (auto* sweep = std::get_if<SweepCommand>(&block.command)) sweep->own_weights = false;
    const std::vector<Place> read = words_read(block.command);
    block.f = words_of(golden, read[0]);
    if (read.size() > 1) block.r = words_of(golden, read[1]);
    program.blocks.push_back(std::move(block));
    golden.post(call.command, {});
    golden.wait();
  }
  return program;
}

Capsule capsule_of(const Program& program, const Capsule& machine) {
  Capsule capsule;
  capsule.program = machine.program;
  capsule.device = machine.device;
  capsule.parameters = machine.parameters;
  capsule.plusargs = machine.plusargs;
  capsule.capabilities = machine.capabilities;
  capsule.rtl = machine.rtl;
  capsule.origin = machine.origin;
  capsule.origin.places.clear();  // its blocks are not those of the run any more
  capsule.minimised = true;
  capsule.by_formula = machine.by_formula;

  std::vector<CapsuleCall>& calls = capsule.calls;
  const auto add = [&](CapsuleCall call, std::vector<std::size_t> after) {
    if (!program.overlapped && !calls.empty()) after = {calls.size() - 1};
    call.after = std::move(after);
    calls.push_back(std::move(call));
    return calls.size() - 1;
  };
  std::vector<std::size_t> swept;
  std::vector<std::size_t> stored;
  for (std::size_t i = 0; i < program.blocks.size(); ++i) {
    const ProgramBlock& block = program.blocks[i];
    const auto f_buffers = static_cast<std::size_t>(machine.capabilities.f_buffers);
    const auto r_buffers = static_cast<std::size_t>(machine.capabilities.r_buffers);
    CapsuleCall command;
    command.kind = Kind::command;
    command.command = block.command;
    std::visit([&](auto& of) { of.f_buffer = static_cast<int>(i % f_buffers); }, command.command);
    if (auto* sweep = std::get_if<SweepCommand>(&command.command)) sweep->r_buffer = static_cast<int>(i % r_buffers);

    std::vector<std::size_t> loads;
    const std::vector<Place> read = words_read(command.command);
    for (std::size_t k = 0; k < read.size(); ++k) {
      CapsuleCall load;
      load.kind = Kind::load;
      load.place = read[k];
      load.data = k == 0 ? block.f : block.r;
      std::vector<std::size_t> after;
      if (k == 0 && i >= f_buffers) after = {stored[i - f_buffers]};
      if (k == 1 && i >= r_buffers) after = {swept[i - r_buffers]};
      loads.push_back(add(std::move(load), std::move(after)));
    }
    CapsuleCall store;
    store.kind = Kind::store;
    store.place = words_written(command.command);
    store.data.resize(static_cast<std::size_t>(std::max<std::int64_t>(store.place.length_words, 0)));
    swept.push_back(add(std::move(command), std::move(loads)));
    stored.push_back(add(std::move(store), {swept.back()}));
  }
  expect(capsule);
  return capsule;
}

void remove_rows(ProgramBlock& block, std::int64_t first, std::int64_t count) {
  const std::int64_t cols = command_block(block.command).cols;
  erase_rows(block.f, cols, first, count);
  erase_rows(block.r, cols, first, count);
  std::visit([&](auto& of) { of.rows -= count; }, block.command);
  if (auto* tile = std::get_if<TileCommand>(&block.command)) {
    move_edge(tile->top, first, count);
    move_edge(tile->bottom, first, count);
  }
}

void remove_columns(Program& program, std::int64_t first, std::int64_t count) {
  for (ProgramBlock& block : program.blocks) {
    const std::int64_t cols = command_block(block.command).cols;
    erase_columns(block.f, cols, first, count);
    erase_columns(block.r, cols, first, count);
    std::visit([&](auto& of) { of.cols -= count; }, block.command);
    if (auto* tile = std::get_if<TileCommand>(&block.command)) {
      move_edge(tile->left, first, count);
      move_edge(tile->right, first, count);
    }
  }
}

void set_sweeps(Program& program, std::int64_t sweeps) {
  for (ProgramBlock& block : program.blocks) {
    if (auto* sweep = std::get_if<SweepCommand>(&block.command)) sweep->niter = sweeps;
    if (auto* tile = std::get_if<TileCommand>(&block.command)) tile->sweeps = sweeps;
  }
}

}  // namespace stencil
