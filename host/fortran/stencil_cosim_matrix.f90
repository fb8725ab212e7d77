! Process grids, descriptors and elements of block_cyclic.h in Fortran.
! SPDX-License-Identifier: Apache-2.0
!
! block_cyclic.h is the manual. Names, and the order and names of arguments, are as there; all integers have 64 bits,
! and communicators are those of module mpi or of mpi_f08. A local matrix may have any shape; a rank
! without elements passes an array of size 0.
module stencil_cosim_matrix
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_int64_t, c_loc, c_null_char
  use stencil_cosim_communicator, only: communicator_at
  implicit none
  private
  public :: block_cyclic_context, block_cyclic_gridinit, block_cyclic_gridmap
  public :: block_cyclic_context_free, block_cyclic_gridinfo
  public :: descinit, pdelset, pdelget, pdgemr2d

  ! Fields of a descriptor, integer(c_int64_t) :: desc(DLEN_). They count from 1, as in ScaLAPACK: one more than in C.
  integer, parameter, public :: DTYPE_ = 1, CTXT_ = 2, M_ = 3, N_ = 4, MB_ = 5, NB_ = 6, RSRC_ = 7, CSRC_ = 8, LLD_ = 9
  integer, parameter, public :: DLEN_ = 9
  integer(c_int64_t), parameter, public :: BLOCK_CYCLIC_2D = 1

  interface
    subroutine block_cyclic_context_free(ictxt) bind(C)
      import :: c_int64_t
      integer(c_int64_t), value :: ictxt
    end subroutine block_cyclic_context_free

    subroutine block_cyclic_gridinfo(ictxt, nprow, npcol, myrow, mycol) bind(C)
      import :: c_int64_t
      integer(c_int64_t), value :: ictxt
      integer(c_int64_t), intent(out) :: nprow, npcol, myrow, mycol
    end subroutine block_cyclic_gridinfo

    subroutine pdelset(a, ia, ja, desca, alpha) bind(C)
      import :: c_double, c_int64_t
      real(c_double), intent(inout) :: a(*)
      integer(c_int64_t), value :: ia, ja
      integer(c_int64_t), intent(in) :: desca(*)
      real(c_double), value :: alpha
    end subroutine pdelset

    subroutine pdgemr2d(m, n, a, ia, ja, desca, b, ib, jb, descb, ictxt) bind(C)
      import :: c_double, c_int64_t
      integer(c_int64_t), value :: m, n, ia, ja, ib, jb, ictxt
      real(c_double), intent(in) :: a(*)
      real(c_double), intent(inout) :: b(*)
      integer(c_int64_t), intent(in) :: desca(*), descb(*)
    end subroutine pdgemr2d

    function c_block_cyclic_context(comm, nprow, npcol) bind(C, name='stencil_fortran_block_cyclic_context')
      import :: c_int, c_int64_t
      integer(c_int), value :: comm
      integer(c_int64_t), value :: nprow, npcol
      integer(c_int64_t) :: c_block_cyclic_context
    end function c_block_cyclic_context

    function c_block_cyclic_gridmap(comm, usermap, ldumap, nprow, npcol) &
        bind(C, name='stencil_fortran_block_cyclic_gridmap')
      import :: c_int, c_int64_t
      integer(c_int), value :: comm
      integer(c_int64_t), intent(in) :: usermap(*)
      integer(c_int64_t), value :: ldumap, nprow, npcol
      integer(c_int64_t) :: c_block_cyclic_gridmap
    end function c_block_cyclic_gridmap

    function c_block_cyclic_gridinit(comm, order, nprow, npcol) bind(C, name='stencil_fortran_block_cyclic_gridinit')
      import :: c_char, c_int, c_int64_t
      integer(c_int), value :: comm
      character(kind=c_char), intent(in) :: order(*)
      integer(c_int64_t), value :: nprow, npcol
      integer(c_int64_t) :: c_block_cyclic_gridinit
    end function c_block_cyclic_gridinit

    subroutine c_descinit(desc, m, n, mb, nb, irsrc, icsrc, ictxt, lld, info) bind(C, name='descinit')
      import :: c_int64_t
      integer(c_int64_t), intent(inout) :: desc(*)
      integer(c_int64_t), value :: m, n, mb, nb, irsrc, icsrc, ictxt, lld
      integer(c_int64_t), intent(out) :: info
    end subroutine c_descinit

    subroutine c_pdelget(scope, top, alpha, a, ia, ja, desca) bind(C, name='pdelget')
      import :: c_char, c_double, c_int64_t
      character(kind=c_char), intent(in) :: scope(*), top(*)
      real(c_double), intent(inout) :: alpha
      real(c_double), intent(in) :: a(*)
      integer(c_int64_t), value :: ia, ja
      integer(c_int64_t), intent(in) :: desca(*)
    end subroutine c_pdelget
  end interface

contains

  function block_cyclic_context(comm, nprow, npcol) result(context)
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DEC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DIR$ IGNORE_TKR comm
    integer(c_int), target, intent(in) :: comm
    integer(c_int64_t), intent(in) :: nprow, npcol
    integer(c_int64_t) :: context
    context = c_block_cyclic_context(communicator_at(c_loc(comm)), nprow, npcol)
  end function block_cyclic_context

  ! usermap, of any shape: its element 1 + p + q*ldumap is the rank of process (p, q).
  function block_cyclic_gridmap(comm, usermap, ldumap, nprow, npcol) result(context)
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DEC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DIR$ IGNORE_TKR comm
    integer(c_int), target, intent(in) :: comm
    integer(c_int64_t), intent(in) :: usermap(*)
    integer(c_int64_t), intent(in) :: ldumap, nprow, npcol
    integer(c_int64_t) :: context
    context = c_block_cyclic_gridmap(communicator_at(c_loc(comm)), usermap, ldumap, nprow, npcol)
  end function block_cyclic_gridmap

  function block_cyclic_gridinit(comm, order, nprow, npcol) result(context)
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DEC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DIR$ IGNORE_TKR comm
    integer(c_int), target, intent(in) :: comm
    character(kind=c_char, len=*), intent(in) :: order
    integer(c_int64_t), intent(in) :: nprow, npcol
    integer(c_int64_t) :: context
    context = c_block_cyclic_gridinit(communicator_at(c_loc(comm)), order // c_null_char, nprow, npcol)
  end function block_cyclic_gridinit

  subroutine descinit(desc, m, n, mb, nb, irsrc, icsrc, ictxt, lld, info)
    integer(c_int64_t), intent(inout) :: desc(*)
    integer(c_int64_t), intent(in) :: m, n, mb, nb, irsrc, icsrc, ictxt, lld
    integer(c_int64_t), intent(out), optional :: info
    integer(c_int64_t) :: told
    call c_descinit(desc, m, n, mb, nb, irsrc, icsrc, ictxt, lld, told)
    if (present(info)) info = told
  end subroutine descinit

  ! Outside the scope alpha does not change.
  subroutine pdelget(scope, top, alpha, a, ia, ja, desca)
    character(kind=c_char, len=*), intent(in) :: scope, top
    real(c_double), intent(inout) :: alpha
    real(c_double), intent(in) :: a(*)
    integer(c_int64_t), intent(in) :: ia, ja
    integer(c_int64_t), intent(in) :: desca(*)
    call c_pdelget(scope // c_null_char, top // c_null_char, alpha, a, ia, ja, desca)
  end subroutine pdelget
end module stencil_cosim_matrix
