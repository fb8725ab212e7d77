! vsda.h in Fortran: distributed arrays, blocked with shadow edges (halos) in one or two dimensions, or block-cyclic.
! SPDX-License-Identifier: Apache-2.0
!
! vsda.h is the manual. Names, and the order and names of arguments, are as there, so that keywords may be used; offsets
! and element numbers count from 0, as there. Differences:
!   communicators   those of module mpi, integers, or of mpi_f08, type(MPI_Comm).
!   globalshadows   a logical.
!   distributions, starts, finishes, locals   optional where C takes NULL; of any shape.
!   arrays          addresses: c_loc(array), or c_null_ptr where C takes NULL. The array is a target, of any type, and
!                   must not move until the operation has ended.
!   rq              the token: an array of integers, as published programs have for MPI requests, of size 4, for copies
!                   of twice the ranks. It must be a target, or not be used until the operation has ended.
module stencil_cosim_vsda
  use, intrinsic :: iso_c_binding, only: c_int, c_loc, c_long, c_null_ptr, c_ptr
  use stencil_cosim_communicator, only: communicator_at
  implicit none
  private
  public :: VSDA_Create, VSDA_Create_periodic, VSDA_Create_2d, VSDA_Create_block_cyclic, VSDA_Create_on_grid
  public :: VSDA_Update_begin, VSDA_Update_end, VSDA_Get_extent, VSDA_Get_corners, VSDA_Get_runs, VSDA_Destroy
  public :: VSDA_Copy, VSDA_Plan_copy, VSDA_Plan_matrix, VSDA_Copy_begin, VSDA_Plan_destroy

  integer(c_int), parameter, public :: VSDA_BLOCKED = 1
  integer(c_int), parameter, public :: VSDA_BLOCK_CYCLIC = 2
  integer(c_int), parameter, public :: VSDA_EDGE_NONE = 0, VSDA_EDGE_SHADOW = 1, VSDA_EDGE_PERIODIC = 2

  ! C's VSDA and VSDA_PLAN: handles, which may be copied. Their names differ from C's because Fortran ignores case, and
  ! VSDA and VSDA_PLAN would take the names vsda and vsda_plan from a program's variables.
  type, bind(C), public :: vsda_descriptor
    integer(c_long) :: id = 0
  end type vsda_descriptor
  type, bind(C), public :: vsda_copy_plan
    integer(c_long) :: id = 0
  end type vsda_copy_plan

  interface
    subroutine VSDA_Create_on_grid(ictxt, m, n, elemsize, mb, nb, rsrc, csrc, lld, vsda) &
        bind(C, name='VSDA_Create_on_grid')
      import :: c_long, vsda_descriptor
      integer(c_long), value :: ictxt, m, n, elemsize, mb, nb, rsrc, csrc, lld
      type(vsda_descriptor), intent(inout) :: vsda
    end subroutine VSDA_Create_on_grid

    subroutine VSDA_Update_begin(vsda, rq, localportion) bind(C, name='VSDA_Update_begin')
      import :: c_int, c_ptr, vsda_descriptor
      type(vsda_descriptor), intent(in) :: vsda
      integer(c_int) :: rq(*)
      type(c_ptr), value :: localportion
    end subroutine VSDA_Update_begin

    subroutine VSDA_Update_end(rq) bind(C, name='VSDA_Update_end')
      import :: c_int
      integer(c_int) :: rq(*)
    end subroutine VSDA_Update_end

    subroutine VSDA_Get_extent(vsda, start, finish) bind(C, name='VSDA_Get_extent')
      import :: c_long, vsda_descriptor
      type(vsda_descriptor), intent(in) :: vsda
      integer(c_long), intent(out) :: start, finish
    end subroutine VSDA_Get_extent

    ! shadows: 0 or 1, as in C.
    subroutine VSDA_Get_corners(vsda, shadows, row, col, rows, cols) bind(C, name='VSDA_Get_corners')
      import :: c_int, c_long, vsda_descriptor
      type(vsda_descriptor), intent(in) :: vsda
      integer(c_int), value :: shadows
      integer(c_long), intent(out) :: row, col, rows, cols
    end subroutine VSDA_Get_corners

    subroutine VSDA_Copy(target, targoffs, targarr, source, srcoffs, srcarr, count, rq) bind(C, name='VSDA_Copy')
      import :: c_int, c_long, c_ptr, vsda_descriptor
      type(vsda_descriptor), intent(in) :: target, source
      integer(c_long), value :: targoffs, srcoffs, count
      type(c_ptr), value :: targarr, srcarr
      integer(c_int) :: rq(*)
    end subroutine VSDA_Copy

    subroutine VSDA_Plan_copy(target, targoffs, source, srcoffs, count, plan) bind(C, name='VSDA_Plan_copy')
      import :: c_long, vsda_descriptor, vsda_copy_plan
      type(vsda_descriptor), intent(in) :: target, source
      integer(c_long), value :: targoffs, srcoffs, count
      type(vsda_copy_plan), intent(inout) :: plan
    end subroutine VSDA_Plan_copy

    subroutine VSDA_Plan_matrix(target, ti, tj, source, si, sj, m, n, plan) bind(C, name='VSDA_Plan_matrix')
      import :: c_long, vsda_descriptor, vsda_copy_plan
      type(vsda_descriptor), intent(in) :: target, source
      integer(c_long), value :: ti, tj, si, sj, m, n
      type(vsda_copy_plan), intent(inout) :: plan
    end subroutine VSDA_Plan_matrix

    subroutine VSDA_Copy_begin(plan, targarr, srcarr, rq) bind(C, name='VSDA_Copy_begin')
      import :: c_int, c_ptr, vsda_copy_plan
      type(vsda_copy_plan), intent(in) :: plan
      type(c_ptr), value :: targarr, srcarr
      integer(c_int) :: rq(*)
    end subroutine VSDA_Copy_begin

    subroutine VSDA_Plan_destroy(plan) bind(C, name='VSDA_Plan_destroy')
      import :: vsda_copy_plan
      type(vsda_copy_plan), intent(inout) :: plan
    end subroutine VSDA_Plan_destroy

    subroutine VSDA_Destroy(vsda) bind(C, name='VSDA_Destroy')
      import :: vsda_descriptor
      type(vsda_descriptor), intent(inout) :: vsda
    end subroutine VSDA_Destroy

    ! Called by the procedures below, which pass NULL for absent arguments.
    subroutine c_VSDA_Create(comm, sdatype, globalshadows, globsize, elemsize, shadowwidth, distribution_in, &
        distribution_out, vsda) bind(C, name='stencil_fortran_VSDA_Create')
      import :: c_int, c_long, c_ptr, vsda_descriptor
      integer(c_int), value :: comm, sdatype, globalshadows
      integer(c_long), value :: globsize, elemsize, shadowwidth
      type(c_ptr), value :: distribution_in, distribution_out
      type(vsda_descriptor), intent(inout) :: vsda
    end subroutine c_VSDA_Create

    subroutine c_VSDA_Create_periodic(comm, globsize, elemsize, shadowwidth, distribution_in, distribution_out, vsda) &
        bind(C, name='stencil_fortran_VSDA_Create_periodic')
      import :: c_int, c_long, c_ptr, vsda_descriptor
      integer(c_int), value :: comm
      integer(c_long), value :: globsize, elemsize, shadowwidth
      type(c_ptr), value :: distribution_in, distribution_out
      type(vsda_descriptor), intent(inout) :: vsda
    end subroutine c_VSDA_Create_periodic

    subroutine c_VSDA_Create_2d(comm, m, n, elemsize, prow, pcol, shadowrows, shadowcols, rowedges, coledges, &
        rowdistribution, coldistribution, vsda) bind(C, name='stencil_fortran_VSDA_Create_2d')
      import :: c_int, c_long, c_ptr, vsda_descriptor
      integer(c_int), value :: comm, rowedges, coledges
      integer(c_long), value :: m, n, elemsize, prow, pcol, shadowrows, shadowcols
      type(c_ptr), value :: rowdistribution, coldistribution
      type(vsda_descriptor), intent(inout) :: vsda
    end subroutine c_VSDA_Create_2d

    subroutine c_VSDA_Create_block_cyclic(comm, m, n, elemsize, mb, nb, rsrc, csrc, prow, pcol, lld, vsda) &
        bind(C, name='stencil_fortran_VSDA_Create_block_cyclic')
      import :: c_int, c_long, vsda_descriptor
      integer(c_int), value :: comm
      integer(c_long), value :: m, n, elemsize, mb, nb, rsrc, csrc, prow, pcol, lld
      type(vsda_descriptor), intent(inout) :: vsda
    end subroutine c_VSDA_Create_block_cyclic

    subroutine c_VSDA_Get_runs(vsda, first, max, starts, finishes, locals, count) bind(C, name='VSDA_Get_runs')
      import :: c_long, c_ptr, vsda_descriptor
      type(vsda_descriptor), intent(in) :: vsda
      integer(c_long), value :: first, max
      type(c_ptr), value :: starts, finishes, locals
      integer(c_long), intent(out) :: count
    end subroutine c_VSDA_Get_runs
  end interface

