! A user's program: rows dealt by VSDA, swept in the accelerator.
! SPDX-License-Identifier: Apache-2.0
program consumer
  use, intrinsic :: iso_c_binding, only: c_double, c_loc, c_long
  use mpi
  use stencil_cosim
  implicit none
  integer, parameter :: cols = 6
  type(vsda_descriptor) :: rows
  integer(c_long) :: start, finish
  integer :: rank, ranks, ierror, i, j, right
  integer, target :: token(4)
  real(c_double), allocatable, target :: f(:, :)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, .true., 5_c_long*ranks, 8_c_long*cols, 1_c_long, vsda=rows)
  call VSDA_Get_extent(rows, start, finish)
  ! A constant field stays constant if the weights add up to one and the right-hand side is 0.
  allocate (f(cols, start - 1:finish), source=3.0_c_double)
  f(:, start - 1) = merge(-1.0_c_double, 3.0_c_double, rank > 0)
  f(:, finish) = merge(-1.0_c_double, 3.0_c_double, rank < ranks - 1)
  call VSDA_Update_begin(rows, token, c_loc(f))
  call VSDA_Update_end(token)
  call f_to_accel(0, f, size(f))
  call r_to_accel(0, 0*f, size(f))
  call itstep_accel(7, cols, 0.25_c_double, 0.25_c_double, 1.0_c_double, 3)
  call f_from_accel(0, f, size(f))
  right = 0
  do i = lbound(f, 2), ubound(f, 2) - 1
    do j = 1, cols
      if (f(j, i) >= 3 .and. f(j, i) <= 3) right = right + 1
    end do
  end do
  if (rank == 0) print '(5(a, i0), a)', 'rank ', rank, ' of ', ranks, ' holds rows ', start, ' .. ', finish, ', ', &
    right, ' values are right'
  call VSDA_Destroy(rows)
  call MPI_Finalize(ierror)
end program consumer
