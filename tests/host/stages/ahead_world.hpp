// Five arrays on a fake device, of which three take turns in one place, and the stages that a test of lists adds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/device_slot.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/published/published.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {

using test::FakeAccelerator;
using test::Random;
using Happens = FakeAccelerator::Happens;

inline constexpr std::int64_t rows = 6;
inline constexpr std::int64_t cols = 3;
inline constexpr int scratch = 2;  // buffer of the command of each function for the device

// Five arrays: three take turns in buffer 0 of f, one has buffer 1, one buffer 0 of r.
class World {
 public:
  explicit World(Happens happens, std::uint64_t seed = 1)
      : device(rows * cols, cols, happens, 3, 3, seed),
        memory(device),
        slot(memory, "slot", {Bank::f, 0, 0, rows * cols}) {
    for (auto* bank : {&device.f, &device.r}) (*bank)[scratch].assign(static_cast<std::size_t>(rows * cols), 0.0);
    for (int k = 0; k < 5; ++k) {
      host.emplace_back(static_cast<std::size_t>(rows * cols), 100.0 * (k + 1));
    }
    for (int k = 0; k < 3; ++k) arrays.push_back(std::make_unique<SharedArray>(slot, name(k), data(k), rows, cols));
    arrays.push_back(std::make_unique<SharedArray>(memory, name(3), data(3), rows, cols, Bank::f, 1, 0));
    arrays.push_back(std::make_unique<SharedArray>(memory, name(4), data(4), rows, cols, Bank::r, 0, 0));
    for (const auto& array : arrays) ledger.join(*array);
  }

  // A stage that logs all that it reads, and writes numbers that no other stage writes.
  Stage& add(Side side, std::vector<Access> accesses) {
    const std::size_t number = stages.size();
    auto on_host = [this, number] { work(number, Side::host); };
    auto on_device = [this, number] {
      SweepCommand command;
      command.rows = command.cols = cols;
      command.niter = 1;
      command.f_buffer = command.r_buffer = scratch;
      static_cast<Accelerator&>(device).post(command, {});
      device.wait();
      work(number, Side::device);
    };
    stages.push_back(
        std::make_unique<Stage>("s" + std::to_string(number), side, on_host, on_device, std::move(accesses)));
    return *stages.back();
  }

  SharedArray& operator[](int k) { return *arrays[static_cast<std::size_t>(k)]; }

  void flush_all() {
    for (const auto& array : arrays) flush(*array, &ledger);
  }

  // Bytes and transfers of each stage and array, and of each array with the least there is.
  std::set<std::string> account() const {
    std::set<std::string> lines;
    const auto add = [&](const std::string& what, const MovedBytes& moved) {
      lines.insert(what + " " + std::to_string(moved.to_device) + " " + std::to_string(moved.from_device) + " " +
                   std::to_string(moved.transfers));
    };
    for (const StageTraffic& line : ledger.stages()) add(line.stage + " " + line.datum, line.moved);
    for (const DatumTraffic& line : ledger.data())
      add(line.datum + " " + std::to_string(line.optimum_bytes), line.moved);
    return lines;
  }

  std::string validity() const {
    std::string text;
    for (const auto& array : arrays) {
      text += array->name() + ": host " + describe(array->valid(Side::host)) + ", device " +
              describe(array->valid(Side::device)) + "\n";
    }
    return text;
  }

  FakeAccelerator device;
  DeviceMemory memory;
  DeviceSlot slot;
  std::vector<std::vector<double>> host;
  std::vector<std::unique_ptr<SharedArray>> arrays;
  std::vector<std::unique_ptr<Stage>> stages;
  StageLedger ledger;
  std::vector<double> log;

 private:
  static std::string name(int k) { return std::string(1, static_cast<char>('a' + k)); }
  double* data(int k) { return host[static_cast<std::size_t>(k)].data(); }

  double* words(const SharedArray& array, Side side, std::int64_t row) {
    if (side == Side::host) return array.host() + row * cols;
    const Place& place = array.place();
    return (place.bank == Bank::f ? device.f : device.r)[static_cast<std::size_t>(place.buffer)].data() + row * cols;
  }

  void work(std::size_t number, Side side) {
    for (const bool reading : {true, false}) {
      for (const Access& access : stages[number]->parts().front().accesses) {
        auto& array = static_cast<SharedArray&>(*access.datum);
        if (reading ? !access.needs_old() : !changes_something(access)) continue;
        for (std::int64_t row = access.rows.first; row < access.rows.last; ++row) {
          for (std::int64_t col = 0; col < cols; ++col) {
            double& word = words(array, side, row)[col];
            if (reading) log.push_back(word);
            if (!reading) word = ++last_;
          }
        }
      }
    }
  }
  static bool changes_something(const Access& access) { return access.writes() || access.leaves_wrong(); }

  double last_ = 1000.0;
};

inline std::vector<Stage*> list_of(World& world) {
  std::vector<Stage*> list;
  for (const auto& stage : world.stages) list.push_back(stage.get());
  return list;
}

// Sweeps over strips that take turns: a in, b in, c in, each back when the next one takes its place.
inline void add_turns(World& world) {
  for (int k = 0; k < 3; ++k) world.add(Side::device, {reads(world[k]), overwrites(world[k], {1, 5}), reads(world[4])});
}

}  // namespace stencil
