// The published C functions: check every argument, plan, post.
// SPDX-License-Identifier: Apache-2.0
#include "vsda.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <vector>

#include "host/border.hpp"
#include "host/check.hpp"
#include "host/errors.hpp"
#include "host/fatal.hpp"
#include "host/mpi_check.hpp"
#include "host/vsda/descriptor.hpp"
#include "host/vsda/finalize_watch.hpp"
#include "host/vsda/token_registry.hpp"
#include "host/vsda/traffic.hpp"

static_assert(sizeof(long) == 8, "element numbers are long and must count beyond 2^31");

namespace stencil {
namespace {

std::mutex traffic_mutex;
VsdaTraffic total_traffic;

void add_traffic(const VsdaTraffic& one) {
  const std::lock_guard<std::mutex> lock(traffic_mutex);
  total_traffic.updates += one.updates;
  total_traffic.copies += one.copies;
  total_traffic.messages_sent += one.messages_sent;
  total_traffic.bytes_sent += one.bytes_sent;
  total_traffic.bytes_kept += one.bytes_kept;
  total_traffic.bytes_staged += one.bytes_staged;
}

void check_mpi_is_running() {
  if (!mpi_is_running()) throw ArgumentError("called outside MPI, must be between MPI_Init and MPI_Finalize");
}

std::shared_ptr<const Descriptor> find_descriptor(const char* argument, const VSDA* vsda) {
  check_pointer(argument, vsda, "a descriptor made by VSDA_Create");
  return descriptor_table().find(argument, vsda->id);
}

void check_array(const char* argument, const void* array, const Descriptor& descriptor) {
  const std::int64_t elements = descriptor.layout.local_elements(descriptor.rank);
  if (elements == 0) return;
  check_pointer(argument, array, fmt::format("the local portion of {} elements, shadows included", elements).c_str());
}

void create(MPI_Comm comm, int sdatype, int globalshadows, long globsize, long elemsize, long shadowwidth,
            const long* distribution_in, long* distribution_out, VSDA* vsda) {
  check_mpi_is_running();
  if (comm == MPI_COMM_NULL) throw ArgumentError("comm = MPI_COMM_NULL, must be an intracommunicator");
  int is_inter = 0;
  check_mpi(MPI_Comm_test_inter(comm, &is_inter), "MPI_Comm_test_inter");
  if (is_inter != 0) throw ArgumentError("comm is an intercommunicator, must be an intracommunicator");
  if (sdatype != VSDA_BLOCKED) {
    throw ArgumentError(fmt::format("sdatype = {}, must be VSDA_BLOCKED = {}", sdatype, VSDA_BLOCKED));
  }
  check_range("globalshadows", globalshadows, 0, 1);
  check_range("globsize", globsize, 0);
  check_range("elemsize", elemsize, 1);
  check_pointer("vsda", vsda, "a variable to hold the descriptor");

  int ranks = 0;
  int rank = 0;
  check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  const std::vector<std::int64_t> portions = distribution_in == nullptr
                                                 ? automatic_portions(globsize, ranks)
                                                 : std::vector<std::int64_t>(distribution_in, distribution_in + ranks);
  const std::int64_t max_local_elements = std::numeric_limits<std::int64_t>::max() / elemsize;
  BlockedLayout layout(globsize, shadowwidth, globalshadows == 1, portions, max_local_elements);
  ExchangePlan update = plan_update(layout, rank);
  const std::uint64_t id =
      descriptor_table().add(Descriptor{comm, rank, elemsize, std::move(layout), std::move(update)});
  if (distribution_out != nullptr) std::copy(portions.begin(), portions.end(), distribution_out);
  vsda->id = id;
}

void begin(OperationKind kind, void* rq, const Descriptor& descriptor, const ExchangePlan& plan, const void* source,
           void* target) {
  watch_finalize();
  VsdaTraffic traffic;
  (kind == OperationKind::update ? traffic.updates : traffic.copies) = 1;
  token_registry().begin(rq, kind).begin(descriptor.comm, plan, descriptor.elemsize,
                                         static_cast<const std::byte*>(source), static_cast<std::byte*>(target),
                                         traffic);
  add_traffic(traffic);
}

void update_begin(const VSDA* vsda, void* rq, void* localportion) {
  check_mpi_is_running();
  const auto descriptor = find_descriptor("vsda", vsda);
  check_array("localportion", localportion, *descriptor);
  begin(OperationKind::update, rq, *descriptor, descriptor->update, localportion, localportion);
}

void check_copy(const Descriptor& target, long targoffs, const Descriptor& source, long srcoffs, long count) {
  int relation = MPI_UNEQUAL;
  check_mpi(MPI_Comm_compare(target.comm, source.comm, &relation), "MPI_Comm_compare");
  if (relation != MPI_IDENT) {
    const char* what = relation == MPI_CONGRUENT ? "congruent to" : relation == MPI_SIMILAR ? "similar to" : "unlike";
    throw ArgumentError(
        fmt::format("target and source: communicators of {} and {} ranks, one {} the other, "
                    "must be the same communicator in both",
                    target.layout.ranks(), source.layout.ranks(), what));
  }
  if (target.elemsize != source.elemsize) {
    throw ArgumentError(fmt::format("target and source: elemsize {} and {} bytes, must be the same in both",
                                    target.elemsize, source.elemsize));
  }
  check_range("count", count, 0, std::min(target.layout.globsize(), source.layout.globsize()),
              "globsize of the smaller array");
  check_range("targoffs", targoffs, 0, target.layout.globsize() - count, "globsize of target - count");
  check_range("srcoffs", srcoffs, 0, source.layout.globsize() - count, "globsize of source - count");
}

}  // namespace

VsdaTraffic vsda_traffic() {
  const std::lock_guard<std::mutex> lock(traffic_mutex);
  return total_traffic;
}

}  // namespace stencil

