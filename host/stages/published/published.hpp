// Stages with the published constructors of Centaur (host/stages/datum.hpp), so that published programs compile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "host/stages/ahead/run_stages.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/memory/shared_var.hpp"

#pragma GCC visibility push(default)
// A thin layer: each class derives from the one in stencil:: and gives it a generated name. Centaur has one device;
// here that is the living Device.
namespace stencil::published {

enum : unsigned { CPU = 0, CUDA = 1 };  // `target` of a stage

// The device of all data made while it lives, and addresses of its local memory. One at a time; must outlive the data.
class Device {
 public:
  // Throws ArgumentError if there is a Device already.
  explicit Device(Accelerator& accelerator);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  DeviceMemory& memory() { return memory_; }
  // The address of word 0 of a buffer, which replaces the result of cudaMalloc. The other words follow it; the host
  // cannot read or write them (an access is a segmentation fault). Throws ArgumentError for a buffer that does not
  // exist.
  [[nodiscard]] double* address(Bank bank, int buffer = 0);
  // The place of an address, with length 0. Throws ArgumentError for an address outside local memory.
  Place place(const double* address) const;
  // The living Device. Throws ArgumentError if there is none.
  [[nodiscard]] static Device& current();

 private:
  DeviceMemory memory_;
  std::int64_t words_;    // per buffer
  std::int64_t buffers_;  // number of buffers: those of f, then those of r
  double* base_;
};

// The base of a user's own kind of datum, which overrides the two copies.
class SharedDatum : public stencil::SharedDatum {
 public:
  SharedDatum();
  std::int64_t bytes(const RowRange&) const override { return 0; }  // unknown
};

class SharedArray final : public stencil::SharedArray {
 public:
  // size: bytes of each array, a multiple of 8, as for cudaMemcpy; 0 for a rank without rows.
  // Throws ArgumentError as Device::place and stencil::SharedArray.
  SharedArray(double* arr_onHost, double* arr_onCuda, std::size_t size);

 private:
  SharedArray(double* host, const Place& place, std::size_t size);
};

class SharedVar final : public stencil::SharedVar {
 public:
  // sym: as stencil::SharedVar.
  SharedVar(const char* sym, double& var);
};

class Stage : public stencil::Stage {
 public:
  // Two lists of data, each ended by NULL (or nullptr): data read, data modified. Data modified but not read are
  // overwritten whole. Throws ArgumentError unless there are two lists, and for a target other than CPU and CUDA.
  template <typename... Data>
  Stage(unsigned target, void (*run_on_host)(), void (*run_on_device)(), Data... reads_then_writes)
      : Stage(target, run_on_host, run_on_device, std::vector<stencil::SharedDatum*>{datum(reads_then_writes)...}) {}

  bool keeps_its_side() const override;

  unsigned const target;
  stencil::SharedDatum** reads() { return lists_.data(); }
  stencil::SharedDatum** writes() { return lists_.data() + writes_at_; }

 private:
  Stage(unsigned target, void (*run_on_host)(), void (*run_on_device)(), std::vector<stencil::SharedDatum*> lists);

  static stencil::SharedDatum* datum(stencil::SharedDatum* one) { return one; }
  static stencil::SharedDatum* datum(std::nullptr_t) { return nullptr; }
  // For compilers whose NULL is an integer.
  static stencil::SharedDatum* datum(long null);
  static stencil::SharedDatum* datum(int null) { return datum(static_cast<long>(null)); }

  std::vector<stencil::SharedDatum*> lists_;  // both, each with a null pointer at its end
  std::size_t writes_at_ = 0;
};

using stencil::runStage;
// A list of these that ends with NULL.
void runStages(Stage* const* stages);

}  // namespace stencil::published
#pragma GCC visibility pop
