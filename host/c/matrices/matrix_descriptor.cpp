// SPDX-License-Identifier: Apache-2.0
#include "host/c/matrices/matrix_descriptor.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "block_cyclic.h"
#include "host/arrays/block_cyclic/sizes.hpp"
#include "host/arrays/vsda/layouts/grid_contexts.hpp"
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
      context->comm, context->rank, GridPlace{},
      context->layout(CyclicAxis(desc[M_], desc[MB_], desc[RSRC_], context->nprow, {"M_", "MB_", "RSRC_", "nprow"}),
                      CyclicAxis(desc[N_], desc[NB_], desc[CSRC_], context->npcol, {"N_", "NB_", "CSRC_", "npcol"})),
      desc[LLD_]};
  matrix.place = matrix.layout.process_of(matrix.rank);
  check_element_numbers(matrix.layout, "N_");
  check_local_matrix(matrix.layout, matrix.rank, matrix.lld, sizeof(double), "LLD_");
  return matrix;
}

}  // namespace

MatrixDescriptor matrix_descriptor(const char* argument, const std::int64_t* desc) {
  check_pointer(argument, desc, "a descriptor made by descinit");
  try {
    return read(desc);
  } catch (const ArgumentError& error) {
    throw ArgumentError(fmt::format("{}: {}", argument, error.what()));
  }
}

const MatrixDescriptor& read_recent_descriptor(const char* argument, const std::int64_t* desc) {
  static_assert(std::size(RecentDescriptor{}.fields) == DLEN_);
  thread_local std::optional<MatrixDescriptor> matrix;
  // Read before the context is looked up, so that a context freed meanwhile invalidates the entry.
  const std::uint64_t freed = contexts_freed.load();
  recent_descriptor.matrix = nullptr;
  matrix.reset();
  matrix.emplace(matrix_descriptor(argument, desc));
  std::copy_n(desc, DLEN_, recent_descriptor.fields);
  recent_descriptor.contexts_freed = freed;
  recent_descriptor.matrix = &*matrix;
  return *matrix;
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
