! Matrices in files, of block_cyclic.h, in Fortran.
! SPDX-License-Identifier: Apache-2.0
!
! block_cyclic.h is the manual: calling ranks, files, errors. Trailing blanks are not part of a file name.
module stencil_cosim_matrix_files
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int64_t, c_loc, c_null_char, c_null_ptr, c_ptr
  implicit none
  private
  public :: pdlaread, pdlawrite, pd_npy_read, pd_npy_write

  interface
    subroutine c_pdlawrite(filnam, m, n, a, ia, ja, desca, irwrit, icwrit, work) bind(C, name='pdlawrite')
      import :: c_char, c_double, c_int64_t, c_ptr
      character(kind=c_char), intent(in) :: filnam(*)
      integer(c_int64_t), value :: m, n, ia, ja, irwrit, icwrit
      real(c_double), intent(in) :: a(*)
      integer(c_int64_t), intent(in) :: desca(*)
      type(c_ptr), value :: work
    end subroutine c_pdlawrite

    subroutine c_pdlaread(filnam, a, desca, irread, icread, work) bind(C, name='pdlaread')
      import :: c_char, c_double, c_int64_t, c_ptr
      character(kind=c_char), intent(in) :: filnam(*)
      real(c_double), intent(inout) :: a(*)
      integer(c_int64_t), intent(in) :: desca(*)
      integer(c_int64_t), value :: irread, icread
      type(c_ptr), value :: work
    end subroutine c_pdlaread

    subroutine c_pd_npy_write(filnam, m, n, a, ia, ja, desca) bind(C, name='pd_npy_write')
      import :: c_char, c_double, c_int64_t
      character(kind=c_char), intent(in) :: filnam(*)
      integer(c_int64_t), value :: m, n, ia, ja
      real(c_double), intent(in) :: a(*)
      integer(c_int64_t), intent(in) :: desca(*)
    end subroutine c_pd_npy_write

    subroutine c_pd_npy_read(filnam, a, desca) bind(C, name='pd_npy_read')
      import :: c_char, c_double, c_int64_t
      character(kind=c_char), intent(in) :: filnam(*)
      real(c_double), intent(inout) :: a(*)
      integer(c_int64_t), intent(in) :: desca(*)
    end subroutine c_pd_npy_read
  end interface

contains

  subroutine pdlawrite(filnam, m, n, a, ia, ja, desca, irwrit, icwrit, work)
    character(kind=c_char, len=*), intent(in) :: filnam
    integer(c_int64_t), intent(in) :: m, n, ia, ja, irwrit, icwrit
    real(c_double), intent(in) :: a(*)
    integer(c_int64_t), intent(in) :: desca(*)
    real(c_double), target, optional :: work(*)
    type(c_ptr) :: unused
    unused = c_null_ptr
    if (present(work)) unused = c_loc(work)
    call c_pdlawrite(trim(filnam) // c_null_char, m, n, a, ia, ja, desca, irwrit, icwrit, unused)
  end subroutine pdlawrite

  subroutine pdlaread(filnam, a, desca, irread, icread, work)
    character(kind=c_char, len=*), intent(in) :: filnam
    real(c_double), intent(inout) :: a(*)
    integer(c_int64_t), intent(in) :: desca(*)
    integer(c_int64_t), intent(in) :: irread, icread
    real(c_double), target, optional :: work(*)
    type(c_ptr) :: unused
    unused = c_null_ptr
    if (present(work)) unused = c_loc(work)
    call c_pdlaread(trim(filnam) // c_null_char, a, desca, irread, icread, unused)
  end subroutine pdlaread

  subroutine pd_npy_write(filnam, m, n, a, ia, ja, desca)
    character(kind=c_char, len=*), intent(in) :: filnam
    integer(c_int64_t), intent(in) :: m, n, ia, ja
    real(c_double), intent(in) :: a(*)
    integer(c_int64_t), intent(in) :: desca(*)
    call c_pd_npy_write(trim(filnam) // c_null_char, m, n, a, ia, ja, desca)
  end subroutine pd_npy_write

  subroutine pd_npy_read(filnam, a, desca)
    character(kind=c_char, len=*), intent(in) :: filnam
    real(c_double), intent(inout) :: a(*)
    integer(c_int64_t), intent(in) :: desca(*)
    call c_pd_npy_read(trim(filnam) // c_null_char, a, desca)
  end subroutine pd_npy_read
end module stencil_cosim_matrix_files
