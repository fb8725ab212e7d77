// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/prepared_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace stencil {
namespace {

void extend(ElementSpan& span, const ElementSpan& by) {
  if (by.first == by.last) return;
  if (span.first == span.last) {
    span = by;
    return;
  }
  span.first = std::min(span.first, by.first);
  span.last = std::max(span.last, by.last);
}

enum class Way { out_of_array, into_array };

std::vector<PatchCopy> copies_of(const std::vector<Patch>& patches, Way way) {
  std::vector<PatchCopy> copies;
  std::int64_t first = 0;
  for (const Patch& patch : patches) {
    const Patch packed = packed_patch(patch, first);
    copies.push_back(way == Way::out_of_array ? PatchCopy(patch, packed) : PatchCopy(packed, patch));
    first += patch.elements();
  }
  return copies;
}

PreparedPlan::Packed prepared(const Message& message, Way way) {
  PreparedPlan::Packed packed;
  packed.peer = message.peer;
  packed.elements = message.elements();
  if (packed.elements == 0)
    throw std::logic_error(fmt::format(
        "side: host: the library has planned an empty message {} rank {} (host/arrays): no plan has one, whatever the "
        "program's arguments are",
        way == Way::out_of_array ? "to" : "from", message.peer));
  packed.in_place = message.patches.size() == 1 && is_one_run(message.patches.front(), &packed.first);
  for (const Patch& patch : message.patches) extend(packed.span, span_of(patch));
  if (!packed.in_place) {
    packed.copies = copies_of(message.patches, way);
  } else if (way == Way::out_of_array) {
    packed.staged = copies_of(message.patches, way);
  }
  return packed;
}

}  // namespace

PreparedPlan::PreparedPlan(const MessagePlan& plan) : reads_and_writes_apart(plan.reads_and_writes_apart) {
  for (const Message& message : plan.sends) {
    sends.push_back(prepared(message, Way::out_of_array));
    extend(read, sends.back().span);
  }
  for (const Message& message : plan.receives) {
    receives.push_back(prepared(message, Way::into_array));
    extend(written, receives.back().span);
  }
  for (const KeptPart& part : plan.kept) {
    kept.push_back({part.source.elements(), PatchCopy(part.source, part.target), part.source, part.target});
    extend(read, span_of(part.source));
    extend(written, span_of(part.target));
  }
}

std::int64_t PreparedPlan::memory_bytes() const {
  std::int64_t sum = sizeof *this;
  for (const std::vector<Packed>* const messages : {&sends, &receives}) {
    for (const Packed& message : *messages) {
      sum += sizeof message;
      for (const std::vector<PatchCopy>* const copies : {&message.copies, &message.staged}) {
        for (const PatchCopy& copy : *copies) sum += copy.memory_bytes();
      }
    }
  }
  for (const Kept& part : kept) {
    sum += static_cast<std::int64_t>(sizeof part) + part.copy.memory_bytes();
    for (const Patch* const patch : {&part.source, &part.target}) {
      sum += patch->inner.memory_bytes() + patch->outer.memory_bytes();
    }
  }
  return sum;
}

}  // namespace stencil
