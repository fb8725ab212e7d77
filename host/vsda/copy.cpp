// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "host/check.hpp"
#include "host/errors.hpp"
#include "host/exchange/traffic.hpp"
#include "host/mpi_check.hpp"
#include "host/vsda/arguments.hpp"
#include "host/vsda/descriptor.hpp"
#include "host/vsda/finalize_watch.hpp"
#include "host/vsda/operation.hpp"
#include "host/vsda/plan_copy.hpp"
#include "host/vsda/token_registry.hpp"

namespace stencil {
namespace {

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

void copy_begin(const VSDA* target, long targoffs, void* targarr, const VSDA* source, long srcoffs, const void* srcarr,
                long count, void* rq) {
  check_mpi_is_running();
  const auto to = find_descriptor("target", target);
  const auto from = find_descriptor("source", source);
  check_copy(*to, targoffs, *from, srcoffs, count);
  check_array("targarr", targarr, *to);
  check_array("srcarr", srcarr, *from);
  const ExchangePlan plan = plan_copy(to->layout, targoffs, from->layout, srcoffs, count, to->rank);
  watch_finalize();
  VsdaTraffic traffic;
  traffic.copies = 1;
  auto operation = std::make_unique<Operation>(OperationKind::copy);
  Operation& posted = *operation;
  token_registry().begin(rq, std::move(operation));
  posted.begin(to->comm, plan, to->elemsize, static_cast<const std::byte*>(srcarr), static_cast<std::byte*>(targarr),
               traffic);
  add_traffic(traffic);
}

}  // namespace stencil
