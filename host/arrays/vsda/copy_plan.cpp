// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/copy_plan.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "host/arrays/exchange/kept_plans.hpp"
#include "host/arrays/redistribution/plan_matrix.hpp"
#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/layouts/descriptor.hpp"
#include "host/arrays/vsda/layouts/plan_copy.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

void check_pair(const Descriptor& target, const Descriptor& source) {
  int relation = MPI_UNEQUAL;
  check_mpi(MPI_Comm_compare(target.comm, source.comm, &relation), "MPI_Comm_compare");
  if (relation != MPI_IDENT) {
    int target_ranks = 0;
    int source_ranks = 0;
    check_mpi(MPI_Comm_size(target.comm, &target_ranks), "MPI_Comm_size");
    check_mpi(MPI_Comm_size(source.comm, &source_ranks), "MPI_Comm_size");
    const char* what = relation == MPI_CONGRUENT ? "congruent to" : relation == MPI_SIMILAR ? "similar to" : "unlike";
    throw ArgumentError(
        fmt::format("target and source: communicators of {} and {} ranks, one {} the other, "
                    "must be the same communicator in both",
                    target_ranks, source_ranks, what));
  }
  if (target.elemsize != source.elemsize) {
    throw ArgumentError(fmt::format("target and source: elemsize {} and {} bytes, must be the same in both",
                                    target.elemsize, source.elemsize));
  }
}

const LocalMatrix& matrix_of(const char* argument, const Descriptor& descriptor) {
  const auto* matrix = std::get_if<LocalMatrix>(&descriptor.layout);
  if (matrix == nullptr) {
    throw ArgumentError(
        fmt::format("{} is {}, must be a block-cyclic one; VSDA_Plan_copy and VSDA_Copy "
                    "move elements between arrays of any kind",
                    argument, descriptor.boxes != nullptr ? "an array of VSDA_Create_2d" : "a blocked array"));
  }
  return *matrix;
}

CopyPlan plan_of(const Descriptor& target, const Descriptor& source, const MessagePlan& messages) {
  return {target.comm,
          target.elemsize,
          local_elements(target.layout, target.rank),
          local_elements(source.layout, source.rank),
          std::make_shared<const PreparedPlan>(messages),
          target.log,
          ""};
}

}  // namespace

CopyPlan make_copy_plan(const VSDA* target, long targoffs, const VSDA* source, long srcoffs, long count) {
  check_mpi_is_running();
  const auto to = find_descriptor("target", target);
  const auto from = find_descriptor("source", source);
  check_pair(*to, *from);
  const std::int64_t to_size = globsize(to->layout);
  const std::int64_t from_size = globsize(from->layout);
  check_range("count", count, 0, std::min(to_size, from_size), "globsize of the smaller array");
  check_range("targoffs", targoffs, 0, to_size - count, "globsize of target - count");
  check_range("srcoffs", srcoffs, 0, from_size - count, "globsize of source - count");
  CopyPlan plan = plan_of(*to, *from, plan_copy(to->layout, targoffs, from->layout, srcoffs, count, to->rank));
  if (plan.log != nullptr) {
    plan.what =
        fmt::format("copy of {} elements to {} of {}, from {} of {}", count, targoffs, to->name, srcoffs, from->name);
  }
  return plan;
}

std::shared_ptr<const CopyPlan> kept_copy_plan(const VSDA* target, long targoffs, const VSDA* source, long srcoffs,
                                               long count, VsdaTraffic& traffic) {
  // The handles suffice as a key: none is given out twice, and its descriptor never changes.
  using Key = std::array<std::uint64_t, 5>;
  static auto* const plans = new KeptPlans<Key, CopyPlan>;
  check_mpi_is_running();
  check_pointer("target", target, "a descriptor made by VSDA_Create");
  check_pointer("source", source, "a descriptor made by VSDA_Create");
  const Key key{target->id, static_cast<std::uint64_t>(targoffs), source->id, static_cast<std::uint64_t>(srcoffs),
                static_cast<std::uint64_t>(count)};
  if (auto plan = plans->find(key)) {
    descriptor_table().check("target", target->id);
    descriptor_table().check("source", source->id);
    return plan;
  }
  auto plan = std::make_shared<const CopyPlan>(make_copy_plan(target, targoffs, source, srcoffs, count));
  ++traffic.plans_made;
  plans->keep(key, plan, plan->messages->memory_bytes());
  return plan;
}

CopyPlan make_matrix_plan(const VSDA* target, long ti, long tj, const VSDA* source, long si, long sj, long m, long n) {
  check_mpi_is_running();
  const auto to = find_descriptor("target", target);
  const auto from = find_descriptor("source", source);
  check_pair(*to, *from);
  const LocalMatrix& to_matrix = matrix_of("target", *to);
  const LocalMatrix& from_matrix = matrix_of("source", *from);
  const auto check_side = [](const char* what, long size, const CyclicAxis& to_axis, const CyclicAxis& from_axis,
                             const char* to_name, long to_first, const char* from_name, long from_first) {
    check_range(what, size, 0, std::min(to_axis.n(), from_axis.n()), "size of the smaller array");
    check_range(to_name, to_first, 0, to_axis.n() - size, fmt::format("size of target - {}", what).c_str());
    check_range(from_name, from_first, 0, from_axis.n() - size, fmt::format("size of source - {}", what).c_str());
  };
  check_side("m", m, to_matrix.layout.rows, from_matrix.layout.rows, "ti", ti, "si", si);
  check_side("n", n, to_matrix.layout.cols, from_matrix.layout.cols, "tj", tj, "sj", sj);
  MessagePlan messages;
  add_submatrix(messages, to_matrix, ti, tj, from_matrix, {si, sj, m, n}, to->rank);
  CopyPlan plan = plan_of(*to, *from, messages);
  if (plan.log != nullptr) {
    plan.what = fmt::format("copy of {} x {} elements to ({}, {}) of {}, from ({}, {}) of {}", m, n, ti, tj, to->name,
                            si, sj, from->name);
  }
  return plan;
}

// Never destroyed, like the token registry.
HandleTable<CopyPlan>& plan_table() {
  static auto* const table =
      new HandleTable<CopyPlan>(0x504C414E, "a plan made by VSDA_Plan_copy or VSDA_Plan_matrix and not destroyed");
  return *table;
}

}  // namespace stencil
