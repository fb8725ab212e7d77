// SPDX-License-Identifier: Apache-2.0
#include "host/c/matrices/matrix_descriptor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>

#include "block_cyclic.h"
#include "host/arrays/block_cyclic/sizes.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {
namespace {

MatrixDescriptor read(const std::int64_t* desc) {
  if (desc[DTYPE_] != BLOCK_CYCLIC_2D) {
    throw ArgumentError(fmt::format("DTYPE_ = {}, must be {} (a dense block-cyclic matrix; descinit makes such)",
                                    desc[DTYPE_], static_cast<int>(BLOCK_CYCLIC_2D)));
  }
  const auto context = grid_contexts().find("CTXT_", static_cast<std::uint64_t>(desc[CTXT_]));
  MatrixDescriptor matrix{
      context->comm,
      context->rank,
      {CyclicAxis(desc[M_], desc[MB_], desc[RSRC_], context->nprow, {"M_", "MB_", "RSRC_", "nprow"}),
       CyclicAxis(desc[N_], desc[NB_], desc[CSRC_], context->npcol, {"N_", "NB_", "CSRC_", "npcol"})},
      desc[LLD_]};
  check_element_numbers(matrix.layout, "N_");
  check_local_matrix(matrix.layout, matrix.rank, matrix.lld, sizeof(double), "LLD_");
  return matrix;
}

struct RecentDescriptor {
  std::array<std::int64_t, DLEN_> fields;
  std::uint64_t contexts_freed;
  MatrixDescriptor matrix;
};

std::atomic<std::uint64_t> contexts_freed{0};

}  // namespace

// Never destroyed: functions called at exit may still hold contexts.
HandleTable<GridContext>& grid_contexts() {
  static auto* const table =
      new HandleTable<GridContext>(0x42434358, "a context made by block_cyclic_context and not freed");  // "BCCX"
  return *table;
}

MatrixDescriptor matrix_descriptor(const char* argument, const std::int64_t* desc) {
  check_pointer(argument, desc, "a descriptor made by descinit");
  try {
    return read(desc);
  } catch (const ArgumentError& error) {
    throw ArgumentError(fmt::format("{}: {}", argument, error.what()));
  }
}

const MatrixDescriptor& recent_matrix_descriptor(const char* argument, const std::int64_t* desc) {
  thread_local std::optional<RecentDescriptor> recent;
  // Before the context is looked up: a context freed meanwhile makes what is kept here old at once.
  const std::uint64_t freed = contexts_freed.load();
  if (desc != nullptr && recent && recent->contexts_freed == freed &&
      std::equal(recent->fields.begin(), recent->fields.end(), desc)) {
    return recent->matrix;
  }
  recent.reset();
  recent.emplace(RecentDescriptor{{}, freed, matrix_descriptor(argument, desc)});
  std::copy_n(desc, recent->fields.size(), recent->fields.begin());
  return recent->matrix;
}

void forget_recent_descriptors() {
  ++contexts_freed;
}

void check_local_array(const char* argument, const double* array, const MatrixDescriptor& matrix) {
  if (array != nullptr || matrix.local_rows() == 0 || matrix.local_cols() == 0) return;
  check_pointer(argument, array,
                fmt::format("the local matrix of {} x {} elements", matrix.local_rows(), matrix.local_cols()).c_str());
}

}  // namespace stencil
