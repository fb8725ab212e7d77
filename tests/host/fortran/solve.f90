! Reads A and B, solves A*X = B with ScaLAPACK and writes X: solve A.txt B.txt X.txt NB, on any number of ranks.
! SPDX-License-Identifier: Apache-2.0
!
! The files are PDLAREAD's. Blocks are NB x NB, the process grid is as square as the ranks allow, and ranks outside it
! help with the files. ScaLAPACK has 32-bit integers and a context of its own; otherwise it takes our descriptors.
program solve
  use, intrinsic :: iso_c_binding, only: c_double, i8 => c_int64_t
  use, intrinsic :: iso_fortran_env, only: error_unit
  use mpi
  use stencil_cosim
  implicit none
  interface
    subroutine blacs_get(ictxt, what, val)
      integer, intent(in) :: ictxt, what
      integer, intent(out) :: val
    end subroutine blacs_get
    subroutine blacs_gridinit(ictxt, order, nprow, npcol)
      integer, intent(inout) :: ictxt
      character, intent(in) :: order
      integer, intent(in) :: nprow, npcol
    end subroutine blacs_gridinit
    subroutine blacs_gridexit(ictxt)
      integer, intent(in) :: ictxt
    end subroutine blacs_gridexit
    subroutine pdgesv(n, nrhs, a, ia, ja, desca, ipiv, b, ib, jb, descb, info)
      import :: c_double
      integer, intent(in) :: n, nrhs, ia, ja, ib, jb, desca(*), descb(*)
      real(c_double), intent(inout) :: a(*), b(*)
      integer, intent(out) :: ipiv(*), info
    end subroutine pdgesv
  end interface
  character(len=1000) :: a_file, b_file, x_file, word
  integer :: ranks, rank, blacs, info, ierror
  integer(i8) :: n, nrhs, nb, nprow, npcol, myrow, mycol, context, desca(DLEN_), descb(DLEN_), shape_of_b(2)
  real(c_double), allocatable :: a(:, :), b(:, :)
  integer, allocatable :: pivots(:)

  call MPI_Init(ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call get_command_argument(1, a_file)
  call get_command_argument(2, b_file)
  call get_command_argument(3, x_file)
  call get_command_argument(4, word)
  read (word, *) nb
  shape_of_b = shape_in(b_file)
  n = shape_of_b(1)
  nrhs = shape_of_b(2)
  if (any(shape_in(a_file) /= n)) call stop_all('A must have as many rows and columns as B has rows')

  npcol = int(sqrt(real(ranks)))
  nprow = ranks/npcol
  context = block_cyclic_context(MPI_COMM_WORLD, nprow, npcol)
  call block_cyclic_gridinfo(context, nprow, npcol, myrow, mycol)
  call make(n, a, desca)
  call make(nrhs, b, descb)
  call pdlaread(a_file, a, desca, 0_i8, 0_i8)
  call pdlaread(b_file, b, descb, 0_i8, 0_i8)

  call blacs_get(-1, 0, blacs)
  call blacs_gridinit(blacs, 'R', int(nprow), int(npcol))
  if (myrow >= 0) then
    allocate (pivots(size(a, 1) + nb))
    call pdgesv(int(n), int(nrhs), a, 1, 1, for_scalapack(desca), pivots, b, 1, 1, for_scalapack(descb), info)
    if (info /= 0) call stop_all('pdgesv: A is singular')
    call blacs_gridexit(blacs)
  end if
  call pdlawrite(x_file, n, nrhs, b, 1_i8, 1_i8, descb, 0_i8, 0_i8)
  if (rank == 0) print '(2(a, i0), 2(a, i0))', 'solved for ', n, ' x ', nrhs, ' on ', nprow, ' x ', npcol
  call block_cyclic_context_free(context)
  call MPI_Finalize(ierror)

contains

  ! The first two numbers of a file.
  function shape_in(name) result(both)
    character(len=*), intent(in) :: name
    integer(i8) :: both(2)
    integer :: unit, status
    status = 0
    if (rank == 0) then
      open (newunit=unit, file=name, status='old', action='read', iostat=status)
      if (status == 0) read (unit, *, iostat=status) both
      if (status == 0) close (unit)
    end if
    if (status /= 0) call stop_all(trim(name) // ': no matrix')
    call MPI_Bcast(both, 2, MPI_INTEGER8, 0, MPI_COMM_WORLD, ierror)
  end function shape_in

  ! This rank's part of an n x cols matrix.
  subroutine make(cols, local, desc)
    integer(i8), intent(in) :: cols
    real(c_double), allocatable, intent(out) :: local(:, :)
    integer(i8), intent(out) :: desc(DLEN_)
    integer(i8) :: locr, locc
    locr = 0
    locc = 0
    if (myrow >= 0) locr = numroc(n, nb, myrow, 0_i8, nprow)
    if (myrow >= 0) locc = numroc(cols, nb, mycol, 0_i8, npcol)
    allocate (local(max(1_i8, locr), locc))
    call descinit(desc, n, cols, nb, nb, 0_i8, 0_i8, context, size(local, 1, i8))
  end subroutine make

  function for_scalapack(desc) result(its)
    integer(i8), intent(in) :: desc(DLEN_)
    integer :: its(DLEN_)
    its = int(desc)
    its(CTXT_) = blacs
  end function for_scalapack

  subroutine stop_all(text)
    character(len=*), intent(in) :: text
    write (error_unit, '(2a)') 'solve: ', text
    call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
  end subroutine stop_all
end program solve
