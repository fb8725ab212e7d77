! Laplace's equation with one hot edge: sweeps in the accelerator until a step changes no value by more than a bound.
! SPDX-License-Identifier: Apache-2.0
!
! The rows of C are columns here: f(:, i) is row i of the field. Rows are dealt to the ranks by VSDA, each rank's local
! part fits the accelerator, and every `interval` sweeps the ranks exchange halo rows (VSDA: shadow edges).
program solve
  use, intrinsic :: iso_c_binding, only: c_double, c_loc, c_long
  use mpi
  use stencil_cosim
  implicit none
  integer, parameter :: cols = 40, interval = 8, most_steps = 200
  integer(c_long), parameter :: rows = 60
  real(c_double), parameter :: bound = 1.0e-3_c_double
  type(vsda_descriptor) :: dealt
  integer(c_long) :: start, finish, first, last
  integer :: rank, ranks, step, ierror
  integer, target :: token(4)
  real(c_double), allocatable, target :: f(:, :)
  real(c_double), allocatable :: before(:, :), r(:, :)
  real(c_double) :: change, largest

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, .false., rows, 8_c_long*cols, int(interval, c_long), vsda=dealt)
  call VSDA_Get_extent(dealt, start, finish)  ! rows start .. finish - 1 are this rank's
  first = merge(start - interval, start, rank > 0)
  last = merge(finish + interval, finish, rank < ranks - 1) - 1
  allocate (f(cols, first:last), r(cols, first:last), source=0.0_c_double)
  if (rank == 0) f(:, 0) = 1
  call r_to_accel(0, r, size(r))

  do step = 1, most_steps
    call VSDA_Update_begin(dealt, token, c_loc(f))
    call VSDA_Update_end(token)
    before = f(:, start:finish - 1)
    call f_to_accel(0, f, size(f))
    call itstep_accel(size(f, 2), cols, 1.0_c_double, 1.0_c_double, 0.25_c_double, interval)
    call f_from_accel(0, f, size(f))
    change = maxval(abs(f(:, start:finish - 1) - before))
    call MPI_Allreduce(change, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierror)
    if (largest <= bound) exit
  end do

  if (rank == 0) print '(a, i0, a, es9.3, a, es23.16)', 'after ', step*interval, ' sweeps a step changes ', largest, &
    ' at most; row 1, middle: ', f(cols/2, 1)
  call MPI_Finalize(ierror)
end program solve
