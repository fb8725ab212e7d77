// Compiles the C headers as C++, in either order and twice.
// SPDX-License-Identifier: Apache-2.0
#include "accel.h"
#include "block_cyclic.h"
#include "dimension.h"
#include "vsda.h"

#include <type_traits>

// The published types, argument for argument.
static_assert(std::is_same_v<decltype(f_to_accel), void(int, void*, int)>);
static_assert(std::is_same_v<decltype(f_from_accel), void(int, void*, int)>);
static_assert(std::is_same_v<decltype(r_to_accel), void(int, void*, int)>);
static_assert(std::is_same_v<decltype(itstep_accel), void(int, int, double, double, double, int)>);
static_assert(std::is_same_v<decltype(itstep_accel_test), int(int, int, int, int, int)>);
static_assert(std::is_same_v<decltype(VSDA_Create), void(MPI_Comm, int, int, long, long, long, long*, long*, VSDA*)>);
static_assert(std::is_same_v<decltype(VSDA_Update_begin), void(VSDA*, void*, void*)>);
static_assert(std::is_same_v<decltype(VSDA_Update_end), void(void*)>);
static_assert(std::is_same_v<decltype(VSDA_Get_extent), void(VSDA*, long*, long*)>);
static_assert(std::is_same_v<decltype(VSDA_Copy), void(VSDA*, long, void*, VSDA*, long, void*, long, void*)>);
static_assert(std::is_same_v<decltype(VSDA_Destroy), void(VSDA*)>);

// ScaLAPACK's argument orders, in 64 bits and by value.
using I = int64_t;
static_assert(std::is_same_v<decltype(numroc), I(I, I, I, I, I)>);
static_assert(std::is_same_v<decltype(indxg2p), I(I, I, I, I, I)>);
static_assert(std::is_same_v<decltype(indxg2l), I(I, I, I, I, I)>);
static_assert(std::is_same_v<decltype(indxl2g), I(I, I, I, I, I)>);
static_assert(std::is_same_v<decltype(indxg2k), I(I, I, I, I, I)>);
static_assert(std::is_same_v<decltype(indxg2m), I(I, I, I, I, I)>);
static_assert(std::is_same_v<decltype(indxg2x), I(I, I, I, I, I)>);
static_assert(std::is_same_v<decltype(numroc_bound), I(I, I, I)>);
static_assert(std::is_same_v<decltype(numroc_bound_ceil), I(I, I, I)>);
static_assert(std::is_same_v<decltype(descinit), void(I*, I, I, I, I, I, I, I, I, I*)>);
static_assert(std::is_same_v<decltype(pdelset), void(double*, I, I, const I*, double)>);
static_assert(
    std::is_same_v<decltype(pdelget), void(const char*, const char*, double*, const double*, I, I, const I*)>);
static_assert(
    std::is_same_v<decltype(pdlawrite), void(const char*, I, I, const double*, I, I, const I*, I, I, double*)>);
static_assert(std::is_same_v<decltype(pdlaread), void(const char*, double*, const I*, I, I, double*)>);
static_assert(std::is_same_v<decltype(pd_npy_write), void(const char*, I, I, const double*, I, I, const I*)>);
static_assert(std::is_same_v<decltype(pd_npy_read), void(const char*, double*, const I*)>);
static_assert(DTYPE_ == 0 && CTXT_ == 1 && M_ == 2 && N_ == 3 && MB_ == 4 && NB_ == 5 && RSRC_ == 6 && CSRC_ == 7 &&
              LLD_ == 8 && DLEN_ == 9);

double corner(double* cells);
double corner(double* cells) {
  DIM2(double, rows, 4) = reinterpret_cast<double(*)[4]>(cells);
  return rows[2][3];
}