using stencil::c_border;

extern "C" {

void VSDA_Create(MPI_Comm comm, int sdatype, int globalshadows, long globsize, long elemsize, long shadowwidth,
                 long* distribution_in, long* distribution_out, VSDA* vsda) {
  c_border("VSDA_Create", [&] {
    stencil::create(comm, sdatype, globalshadows, globsize, elemsize, shadowwidth, distribution_in, distribution_out,
                    vsda);
  });
}

void VSDA_Update_begin(VSDA* vsda, void* rq, void* localportion) {
  c_border("VSDA_Update_begin", [&] { stencil::update_begin(vsda, rq, localportion); });
}

void VSDA_Update_end(void* rq) {
  // Without MPI no token is in flight, and the registry says so.
  c_border("VSDA_Update_end", [&] { stencil::token_registry().end(rq); });
}

void VSDA_Get_extent(VSDA* vsda, long* start, long* finish) {
  c_border("VSDA_Get_extent", [&] {
    const auto descriptor = stencil::find_descriptor("vsda", vsda);
    stencil::check_pointer("start", start, "a variable of type long");
    stencil::check_pointer("finish", finish, "a variable of type long");
    *start = descriptor->layout.start(descriptor->rank);
    *finish = descriptor->layout.finish(descriptor->rank);
  });
}

void VSDA_Copy(VSDA* target, long targoffs, void* targarr, VSDA* source, long srcoffs, void* srcarr, long count,
               void* rq) {
  c_border("VSDA_Copy", [&] {
    stencil::check_mpi_is_running();
    const auto to = stencil::find_descriptor("target", target);
    const auto from = stencil::find_descriptor("source", source);
    stencil::check_copy(*to, targoffs, *from, srcoffs, count);
    stencil::check_array("targarr", targarr, *to);
    stencil::check_array("srcarr", srcarr, *from);
    const stencil::ExchangePlan plan = plan_copy(to->layout, targoffs, from->layout, srcoffs, count, to->rank);
    stencil::begin(stencil::OperationKind::copy, rq, *to, plan, srcarr, targarr);
  });
}

void VSDA_Destroy(VSDA* vsda) {
  c_border("VSDA_Destroy", [&] {
    stencil::check_pointer("vsda", vsda, "a descriptor made by VSDA_Create");
    stencil::descriptor_table().remove("vsda", vsda->id);
    vsda->id = 0;
  });
}

}  // extern "C"
