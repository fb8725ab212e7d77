// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/create_boxes.hpp"

#include <fmt/core.h>

#include <array>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/layouts/descriptor.hpp"
#include "host/arrays/vsda/layouts/plan_box_update.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

// The two sides of the process grid, where 0 leaves one to the library.
std::array<int, 2> process_grid(int ranks, long prow, long pcol) {
  const std::string of_comm = fmt::format("{} ranks of comm, or 0", ranks);
  check_range("prow", prow, 0, ranks, of_comm.c_str());
  check_range("pcol", pcol, 0, ranks, of_comm.c_str());
  const long given = (prow == 0 ? 1 : prow) * (pcol == 0 ? 1 : pcol);
  if (ranks % given != 0 || (prow > 0 && pcol > 0 && given != ranks)) {
    throw ArgumentError(
        fmt::format("prow, pcol = {}, {}, must be a process grid of all {} ranks of comm; 0: chosen by "
                    "the library",
                    prow, pcol, ranks));
  }
  std::array<int, 2> sides{static_cast<int>(prow), static_cast<int>(pcol)};
  check_mpi(MPI_Dims_create(ranks, 2, sides.data()), "MPI_Dims_create");
  return sides;
}

Edges edges_of(const char* argument, int edges) {
  check_range(argument, edges, VSDA_EDGE_NONE, VSDA_EDGE_PERIODIC,
              "VSDA_EDGE_NONE, VSDA_EDGE_SHADOW, VSDA_EDGE_PERIODIC");
  if (edges == VSDA_EDGE_PERIODIC) return Edges::periodic;
  return edges == VSDA_EDGE_SHADOW ? Edges::shadow : Edges::none;
}

// side: as the caller gave it. processes: of that side of the grid.
BlockedLayout axis(long size, long shadow, Edges edges, long side, int processes, const long* distribution,
                   std::int64_t most_elements, const BlockedLayout::Names& names) {
  check_range(names.globsize, size, 0);
  if (distribution != nullptr && side == 0) {
    throw ArgumentError(fmt::format("{} is given, must be NULL where the library chooses that side of the process grid",
                                    names.distribution));
  }
  const std::vector<std::int64_t> owned = distribution == nullptr
                                              ? automatic_distribution(size, processes)
                                              : std::vector<std::int64_t>(distribution, distribution + processes);
  return {size, shadow, edges, owned, most_elements, names};
}

}  // namespace

void create_boxes(MPI_Comm comm, long m, long n, long elemsize, long prow, long pcol, long shadowrows, long shadowcols,
                  int rowedges, int coledges, const long* rowdistribution, const long* coldistribution, VSDA* vsda) {
  check_mpi_is_running();
  const CommPlace place = check_comm(comm);
  check_range("elemsize", elemsize, 1);
  const std::array<int, 2> grid = process_grid(place.ranks, prow, pcol);
  const Edges row_edges = edges_of("rowedges", rowedges), col_edges = edges_of("coledges", coledges);
  BoxLayout layout{axis(m, shadowrows, row_edges, prow, grid[0], rowdistribution, most / elemsize,
                        {"m", "shadowrows", "rowdistribution", "process row"}),
                   axis(n, shadowcols, col_edges, pcol, grid[1], coldistribution, most / elemsize,
                        {"n", "shadowcols", "coldistribution", "process column"})};
  check_range("n", n, 0, m == 0 ? most : most / m, fmt::format("m = {}, m*n must be below 2^63", m).c_str());
  for (int row = 0; row < grid[0]; ++row) {
    for (int col = 0; col < grid[1]; ++col) {
      const std::int64_t rows = layout.rows.local_elements(row), cols = layout.cols.local_elements(col);
      if (rows == 0 || cols <= most / elemsize / rows) continue;
      throw ArgumentError(
          fmt::format("the local part of process ({}, {}) = {} x {} elements, must be at most {} "
                      "(a local part must fit 64-bit byte offsets)",
                      row, col, rows, cols, most / elemsize));
    }
  }
  check_pointer("vsda", vsda, "a variable to hold the descriptor");
  auto update = std::make_shared<const PreparedPlan>(plan_box_update(layout, place.rank));
  Descriptor made{place.comm, place.rank, elemsize, std::move(layout), {}, nullptr, "", std::move(update)};
  name_for_log(made);
  vsda->id = descriptor_table().add(std::move(made));
}

void get_corners(const VSDA* vsda, int shadows, long* row, long* col, long* rows, long* cols) {
  const auto descriptor = find_descriptor("vsda", vsda);
  const auto* boxes = std::get_if<BoxLayout>(&descriptor->layout);
  if (boxes == nullptr) throw ArgumentError("vsda is no array in boxes, must be made by VSDA_Create_2d");
  check_range("shadows", shadows, 0, 1);
  for (const auto& [name, pointer] : {std::pair("row", row), {"col", col}, {"rows", rows}, {"cols", cols}}) {
    check_pointer(name, pointer, "a variable of type long");
  }
  const auto place = [shadows](const BlockedLayout& axis, int at, long* first, long* length) {
    *first = axis.start(at) - (shadows == 1 ? axis.shadow_before(at) : 0);
    *length = shadows == 1 ? axis.local_elements(at) : axis.owned(at);
  };
  place(boxes->rows, boxes->grid_row(descriptor->rank), row, rows);
  place(boxes->cols, boxes->grid_col(descriptor->rank), col, cols);
}

}  // namespace stencil
