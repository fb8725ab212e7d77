// SPDX-License-Identifier: Apache-2.0
#include "host/stages/published/published.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <typeinfo>

#include "host/base/errors.hpp"

namespace stencil::published {
namespace {

std::atomic<Device*> the_device{nullptr};

std::string next_name(const char* kind) {
  static std::atomic<std::int64_t> number{0};
  return fmt::format("{} {}", kind, ++number);
}

// Reserves addresses without memory.
double* reserve(std::int64_t words) {
  void* base = mmap(nullptr, static_cast<std::size_t>(words) * sizeof(double), PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) throw std::bad_alloc();
  return static_cast<double*>(base);
}

std::int64_t words_of(std::size_t size) {
  if (size % sizeof(double) == 0) return static_cast<std::int64_t>(size / sizeof(double));
  throw ArgumentError(fmt::format("size = {}, must be a multiple of 8: it is in bytes", size));
}

Side side_of(unsigned target) {
  if (target == CPU || target == CUDA) return target == CPU ? Side::host : Side::device;
  throw ArgumentError(fmt::format("target = {}, must be 0 (CPU) or 1 (CUDA)", target));
}

// Index at which the second list begins.
std::size_t second_list(const std::vector<stencil::SharedDatum*>& lists) {
  if (std::count(lists.begin(), lists.end(), nullptr) != 2 || lists.back() != nullptr) {
    throw ArgumentError(fmt::format("a stage has {} lists of data with a NULL at the end, must have 2: reads, writes",
                                    std::count(lists.begin(), lists.end(), nullptr)));
  }
  return static_cast<std::size_t>(std::find(lists.begin(), lists.end(), nullptr) - lists.begin()) + 1;
}

std::vector<Access> accesses(const std::vector<stencil::SharedDatum*>& lists) {
  const auto writes = lists.begin() + static_cast<std::ptrdiff_t>(second_list(lists));
  return accesses_of({lists.begin(), writes - 1}, {writes, lists.end() - 1});
}

}  // namespace

Device::Device(Accelerator& accelerator)
    : memory_(accelerator),
      words_(accelerator.capabilities().memory_words),
      buffers_(accelerator.capabilities().f_buffers + accelerator.capabilities().r_buffers),
      base_(reserve(words_ * buffers_)) {
  Device* none = nullptr;
  if (the_device.compare_exchange_strong(none, this)) return;
  munmap(base_, static_cast<std::size_t>(words_ * buffers_) * sizeof(double));
  throw ArgumentError("there is a Device already, must be one at a time");
}

Device::~Device() {
  the_device = nullptr;
  munmap(base_, static_cast<std::size_t>(words_ * buffers_) * sizeof(double));
}

Device& Device::current() {
  Device* device = the_device;
  if (device == nullptr) throw ArgumentError("there is no Device, must be made before the data on it");
  return *device;
}

double* Device::address(Bank bank, int buffer) {
  const Capabilities& has = memory_.device().capabilities();
  const std::int64_t buffers = bank == Bank::f ? has.f_buffers : has.r_buffers;
  if (buffer < 0 || buffer >= buffers) {
    throw ArgumentError(fmt::format("buffer = {}, must be 0 .. {}", buffer, buffers - 1));
  }
  return base_ + (buffer + (bank == Bank::f ? 0 : has.f_buffers)) * words_;
}

Place Device::place(const double* address) const {
  const auto first = reinterpret_cast<std::uintptr_t>(base_);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto bytes = static_cast<std::uintptr_t>(words_ * buffers_) * sizeof(double);
  if (at < first || at >= first + bytes || (at - first) % sizeof(double) != 0) {
    throw ArgumentError(
        fmt::format("address on the device is {}, must be one that Device::address returned, or a word "
                    "after it",
                    static_cast<const void*>(address)));
  }
  const auto word = static_cast<std::int64_t>((at - first) / sizeof(double));
  const std::int64_t of_f = const_cast<DeviceMemory&>(memory_).device().capabilities().f_buffers;
  const std::int64_t buffer = word / words_;
  Place place;
  place.bank = buffer < of_f ? Bank::f : Bank::r;
  place.buffer = static_cast<int>(buffer < of_f ? buffer : buffer - of_f);
  place.offset_words = word % words_;
  return place;
}

SharedDatum::SharedDatum() : stencil::SharedDatum(next_name("datum"), Contents::host) {}

SharedArray::SharedArray(double* arr_onHost, double* arr_onCuda, std::size_t size)
    : SharedArray(arr_onHost, Device::current().place(arr_onCuda), size) {}

SharedArray::SharedArray(double* host, const Place& place, std::size_t size)
    : stencil::SharedArray(Device::current().memory(), next_name("array"), host, size == 0 ? 0 : 1,
                           std::max<std::int64_t>(words_of(size), 1), place.bank, place.buffer, place.offset_words) {}

SharedVar::SharedVar(const char* sym, double& var)
    : stencil::SharedVar(Device::current().memory(), std::string(sym), var) {}

Stage::Stage(unsigned where, void (*run_on_host)(), void (*run_on_device)(), std::vector<stencil::SharedDatum*> lists)
    : stencil::Stage(next_name("stage"), side_of(where), run_on_host, run_on_device, accesses(lists)),
      target(where),
      lists_(std::move(lists)),
      writes_at_(second_list(lists_)) {}

bool Stage::keeps_its_side() const {
  return typeid(*this) == typeid(Stage);
}

void runStages(Stage* const* stages) {
  std::vector<stencil::Stage*> list;
  for (; *stages != nullptr; ++stages) list.push_back(*stages);
  stencil::runStages(list);
}

stencil::SharedDatum* Stage::datum(long null) {
  if (null == 0) return nullptr;
  throw ArgumentError(fmt::format("a list of data holds the number {}, must hold data and end with NULL", null));
}

}  // namespace stencil::published
