! Every procedure that takes a communicator, with that of module mpi_f08 as it is; halos that are periodic or have two
! dimensions, each element against the global array.
! SPDX-License-Identifier: Apache-2.0
!
! The communicator has the ranks in reverse order, so that the use of another one shows.
program f08_test
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_loc, i8 => c_long
  use checks
  use mpi_f08
  use stencil_cosim
  implicit none
  type(MPI_Comm) :: comm
  integer :: me, ranks
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, me)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call MPI_Comm_split(MPI_COMM_WORLD, 0, -me, comm)
  me = ranks - 1 - me
  call rows_in_a_ring()
  call boxes()
  call contexts()
  call MPI_Comm_free(comm)
  call finish()

contains

  subroutine rows_in_a_ring()
    integer(i8), parameter :: width = 2, cols = 3
    real(c_double), allocatable, target :: f(:, :)
    integer, target :: token(4)
    integer(i8) :: told(ranks), start, finish_, i, globsize
    type(vsda_descriptor) :: ring, plain
    globsize = 4*ranks + 1
    call VSDA_Create_periodic(comm, globsize, 8*cols, width, distribution_out=told, vsda=ring)
    call check(told(1) == 5 .and. all(told(2:) == 4), 'an automatic distribution')
    call VSDA_Create(comm, VSDA_BLOCKED, .true., globsize, 8*cols, width, told, vsda=plain)
    call VSDA_Get_extent(ring, start, finish_)
    call check(start == 4*me + min(me, 1), 'the extent of a rank')
    allocate (f(cols, start - width:finish_ - 1 + width), source=-1.0_c_double)
    do i = start, finish_ - 1
      f(:, i) = real(i, c_double)/3
    end do
    call VSDA_Update_begin(ring, token, c_loc(f))
    call VSDA_Update_end(token)
    do i = start - width, finish_ - 1 + width
      call check(all(same_bits(f(:, i), real(modulo(i, globsize), c_double)/3)), 'a row of a periodic array')
    end do
    call VSDA_Update_begin(plain, token, c_loc(f))
    call VSDA_Update_end(token)
    call VSDA_Destroy(ring)
    call VSDA_Destroy(plain)
  end subroutine rows_in_a_ring

  ! Rows periodic, columns with shadows that nothing fills.
  subroutine boxes()
    integer(i8) :: row, col, rows, cols, first_row, first_col, i, j, m, n, dealt(ranks)
    real(c_double), allocatable, target :: f(:, :)
    real(c_double) :: expected
    integer, target :: token(4)
    type(vsda_descriptor) :: array, given
    m = 3*ranks
    n = 5
    dealt = 3
    call VSDA_Create_2d(comm, m, n, 8_i8, 0_i8, 1_i8, 2_i8, 1_i8, VSDA_EDGE_PERIODIC, VSDA_EDGE_SHADOW, vsda=array)
    call VSDA_Create_2d(comm, n, m, 8_i8, 1_i8, int(ranks, i8), 0_i8, 1_i8, VSDA_EDGE_NONE, VSDA_EDGE_NONE, &
      coldistribution=dealt, vsda=given)
    call VSDA_Get_corners(given, 0, row, col, rows, cols)
    call check(row == 0 .and. col == 3*me .and. rows == n .and. cols == 3, 'a box of a given distribution')
    call VSDA_Get_corners(array, 0, row, col, rows, cols)
    call check(row == 3*me .and. col == 0 .and. rows == 3 .and. cols == n, 'the box of a rank')
    call VSDA_Get_corners(array, 1, first_row, first_col, rows, cols)
    call check(first_row == row - 2 .and. first_col == -1 .and. rows == 7 .and. cols == n + 2, 'its local part')
    allocate (f(first_col:first_col + cols - 1, first_row:first_row + rows - 1), source=-1.0_c_double)
    do i = row, row + 2
      f(0:n - 1, i) = [(real(n*i + j, c_double), j=0, n - 1)]
    end do
    call VSDA_Update_begin(array, token, c_loc(f))
    call VSDA_Update_end(token)
    do i = lbound(f, 2), ubound(f, 2)
      do j = lbound(f, 1), ubound(f, 1)
        expected = merge(real(n*modulo(i, m) + j, c_double), -1.0_c_double, j >= 0 .and. j < n)
        call check(same_bits(f(j, i), expected), 'an element of an array in boxes')
      end do
    end do
    call VSDA_Destroy(array)
    call VSDA_Destroy(given)
  end subroutine boxes

  subroutine contexts()
    integer(i8) :: p, grids(4), nprow, npcol, myrow, mycol, reverse(ranks)
    type(vsda_descriptor) :: matrix
    integer :: k
    p = ranks
    reverse = [(int(ranks - 1 - k, i8), k=0, ranks - 1)]
    grids(1) = block_cyclic_context(comm, 1_i8, p)
    grids(2) = block_cyclic_gridinit(comm, 'C', 1_i8, p)
    grids(3) = block_cyclic_gridmap(comm, reverse, 1_i8, 1_i8, p)
    grids(4) = block_cyclic_gridmap(comm, reshape(reverse, [1, ranks]), 1_i8, 1_i8, p)
    do k = 1, 4
      call block_cyclic_gridinfo(grids(k), nprow, npcol, myrow, mycol)
      call check(nprow == 1 .and. npcol == p .and. mycol == merge(p - 1 - me, int(me, i8), k >= 3), 'a process grid')
    end do
    call VSDA_Create_block_cyclic(comm, 4_i8, p, 8_i8, 4_i8, 1_i8, 0_i8, 0_i8, 1_i8, p, 4_i8, matrix)
    call VSDA_Get_runs(matrix, 0_i8, 0_i8, count=nprow)
    call check(nprow == 1, 'the runs of a matrix')
    call VSDA_Destroy(matrix)
  end subroutine contexts
end program f08_test
