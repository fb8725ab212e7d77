// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/update.hpp"

#include <memory>
#include <utility>
#include <variant>

#include "host/arrays/exchange/traffic.hpp"
#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/copy.hpp"
#include "host/arrays/vsda/layouts/descriptor.hpp"
#include "host/arrays/vsda/tokens/finalize_watch.hpp"
#include "host/arrays/vsda/tokens/step_memory.hpp"
#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/arrays/vsda/tokens/updated_box.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {
namespace {

// Throws ArgumentError where the update would use memory that the step sweeps.
void check_swept_by(const StepMemory& step, const UpdatePlan& plan, const void* localportion) {
  for (std::size_t i = 0; i < plan.neighbours; ++i) {
    const ShadowNeighbour& one = plan.neighbour[i];
    check_unswept_by(step, "localportion", localportion, one.shadow, one.shadow + plan.bytes, true);
    check_unswept_by(step, "localportion", localportion, one.edge, one.edge + plan.bytes, false);
  }
}

UpdatedBox::Axis updated_axis(const BlockedLayout& axis, int at) {
  UpdatedBox::Axis seen;
  seen.elements = axis.local_elements(at);
  seen.first = axis.shadow_before(at);
  seen.owned = axis.owned(at);
  seen.start = axis.start(at);
  seen.size = axis.globsize();
  if (axis.rank_before(at) >= 0) seen.before = axis.shadow_before(at);
  if (axis.rank_after(at) >= 0) seen.after = axis.shadow_after(at);
  return seen;
}

void tell_box_watch(const Descriptor& descriptor, const void* localportion) {
  const auto watch = box_watch.load(std::memory_order_relaxed);
  if (watch == nullptr) return;
  const auto& layout = std::get<BoxLayout>(descriptor.layout);
  watch({static_cast<const std::byte*>(localportion), descriptor.elemsize,
         updated_axis(layout.rows, layout.grid_row(descriptor.rank)),
         updated_axis(layout.cols, layout.grid_col(descriptor.rank))});
}

void tell_part_watch(const VSDA* vsda, const void* localportion) {
  const auto watch = part_watch.load(std::memory_order_relaxed);
  if (watch == nullptr) return;
  const auto descriptor = find_descriptor("vsda", vsda);
  watch(localportion, local_elements(descriptor->layout, descriptor->rank), descriptor->elemsize);
}

// Its plan is carried out as that of a copy, within one array.
void update_boxes(const VSDA* vsda, void* rq, void* localportion) {
  const auto descriptor = find_descriptor("vsda", vsda);
  if (descriptor->boxes == nullptr) {
    throw ArgumentError("vsda is a block-cyclic array, which has no shadows; must be made by VSDA_Create");
  }
  const std::int64_t elements = local_elements(descriptor->layout, descriptor->rank);
  check_array("localportion", localportion, elements);
  CopyPlan plan{descriptor->comm, descriptor->elemsize, elements, elements, descriptor->boxes, descriptor->log, ""};
  if (plan.log != nullptr) plan.what = "update of " + descriptor->name;
  const ElementSpan& written = descriptor->boxes->written;
  check_unswept("localportion", localportion, written.first * plan.elemsize, written.last * plan.elemsize, true);
  VsdaTraffic traffic;
  traffic.updates = 1;
  copy_begin("VSDA_Update_begin", plan, localportion, localportion, rq, traffic);
  tell_box_watch(*descriptor, localportion);
  tell_part_watch(vsda, localportion);
}

}  // namespace

// Allocates nothing, since a message of a kilobyte takes less time than a few allocations, and asks MPI nothing but the
// messages after the first call of a process.
void update_begin(const VSDA* vsda, void* rq, void* localportion) {
  const bool watched = finalize_is_watched();
  if (!watched) check_mpi_is_running();
  check_pointer("vsda", vsda, "a descriptor made by VSDA_Create");
  UpdateOrder copy;
  const UpdateOrder& order = descriptor_table().find_update("vsda", vsda->id, copy);
  if (!order.plan.has_shadows) return update_boxes(vsda, rq, localportion);
  if (localportion == nullptr) {
    const auto descriptor = find_descriptor("vsda", vsda);
    check_array("localportion", localportion, local_elements(descriptor->layout, descriptor->rank));
  }
  const StepMemory* const step = step_in_flight.load(std::memory_order_relaxed);
  if (step != nullptr) check_swept_by(*step, order.plan, localportion);
  const MPI_Comm comm = order.comm;
  std::unique_ptr<LoggedOperation> logged;
  if (order.is_logged) {
    const auto descriptor = find_descriptor("vsda", vsda);
    logged = log_operation(descriptor->log, "update of " + descriptor->name, true);
  }
  if (!watched) watch_finalize();
  token_registry().begin_update(rq, std::move(logged)).post(comm, order.plan, static_cast<std::byte*>(localportion));
  const auto messages = static_cast<std::int64_t>(order.plan.neighbours);
  add_update(messages, messages * order.plan.bytes);
  tell_part_watch(vsda, localportion);
}

}  // namespace stencil
