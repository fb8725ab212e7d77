// Shares a matrix's descriptor, which only the ranks of its process grid need, with a communicator that contains them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/arrays/vsda/layouts/grid_contexts.hpp"
#include "host/c/matrices/matrix_descriptor.hpp"

namespace stencil {

// The descriptor that one rank passed, with the processes of its grid as ranks of the communicator around.
class GivenMatrix {
 public:
  // Local. desc[CTXT_] = -1 means no descriptor. Throws ArgumentError, naming the argument, for a wrong descriptor or a
  // process of its grid that is not in `around`.
  GivenMatrix(const char* argument, const std::int64_t* desc, const GridContext& around);

  bool is_given() const { return given_.has_value(); }
  // @pre is_given()
  const MatrixDescriptor& descriptor() const { return *given_; }

  // Collective over the communicator around: gives all ranks the matrix, with lld of this rank. Throws AgreedError
  // where no rank has a descriptor, two ranks have different ones (in more than lld), or a rank of the process grid has
  // none.
  LocalMatrix share() const;

 private:
  LocalMatrix from(const std::vector<std::int64_t>& words) const;

  const char* argument_;
  GridContext around_;
  std::optional<MatrixDescriptor> given_;
  // Shape, blocks, sources, process grid; then the rank of each process, column by column. Empty without a descriptor.
  std::vector<std::int64_t> words_;
};

}  // namespace stencil
