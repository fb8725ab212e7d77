! Distributed arrays from Fortran: halo updates, copies and plans, of real, integer and complex elements.
! SPDX-License-Identifier: Apache-2.0
!
! The communicator has the ranks in reverse order, so that the use of another one shows.
program vsda_test
  use, intrinsic :: iso_c_binding, only: c_double, c_double_complex, c_int, c_loc, c_null_ptr, c_size_t, i8 => c_long
  use checks
  use mpi
  use stencil_cosim
  implicit none
  integer :: comm, me, ranks, ierror
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call MPI_Comm_split(MPI_COMM_WORLD, 0, -me, comm, ierror)
  me = ranks - 1 - me
  call halo(.false.)
  call halo(.true.)
  call distributions()
  call copies()
  call matrices()
  call dim2_is_c_order()
  call MPI_Comm_free(comm, ierror)
  call finish()

contains

  ! Rows of 5 doubles, halos (VSDA: shadows) of 3 rows on each side, two updates in flight at once.
  subroutine halo(global_shadows)
    logical, intent(in) :: global_shadows
    integer(i8), parameter :: width = 3, cols = 5
    real(c_double), allocatable, target :: f(:, :)
    complex(c_double_complex), allocatable, target :: g(:)
    integer, target :: token(4), token_g(4)
    type(vsda_descriptor) :: rows, numbers
    integer(i8) :: globsize, start, finish_, above, below, i, shared
    globsize = 7*ranks + 2
    call VSDA_Create(comm, VSDA_BLOCKED, global_shadows, globsize, 8*cols, width, vsda=rows)
    call VSDA_Create(comm, VSDA_BLOCKED, global_shadows, globsize, 16_i8, width, vsda=numbers)
    call VSDA_Get_extent(rows, start, finish_)
    call check(start == 7*me + min(me, 2) .and. finish_ - start == 7 + merge(1, 0, me < 2 .and. ranks > 1) + &
      merge(2, 0, ranks == 1), 'the extent of a rank')
    above = merge(width, 0_i8, me > 0 .or. global_shadows)
    below = merge(width, 0_i8, me < ranks - 1 .or. global_shadows)
    allocate (f(cols, start - above:finish_ - 1 + below), source=-1.0_c_double)
    allocate (g(start - above:finish_ - 1 + below), source=(-1.0_c_double, -2.0_c_double))
    do i = start, finish_ - 1
      f(:, i) = row_of(i)
      g(i) = cmplx(i, -3*i, c_double)
    end do
    call VSDA_Update_begin(rows, token, c_loc(f))
    call VSDA_Update_begin(numbers, token_g, c_loc(g))
    call VSDA_Update_end(token_g)
    call VSDA_Update_end(token)
    do i = lbound(g, 1, i8), ubound(g, 1, i8)
      shared = merge(i, -1_i8, i >= 0 .and. i < globsize)
      call check(all(same_bits(f(:, i), merge(row_of(shared), spread(-1.0_c_double, 1, int(cols)), shared >= 0))), &
        'a row after the update')
      call check(same_bits(real(g(i)), merge(real(i, c_double), -1.0_c_double, shared >= 0)) .and. &
        same_bits(aimag(g(i)), merge(real(-3*i, c_double), -2.0_c_double, shared >= 0)), 'a number after the update')
    end do
    call VSDA_Destroy(rows)
    call check(rows%id == 0, 'a destroyed descriptor')
    call VSDA_Destroy(numbers)
  end subroutine halo

  pure function row_of(i)
    integer(i8), intent(in) :: i
    real(c_double) :: row_of(5)
    integer :: j
    row_of = [(real(10*i + j, c_double)/7, j=1, 5)]
  end function row_of

  ! distribution_in and distribution_out, together and alone.
  subroutine distributions()
    integer(i8) :: given(ranks), told(ranks), start, finish_
    type(vsda_descriptor) :: numbers
    integer :: r
    given = [(int(2 + 3*r, i8), r=0, ranks - 1)]
    told = -1
    call VSDA_Create(comm, VSDA_BLOCKED, .false., sum(given), 8_i8, 1_i8, given, told, numbers)
    call check(all(told == given), 'a given distribution')
    call VSDA_Get_extent(numbers, start, finish_)
    call check(start == sum(given(:me)) .and. finish_ == sum(given(:me + 1)), 'its extent')
    told = -1
    call VSDA_Create(comm, VSDA_BLOCKED, .false., int(4*ranks + 1, i8), 8_i8, 1_i8, distribution_out=told, vsda=numbers)
    call check(told(1) == 5 .and. all(told(2:) == 4), 'an automatic distribution')
  end subroutine distributions

  ! Elements of 4 bytes from one array to other places of another, by VSDA_Copy and by a plan.
  subroutine copies()
    integer(i8) :: given(ranks), count, start, finish_, from, to, i, runs, starts(1), finishes(1), locals(1)
    type(vsda_descriptor) :: even, odd
    type(vsda_copy_plan) :: plan
    integer(c_int), allocatable, target :: source(:), target_(:)
    integer, target :: token(2*ranks)
    integer :: r, turn
    count = 5*ranks
    given = [(merge(count, 0_i8, r == ranks - 1), r=0, ranks - 1)]
    call VSDA_Create(comm, VSDA_BLOCKED, .false., count, 4_i8, 0_i8, vsda=even)
    call VSDA_Create(comm, VSDA_BLOCKED, .false., count, 4_i8, 0_i8, distribution_in=given, vsda=odd)
    call VSDA_Get_extent(even, start, finish_)
    allocate (source(start:finish_ - 1), source=[(int(1000 + i), i=start, finish_ - 1)])
    allocate (target_(given(me + 1)), source=-1)
    call VSDA_Plan_copy(odd, 1_i8, even, 3_i8, count - 3, plan)
    do turn = 1, 2
      target_ = -1
      if (turn == 1) call VSDA_Copy(odd, 1_i8, merge(c_loc(target_), c_null_ptr, me == ranks - 1), even, 3_i8, &
        c_loc(source), count - 3, token)
      if (turn == 2) call VSDA_Copy_begin(plan, merge(c_loc(target_), c_null_ptr, me == ranks - 1), c_loc(source), &
        token)
      call VSDA_Update_end(token)
      do i = 1, size(target_, kind=i8)
        from = i - 1 - 1 + 3
        call check(target_(i) == merge(int(1000 + from), -1, i > 1 .and. from < count), 'a copied integer')
      end do
    end do
    call VSDA_Plan_destroy(plan)
    call check(plan%id == 0, 'a destroyed plan')

    to = -1
    call VSDA_Get_runs(even, 0_i8, 0_i8, count=runs)
    call check(runs == 1, 'a blocked array has one run')
    call VSDA_Get_runs(even, 0_i8, 1_i8, starts, finishes, locals, runs)
    call check(starts(1) == start .and. finishes(1) == finish_ .and. locals(1) == 0 .and. runs == 1, 'that run')
  end subroutine copies

  ! A matrix from one block-cyclic distribution to another, and the runs of both.
  subroutine matrices()
    integer(i8), parameter :: m = 9, n = 8
    type(vsda_descriptor) :: tall, wide, on_grid
    type(vsda_copy_plan) :: plan
    integer, target :: token(2*ranks)
    real(c_double), allocatable, target :: a(:), b(:)
    integer(i8), allocatable :: starts(:), finishes(:), locals(:)
    integer(i8) :: p, lld, k, run, runs, number, i, j
    p = ranks
    lld = max(1_i8, numroc(m, 2_i8, int(me, i8), p - 1, p)) + 1
    call VSDA_Create_block_cyclic(comm, m, n, 8_i8, 2_i8, 3_i8, p - 1, 0_i8, p, 1_i8, lld, tall)
    allocate (a(0:lld*n - 1), source=-1.0_c_double)
    call VSDA_Get_runs(tall, 0_i8, 0_i8, count=runs)
    allocate (starts(runs), finishes(runs), locals(runs))
    call VSDA_Get_runs(tall, 0_i8, size(starts, kind=i8), starts, finishes, locals, runs)
    do run = 1, runs
      do k = 0, finishes(run) - starts(run) - 1
        number = starts(run) + k
        call check(me == indxg2p(modulo(number, m) + 1, 2_i8, 0_i8, p - 1, p), 'the owner of a row')
        a(locals(run) + k) = real(number, c_double)
      end do
    end do
    lld = m + 2
    call VSDA_Create_block_cyclic(comm, m, n, 8_i8, 4_i8, 1_i8, 0_i8, 0_i8, 1_i8, p, lld, wide)
    allocate (b(0:lld*numroc(n, 1_i8, int(me, i8), 0_i8, p) - 1), source=-1.0_c_double)
    call VSDA_Plan_matrix(wide, 1_i8, 0_i8, tall, 2_i8, 3_i8, m - 3, n - 3, plan)
    call VSDA_Copy_begin(plan, c_loc(b), c_loc(a), token)
    call VSDA_Update_end(token)
    do k = 0, size(b, kind=i8)/lld - 1
      j = indxl2g(k + 1, 1_i8, int(me, i8), 0_i8, p) - 1
      do i = 0, m - 1
        if (i >= 1 .and. i < m - 2 .and. j < n - 3) then
          call check(same_bits(b(i + k*lld), real(i + 1 + (j + 3)*m, c_double)), 'an element of the copied matrix')
        else
          call check(same_bits(b(i + k*lld), -1.0_c_double), 'an element beside it')
        end if
      end do
    end do

    ! The same on the process grid of a context: one row, which is the same in either order.
    call VSDA_Create_on_grid(block_cyclic_gridinit(comm, 'C', 1_i8, p), m, n, 8_i8, 4_i8, 1_i8, 0_i8, 0_i8, lld, &
      on_grid)
    call VSDA_Plan_destroy(plan)
    call VSDA_Plan_matrix(on_grid, 1_i8, 0_i8, tall, 2_i8, 3_i8, m - 3, n - 3, plan)
    a = -a
    call VSDA_Copy_begin(plan, c_loc(b), c_loc(a), token)
    call VSDA_Update_end(token)
    do k = 0, size(b, kind=i8)/lld - 1
      j = indxl2g(k + 1, 1_i8, int(me, i8), 0_i8, p) - 1
      do i = 1, m - 3
        if (j < n - 3) call check(same_bits(b(i + k*lld), -real(i + 1 + (j + 3)*m, c_double)), 'an element on a grid')
      end do
    end do
    call VSDA_Destroy(tall)
    call VSDA_Destroy(wide)
    call VSDA_Destroy(on_grid)
    call VSDA_Plan_destroy(plan)
  end subroutine matrices

  subroutine dim2_is_c_order()
    real(c_double), target :: memory(0:13)
    real(c_double), pointer :: f(:, :)
    integer :: i, j
    memory = [(real(i, c_double), i=0, 13)]
    f => dim2(memory, 4)
    call check(all(lbound(f) == 0) .and. all(ubound(f) == [3, 2]), 'the bounds of dim2')
    do i = 0, 2
      do j = 0, 3
        call check(same_bits(f(j, i), real(4*i + j, c_double)), 'an element of dim2')
      end do
    end do
    f(1, 2) = 77
    call check(same_bits(memory(9), 77.0_c_double), 'dim2 is the memory itself')
  end subroutine dim2_is_c_order
end program vsda_test
