// Stages with the constructors of the text (seed 002): programs written as published compile against these.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "host/stages/memory/shared_array.hpp"
#include "host/stages/memory/shared_var.hpp"
#include "host/stages/run_stage.hpp"

// A thin layer: each class is the one of stencil:: with a name made up, and works with all that takes those. The text
// has one device; here it is the Device that lives.
namespace stencil::published {

enum : unsigned { CPU = 0, CUDA = 1 };  // `target` of a stage

// The device of all data made while it lives, and addresses of its local memory. One at a time. Outlives the data.
class Device {
 public:
  // Throws ArgumentError where there is one already.
  explicit Device(Accelerator& accelerator);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  DeviceMemory& memory() { return memory_; }
  // Word 0 of a buffer, in place of what cudaMalloc returns: more words follow, none can be read or written by the host
  // (it ends as any wrong address does). Throws ArgumentError for a buffer that there is not.
  double* address(Bank bank, int buffer = 0);
  // Where an address lies, with no length. Throws ArgumentError for one that is not of local memory.
  Place place(const double* address) const;
  // Throws ArgumentError where there is none.
  static Device& current();

 private:
  DeviceMemory memory_;
  std::int64_t words_;    // of a buffer
  std::int64_t buffers_;  // of f, then those of r
  double* base_;
};

// A piece of data of the user's own: derived, with its two copies.
class SharedDatum : public stencil::SharedDatum {
 public:
  SharedDatum();
  std::int64_t bytes(const RowRange&) const override { return 0; }  // unknown
};

class SharedArray final : public stencil::SharedArray {
 public:
  // size: of each array in bytes, a multiple of 8, as cudaMemcpy takes it. Throws ArgumentError as Device::place, and
  // as stencil::SharedArray.
  SharedArray(double* arr_onHost, double* arr_onCuda, std::size_t size);

 private:
  SharedArray(double* host, const Place& place, std::size_t size);
};

class SharedVar final : public stencil::SharedVar {
 public:
  // sym: "rdx2", "rdy2" or "beta".
  SharedVar(const char* sym, double& var);
};

class Stage : public stencil::Stage {
 public:
  // Two lists of data that end with NULL (or nullptr): what is read, what is modified. What is modified and not read is
  // overwritten whole. Throws ArgumentError unless there are two, and for a target other than CPU and CUDA.
  template <typename... Data>
  Stage(unsigned target, void (*run_on_host)(), void (*run_on_device)(), Data... reads_then_writes)
      : Stage(target, run_on_host, run_on_device, std::vector<stencil::SharedDatum*>{datum(reads_then_writes)...}) {}

  unsigned const target;
  stencil::SharedDatum** reads() { return lists_.data(); }
  stencil::SharedDatum** writes() { return lists_.data() + writes_at_; }

 private:
  Stage(unsigned target, void (*run_on_host)(), void (*run_on_device)(), std::vector<stencil::SharedDatum*> lists);

  static stencil::SharedDatum* datum(stencil::SharedDatum* one) { return one; }
  static stencil::SharedDatum* datum(std::nullptr_t) { return nullptr; }
  // What NULL is where it is a number.
  static stencil::SharedDatum* datum(long null);
  static stencil::SharedDatum* datum(int null) { return datum(static_cast<long>(null)); }

  std::vector<stencil::SharedDatum*> lists_;  // both, each with a null pointer at its end
  std::size_t writes_at_ = 0;
};

using stencil::runStage;

}  // namespace stencil::published
