// A matrix whose descriptor only the ranks of its grid need have, as all ranks of a communicator around it know it.
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

// A descriptor as one rank gave it, with the processes of its grid as ranks of the communicator around.
class GivenMatrix {
 public:
  // Local. desc[CTXT_] = -1 gives none. Throws ArgumentError, naming the argument: a wrong descriptor, or a process of
  // its grid that is none of the ranks of `around`.
  GivenMatrix(const char* argument, const std::int64_t* desc, const GridContext& around);

  bool is_given() const { return given_.has_value(); }
  // @pre is_given()
  const MatrixDescriptor& descriptor() const { return *given_; }

  // Collective over the communicator around: what the ranks that were given one know, on all of them; lld is this
  // rank's. Throws AgreedError where nobody was given one, two were given different ones (lld apart), or a rank of the
  // grid none.
  LocalMatrix share() const;

 private:
  LocalMatrix from(const std::vector<std::int64_t>& words) const;

  const char* argument_;
  GridContext around_;
  std::optional<MatrixDescriptor> given_;
  // Shape, blocks, sources, grid; then the rank of each process, column by column. Empty where none is given.
  std::vector<std::int64_t> words_;
};

}  // namespace stencil
