// The index functions of block_cyclic.h: CyclicAxis with elements counted from 1.
// SPDX-License-Identifier: Apache-2.0
#include "block_cyclic.h"

#include <limits>

#include "host/arrays/block_cyclic/axis.hpp"
#include "host/arrays/block_cyclic/bounds.hpp"
#include "host/base/check.hpp"
#include "host/mpi/border.hpp"

using stencil::c_border;
using stencil::check_range;
using stencil::CyclicAxis;

namespace {

// The length of the axis for functions that do not get it.
constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

// (indxloc/nb*nprocs + nprocs)*nb <= indxloc*nprocs + nprocs*nb: two products of such numbers are below 2^63.
constexpr std::int64_t most_small = (std::int64_t{1} << 31) - 1;

CyclicAxis axis_of(std::int64_t n, std::int64_t nb, std::int64_t isrcproc, std::int64_t nprocs) {
  return CyclicAxis(n, nb, isrcproc, nprocs, {"n", "nb", "isrcproc", "nprocs"});
}

bool is_in(std::int64_t process, std::int64_t nprocs) {
  return process >= 0 && process < nprocs;
}

// ScaLAPACK's functions compute right away for legal arguments, in a few nanoseconds. For others they call one of
// these, which names the wrong argument.

std::int64_t checked_numroc(std::int64_t n, std::int64_t nb, std::int64_t iproc, std::int64_t isrcproc,
                            std::int64_t nprocs) {
  return c_border("numroc", [&] {
    const CyclicAxis axis = axis_of(n, nb, isrcproc, nprocs);
    check_range("iproc", iproc, 0, nprocs - 1);
    return axis.count(iproc);
  });
}

std::int64_t checked_indxg2p(std::int64_t indxglob, std::int64_t nb, std::int64_t isrcproc, std::int64_t nprocs) {
  return c_border("indxg2p", [&] {
    check_range("indxglob", indxglob, 1);
    return axis_of(endless, nb, isrcproc, nprocs).owner(indxglob - 1);
  });
}

std::int64_t checked_indxg2l(std::int64_t indxglob, std::int64_t nb, std::int64_t nprocs) {
  return c_border("indxg2l", [&] {
    check_range("indxglob", indxglob, 1);
    return axis_of(endless, nb, 0, nprocs).local(indxglob - 1) + 1;
  });
}

std::int64_t checked_indxl2g(std::int64_t indxloc, std::int64_t nb, std::int64_t iproc, std::int64_t isrcproc,
                             std::int64_t nprocs) {
  return c_border("indxl2g", [&] {
    const CyclicAxis axis = axis_of(endless, nb, isrcproc, nprocs);
    check_range("iproc", iproc, 0, nprocs - 1);
    check_range("indxloc", indxloc, 1, axis.count(iproc), "beyond it the element has no 64-bit number");
    return axis.global(indxloc - 1, iproc) + 1;
  });
}

}  // namespace

extern "C" {

int64_t numroc(int64_t n, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs) {
  if (!CyclicAxis::is_axis(n, nb, isrcproc, nprocs) || !is_in(iproc, nprocs)) {
    return checked_numroc(n, nb, iproc, isrcproc, nprocs);
  }
  return axis_of(n, nb, isrcproc, nprocs).count(iproc);
}

int64_t indxg2p(int64_t indxglob, int64_t nb, int64_t /*iproc*/, int64_t isrcproc, int64_t nprocs) {
  if (indxglob < 1 || !CyclicAxis::is_axis(endless, nb, isrcproc, nprocs)) {
    return checked_indxg2p(indxglob, nb, isrcproc, nprocs);
  }
  return axis_of(endless, nb, isrcproc, nprocs).owner(indxglob - 1);
}

int64_t indxg2l(int64_t indxglob, int64_t nb, int64_t /*iproc*/, int64_t /*isrcproc*/, int64_t nprocs) {
  if (indxglob < 1 || !CyclicAxis::is_axis(endless, nb, 0, nprocs)) return checked_indxg2l(indxglob, nb, nprocs);
  return axis_of(endless, nb, 0, nprocs).local(indxglob - 1) + 1;
}

int64_t indxl2g(int64_t indxloc, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t nprocs) {
  // Below these limits the result fits 64 bits, which saves the two divisions of the check.
  const bool small = nb <= most_small && nprocs <= most_small && indxloc <= most_small;
  if (!small || indxloc < 1 || !CyclicAxis::is_axis(endless, nb, isrcproc, nprocs) || !is_in(iproc, nprocs)) {
    return checked_indxl2g(indxloc, nb, iproc, isrcproc, nprocs);
  }
  return axis_of(endless, nb, isrcproc, nprocs).global(indxloc - 1, iproc) + 1;
}

int64_t indxg2k(int64_t indxglob, int64_t nb, int64_t /*iproc*/, int64_t /*isrcproc*/, int64_t /*nprocs*/) {
  return c_border("indxg2k", [&] {
    check_range("indxglob", indxglob, 1);
    return axis_of(endless, nb, 0, 1).block_of(indxglob - 1);
  });
}

int64_t indxg2m(int64_t indxglob, int64_t nb, int64_t /*iproc*/, int64_t /*isrcproc*/, int64_t nprocs) {
  return c_border("indxg2m", [&] {
    check_range("indxglob", indxglob, 1);
    return axis_of(endless, nb, 0, nprocs).local_block(indxglob - 1);
  });
}

int64_t indxg2x(int64_t indxglob, int64_t nb, int64_t /*iproc*/, int64_t /*isrcproc*/, int64_t /*nprocs*/) {
  return c_border("indxg2x", [&] {
    check_range("indxglob", indxglob, 1);
    return axis_of(endless, nb, 0, 1).in_block(indxglob - 1) + 1;
  });
}

int64_t numroc_bound(int64_t n, int64_t nb, int64_t nprocs) {
  return c_border("numroc_bound", [&] { return stencil::count_bound(axis_of(n, nb, 0, nprocs)); });
}

int64_t numroc_bound_ceil(int64_t n, int64_t nb, int64_t nprocs) {
  return c_border("numroc_bound_ceil", [&] { return stencil::count_bound_by_ceilings(axis_of(n, nb, 0, nprocs)); });
}

}  // extern "C"
