// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/descriptor.hpp"

#include <fmt/format.h>

#include <utility>

#include "host/errors.hpp"

namespace stencil {
namespace {

[[noreturn]] void refuse(const char* argument, std::uint64_t id) {
  throw ArgumentError(
      fmt::format("{} holds {:#x}, must be a descriptor made by VSDA_Create and not destroyed", argument, id));
}

}  // namespace

std::uint64_t DescriptorTable::add(Descriptor descriptor) {
  const std::lock_guard<std::mutex> lock(mutex_);
  descriptors_.emplace(++last_id_, std::make_shared<const Descriptor>(std::move(descriptor)));
  return last_id_;
}

std::shared_ptr<const Descriptor> DescriptorTable::find(const char* argument, std::uint64_t id) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto place = descriptors_.find(id);
  if (place == descriptors_.end()) refuse(argument, id);
  return place->second;
}

void DescriptorTable::remove(const char* argument, std::uint64_t id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (descriptors_.erase(id) == 0) refuse(argument, id);
}

// Never destroyed, like the token registry.
DescriptorTable& descriptor_table() {
  static auto* const table = new DescriptorTable;
  return *table;
}

}  // namespace stencil