contains

  ! distribution_in and distribution_out have as many elements as comm has ranks, and may be the same array where both
  ! are targets.
  subroutine VSDA_Create(comm, sdatype, globalshadows, globsize, elemsize, shadowwidth, distribution_in, &
      distribution_out, vsda)
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DEC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DIR$ IGNORE_TKR comm
    integer(c_int), target, intent(in) :: comm
    integer(c_int), intent(in) :: sdatype
    logical, intent(in) :: globalshadows
    integer(c_long), intent(in) :: globsize, elemsize, shadowwidth
    integer(c_long), target, optional :: distribution_in(*), distribution_out(*)
    type(vsda_descriptor), intent(inout) :: vsda
    type(c_ptr) :: given, told
    given = c_null_ptr
    told = c_null_ptr
    if (present(distribution_in)) given = c_loc(distribution_in)
    if (present(distribution_out)) told = c_loc(distribution_out)
    call c_VSDA_Create(communicator_at(c_loc(comm)), sdatype, merge(1_c_int, 0_c_int, globalshadows), globsize, &
      elemsize, shadowwidth, given, told, vsda)
  end subroutine VSDA_Create

  ! As VSDA_Create.
  subroutine VSDA_Create_periodic(comm, globsize, elemsize, shadowwidth, distribution_in, distribution_out, vsda)
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DEC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DIR$ IGNORE_TKR comm
    integer(c_int), target, intent(in) :: comm
    integer(c_long), intent(in) :: globsize, elemsize, shadowwidth
    integer(c_long), target, optional :: distribution_in(*), distribution_out(*)
    type(vsda_descriptor), intent(inout) :: vsda
    type(c_ptr) :: given, told
    given = c_null_ptr
    told = c_null_ptr
    if (present(distribution_in)) given = c_loc(distribution_in)
    if (present(distribution_out)) told = c_loc(distribution_out)
    call c_VSDA_Create_periodic(communicator_at(c_loc(comm)), globsize, elemsize, shadowwidth, given, told, vsda)
  end subroutine VSDA_Create_periodic

  ! rowdistribution has prow elements, coldistribution pcol. A row of the local part is a column of a Fortran array.
  subroutine VSDA_Create_2d(comm, m, n, elemsize, prow, pcol, shadowrows, shadowcols, rowedges, coledges, &
      rowdistribution, coldistribution, vsda)
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DEC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DIR$ IGNORE_TKR comm
    integer(c_int), target, intent(in) :: comm
    integer(c_long), intent(in) :: m, n, elemsize, prow, pcol, shadowrows, shadowcols
    integer(c_int), intent(in) :: rowedges, coledges
    integer(c_long), target, optional :: rowdistribution(*), coldistribution(*)
    type(vsda_descriptor), intent(inout) :: vsda
    type(c_ptr) :: rows, cols
    rows = c_null_ptr
    cols = c_null_ptr
    if (present(rowdistribution)) rows = c_loc(rowdistribution)
    if (present(coldistribution)) cols = c_loc(coldistribution)
    call c_VSDA_Create_2d(communicator_at(c_loc(comm)), m, n, elemsize, prow, pcol, shadowrows, shadowcols, rowedges, &
      coledges, rows, cols, vsda)
  end subroutine VSDA_Create_2d

  subroutine VSDA_Create_block_cyclic(comm, m, n, elemsize, mb, nb, rsrc, csrc, prow, pcol, lld, vsda)
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DEC$ ATTRIBUTES NO_ARG_CHECK :: comm
    !DIR$ IGNORE_TKR comm
    integer(c_int), target, intent(in) :: comm
    integer(c_long), intent(in) :: m, n, elemsize, mb, nb, rsrc, csrc, prow, pcol, lld
    type(vsda_descriptor), intent(inout) :: vsda
    call c_VSDA_Create_block_cyclic(communicator_at(c_loc(comm)), m, n, elemsize, mb, nb, rsrc, csrc, prow, pcol, lld, &
      vsda)
  end subroutine VSDA_Create_block_cyclic

  ! starts, finishes and locals have max elements, and may be absent if max = 0.
  subroutine VSDA_Get_runs(vsda, first, max, starts, finishes, locals, count)
    type(vsda_descriptor), intent(in) :: vsda
    integer(c_long), intent(in) :: first, max
    integer(c_long), target, optional, intent(inout) :: starts(*), finishes(*), locals(*)
    integer(c_long), intent(out) :: count
    type(c_ptr) :: begins, ends, places
    begins = c_null_ptr
    ends = c_null_ptr
    places = c_null_ptr
    if (present(starts)) begins = c_loc(starts)
    if (present(finishes)) ends = c_loc(finishes)
    if (present(locals)) places = c_loc(locals)
    call c_VSDA_Get_runs(vsda, first, max, begins, ends, places, count)
  end subroutine VSDA_Get_runs
end module stencil_cosim_vsda
