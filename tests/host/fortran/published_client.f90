! The published scheme in Fortran: blocks of PORTION rows in the accelerator, rows of the neighbours by VSDA.
! SPDX-License-Identifier: Apache-2.0
!
! Arguments: ROWS COLS STW STEPS. Any number of ranks; surplus ones get no rows. A row is a column in Fortran.
! Ends with 0 if every value equals that of plain sweeps over the whole domain.
program published_client
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_loc, c_long
  use checks
  use mpi
  use stencil_cosim
  implicit none
  integer, parameter :: portion = 15
  real(c_double), parameter :: rdx2 = 2.5_c_double, rdy2 = 0.75_c_double, beta = 0.15_c_double
  integer :: rows, cols, stw, steps, me, ranks, working, comm, step, ierror
  integer(c_long) :: first, last
  real(c_double), allocatable, target :: f(:, :)
  real(c_double), allocatable :: r(:, :)
  type(vsda_descriptor) :: domain
  integer, target :: token(4)

  call MPI_Init(ierror)
  rows = argument(1, 101)
  cols = argument(2, 37)
  stw = argument(3, 5)
  steps = argument(4, 3)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  ! The largest number of ranks that leaves each enough rows for its neighbours' overlaps.
  working = max(1, min(ranks, rows/(2*stw + 1)))
  call MPI_Comm_split(MPI_COMM_WORLD, merge(0, 1, me < working), me, comm, ierror)
  if (me < working) then
    call make_rows()
    if (itstep_test(me, ranks, size(f, 2), cols, stw) /= 0) call MPI_Abort(MPI_COMM_WORLD, 4, ierror)
    do step = 1, steps
      call VSDA_Update_begin(domain, token, c_loc(f))
      call VSDA_Update_end(token)
      call itstep(size(f, 2), cols, f, r, stw)
    end do
    call compare()
  else
    call check(itstep_test(me, ranks, 0, cols, 0) == 0, 'a rank without rows')
  end if
  call finish()

contains

  integer function argument(number, otherwise)
    integer, intent(in) :: number, otherwise
    character(len=20) :: text
    argument = otherwise
    call get_command_argument(number, text)
    if (text /= '') read (text, *) argument
  end function argument

  pure real(c_double) function start_value(row, col)
    integer(c_long), intent(in) :: row, col
    start_value = real(modulo(row*41 + col*89, 251_c_long), c_double)/32 - 2
  end function start_value

  pure real(c_double) function right_side(row, col)
    integer(c_long), intent(in) :: row, col
    right_side = real(modulo(row*17 + col*29, 101_c_long), c_double)/16
  end function right_side

  ! Rows and columns count from 0, and f includes the halo rows (VSDA: shadow edges). The first update fills them.
  subroutine make_rows()
    integer(c_long) :: above, below, i, j
    call VSDA_Create(comm, VSDA_BLOCKED, .false., int(rows, c_long), 8_c_long*cols, int(stw, c_long), vsda=domain)
    call VSDA_Get_extent(domain, first, last)
    above = merge(stw, 0, me > 0)
    below = merge(stw, 0, me < working - 1)
    allocate (f(0:cols - 1, first - above:last - 1 + below), r(0:cols - 1, first - above:last - 1 + below))
    f = -99
    do i = lbound(r, 2), ubound(r, 2)
      do j = 0, cols - 1
        if (i >= first .and. i < last) f(j, i) = start_value(i, j)
        r(j, i) = right_side(i, j)
      end do
    end do
  end subroutine make_rows

  integer function itstep_test(my_number, n_of_nodes, mx, my, stw)
    integer, intent(in) :: my_number, n_of_nodes, mx, my, stw
    itstep_test = itstep_accel_test(my_number, n_of_nodes, mx, my, stw)
    if (itstep_test == 0) itstep_test = itstep_accel_test_portion(my_number, n_of_nodes, mx, my, stw, portion)
  end function itstep_test

  ! next: the first row of the next block. `ahead` old rows before it already lie at the top of the accelerator's
  ! memory.
  subroutine itstep(mx, my, f, r, niter)
    integer, intent(in) :: mx, my, niter
    real(c_double), intent(inout) :: f(my, mx)
    real(c_double), intent(in) :: r(my, mx)
    integer :: next, left, ahead, keep, after
    next = 1
    left = mx
    ahead = 0
    do while (left > 0)
      keep = left
      after = 0
      if (left > portion) then
        keep = portion
        after = niter
        ! The last block must keep at least niter rows.
        if (left - keep < niter) keep = left - niter
      end if
      call r_to_accel(0, r(1, next - ahead), (ahead + keep + after)*my)
      call f_to_accel(ahead*my, f(1, next), (keep + after)*my)
      call itstep_accel(ahead + keep + after, my, rdx2, rdy2, beta, niter)
      if (after == 0) then
        call f_from_accel(ahead*my, f(1, next), keep*my)
      else if (ahead > 0) then
        call f_to_accel(0, f(1, next + keep - niter), niter*my)
        call f_from_accel(ahead*my, f(1, next), keep*my)
      else
        ! The top of the memory still holds new rows: stores them first.
        call f_from_accel(0, f(1, next), niter*my)
        call f_to_accel(0, f(1, next + keep - niter), niter*my)
        call f_from_accel(niter*my, f(1, next + niter), (keep - niter)*my)
      end if
      next = next + keep
      left = left - keep
      ahead = niter
    end do
  end subroutine itstep

  ! Plain sweeps over the whole domain, on every rank.
  subroutine compare()
    real(c_double) :: expected(0:cols - 1, 0:rows - 1), old(0:cols - 1, 0:rows - 1)
    integer(c_long) :: i, j
    integer :: sweep
    do i = 0, rows - 1
      do j = 0, cols - 1
        expected(j, i) = start_value(i, j)
      end do
    end do
    do sweep = 1, steps*stw
      old = expected
      do i = 1, rows - 2
        do j = 1, cols - 2
          expected(j, i) = ((old(j, i - 1) + old(j, i + 1))*rdx2 + (old(j - 1, i) + old(j + 1, i))*rdy2 - &
            right_side(i, j))*beta
        end do
      end do
    end do
    do i = first, last - 1
      do j = 0, cols - 1
        call check(same_bits(f(j, i), expected(j, i)), 'a value after all sweeps')
      end do
    end do
  end subroutine compare
end program published_client
