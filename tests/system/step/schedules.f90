! The problem of examples/schedules in Fortran: columns in place of C's rows.
! SPDX-License-Identifier: Apache-2.0
!
! Arguments: strips|joined|joined-strips|resident ROWS COLS ITERATIONS SWEEPS HEIGHT.
program schedules
  use, intrinsic :: iso_c_binding, only: c_double, c_loc, c_long
  use mpi
  use stencil_cosim
  implicit none
  type :: strip
    real(c_double), pointer :: f(:, :) => null(), r(:, :) => null()
  end type strip
  real(c_double), parameter :: weights(3) = [1.0_c_double, 1.0_c_double, 0.25_c_double]
  type(strip), allocatable :: strips(:)
  type(stencil_part), allocatable :: parts(:)
  integer(c_long) :: rows, cols, iterations, sweeps, height, made, k, count, row
  integer :: rank, ranks, ierror
  character(len=20) :: how
  real(c_double) :: middle, total

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call get_command_argument(1, how)
  rows = argument(2)
  cols = argument(3)
  iterations = argument(4)
  sweeps = argument(5)
  height = argument(6)
  if (how /= 'strips' .and. how /= 'joined-strips') height = rows/ranks
  count = ((rows - 1)/height - rank)/ranks + 1
  allocate (strips(0:count - 1), parts(0:count - 1))
  do k = 0, count - 1
    call make(strips(k), parts(k), (k*ranks + rank)*height)
  end do
  if (how == 'joined') then
    call stencil_steps_begin(parts(0), 'jacobi', weights, sweeps, iterations)
    call stencil_step_wait()
  else
    do made = 0, iterations - 1, sweeps
      if (made > 0 .and. how /= 'resident') call exchange()
      if (how == 'joined-strips') then
        call stencil_joined_begin(parts, count, 'jacobi', weights, sweeps, iterations - made)
      else if (how == 'strips') then
        call stencil_strips_begin(parts, count, 'jacobi', weights, min(sweeps, iterations - made))
      else
        call stencil_resident_begin(parts(0), 'jacobi', weights, min(sweeps, iterations - made), &
          (iterations - made + sweeps - 1)/sweeps)
        call stencil_edge_wait()
        if (made + sweeps < iterations) call shift(.true.)
      end if
      call stencil_step_wait()
      if (how == 'resident' .and. made + sweeps < iterations) call shift(.false.)
    end do
  end if
  middle = 0
  do k = 0, count - 1
    row = rows/2 - parts(k)%global_row
    if (0 <= row .and. row < parts(k)%owned) middle = strips(k)%f(4, parts(k)%first_owned + row + 1)
  end do
  call MPI_Reduce(middle, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierror)
  if (rank == 0) print '(i0, a, i0, a, i0, a, es23.16)', rows, ' x ', cols, ' points, ', iterations, ' sweeps: ', total
  call MPI_Finalize(ierror)

contains

  subroutine make(one, part, first)
    type(strip), intent(inout) :: one
    type(stencil_part), intent(out) :: part
    integer(c_long), intent(in) :: first
    part%owned = min(height, rows - first)
    part%first_owned = merge(sweeps, 0_c_long, first > 0)
    part%rows = part%first_owned + part%owned + merge(sweeps, 0_c_long, first + part%owned < rows)
    part%cols = cols
    part%global_row = first
    allocate (one%f(cols, part%rows), source=0.0_c_double)
    allocate (one%r(cols, part%rows), source=-1.0_c_double)
    part%f = c_loc(one%f)
    part%r = c_loc(one%r)
  end subroutine make

  ! As in C: a tag is twice the number of the strip above the cut, and 1 more upwards.
  subroutine exchange()
    integer :: requests(4*count), posted, words, before, after, number
    integer(c_long) :: first, last
    posted = 0
    words = int(sweeps*cols)
    before = mod(rank + ranks - 1, ranks)
    after = mod(rank + 1, ranks)
    do k = 0, count - 1
      first = parts(k)%first_owned
      last = first + parts(k)%owned
      number = int(k)*ranks + rank
      if (first > 0) then
        call MPI_Irecv(strips(k)%f(1, 1), words, MPI_DOUBLE_PRECISION, before, 2*(number - 1), MPI_COMM_WORLD, &
          requests(posted + 1), ierror)
        call MPI_Isend(strips(k)%f(1, first + 1), words, MPI_DOUBLE_PRECISION, before, 2*(number - 1) + 1, &
          MPI_COMM_WORLD, requests(posted + 2), ierror)
        posted = posted + 2
      end if
      if (last < parts(k)%rows) then
        call MPI_Irecv(strips(k)%f(1, last + 1), words, MPI_DOUBLE_PRECISION, after, 2*number + 1, MPI_COMM_WORLD, &
          requests(posted + 1), ierror)
        call MPI_Isend(strips(k)%f(1, last - sweeps + 1), words, MPI_DOUBLE_PRECISION, after, 2*number, &
          MPI_COMM_WORLD, requests(posted + 2), ierror)
        posted = posted + 2
      end if
    end do
    call MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE, ierror)
  end subroutine exchange

  ! Of the one strip of a rank: rows travel to the rank before it, or after it, which has them as halo rows.
  subroutine shift(up)
    logical, intent(in) :: up
    integer :: to, from
    integer(c_long) :: own, halo
    to = merge(rank - 1, rank + 1, up)
    from = merge(rank + 1, rank - 1, up)
    if (to < 0 .or. to >= ranks) to = MPI_PROC_NULL
    if (from < 0 .or. from >= ranks) from = MPI_PROC_NULL
    own = parts(0)%first_owned + merge(0_c_long, parts(0)%owned - sweeps, up) + 1
    halo = merge(parts(0)%first_owned + parts(0)%owned, 0_c_long, up) + 1
    if (to == MPI_PROC_NULL) own = 1
    if (from == MPI_PROC_NULL) halo = 1
    call MPI_Sendrecv(strips(0)%f(1, own), int(sweeps*cols), MPI_DOUBLE_PRECISION, to, 0, strips(0)%f(1, halo), &
      int(sweeps*cols), MPI_DOUBLE_PRECISION, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  end subroutine shift

  function argument(position) result(number)
    integer, intent(in) :: position
    integer(c_long) :: number
    character(len=20) :: text
    call get_command_argument(position, text)
    read (text, *) number
  end function argument
end program schedules
