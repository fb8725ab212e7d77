! Block-cyclic matrices from Fortran: process grids, descriptors, elements, files written on one grid and read on
! another.
! SPDX-License-Identifier: Apache-2.0
!
! Argument: the beginning of the names of its files. The communicator has the ranks in reverse order, so that the use of
! another one shows.
program matrix_test
  use, intrinsic :: iso_c_binding, only: c_double, i8 => c_int64_t
  use checks
  use mpi
  use stencil_cosim
  implicit none
  integer(i8), parameter :: rows = 11, cols = 7
  character(len=400) :: prefix
  integer :: comm, rank, ranks, ierror
  call MPI_Init(ierror)
  call get_command_argument(1, prefix)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, comm, ierror)
  rank = ranks - 1 - rank
  call check(DLEN_ == 9 .and. LLD_ == 9 .and. DTYPE_ == 1, 'fields count from 1')
  call elements(1_i8, int(ranks, i8), 2_i8, 3_i8, 0_i8, 0_i8)
  call elements(int(ranks, i8), 1_i8, 3_i8, 2_i8, int(ranks - 1, i8), 0_i8)
  if (ranks >= 3) call elements(1_i8, 2_i8, 4_i8, 1_i8, 0_i8, 1_i8)
  call files()
  call grids()
  call MPI_Comm_free(comm, ierror)
  call finish()

contains

  pure real(c_double) function value_at(i, j)
    integer(i8), intent(in) :: i, j
    value_at = real(100*i + j, c_double)/3
  end function value_at

  ! A rows x cols matrix in blocks of mb x nb on a process grid of nprow x npcol; lld is three more than necessary.
  subroutine make(nprow, npcol, mb, nb, rsrc, csrc, context, desc, a)
    integer(i8), intent(in) :: nprow, npcol, mb, nb, rsrc, csrc
    integer(i8), intent(out) :: context, desc(DLEN_)
    real(c_double), allocatable, intent(out) :: a(:, :)
    integer(i8) :: p, q, myrow, mycol, locr, locc, info
    context = block_cyclic_context(comm, nprow, npcol)
    call block_cyclic_gridinfo(context, p, q, myrow, mycol)
    call check(p == nprow .and. q == npcol, 'shape of the grid')
    locr = 0
    locc = 0
    if (rank < nprow*npcol) then
      call check(myrow == rank/npcol .and. mycol == modulo(int(rank, i8), npcol), 'place in the grid')
      locr = numroc(rows, mb, myrow, rsrc, nprow)
      locc = numroc(cols, nb, mycol, csrc, npcol)
    else
      call check(myrow == -1 .and. mycol == -1, 'no place in the grid')
    end if
    info = 77
    call descinit(desc, rows, cols, mb, nb, rsrc, csrc, context, locr + 3, info)
    call check(info == 0, 'info')
    call check(all(desc == [BLOCK_CYCLIC_2D, context, rows, cols, mb, nb, rsrc, csrc, locr + 3]), 'the descriptor')
    call check(desc(MB_) == mb .and. desc(NB_) == nb .and. desc(M_) == rows .and. desc(CTXT_) == context, 'its fields')
    allocate (a(locr + 3, locc), source=-1.0_c_double)
  end subroutine make

  subroutine elements(nprow, npcol, mb, nb, rsrc, csrc)
    integer(i8), intent(in) :: nprow, npcol, mb, nb, rsrc, csrc
    integer(i8) :: context, desc(DLEN_), i, j, p, q, myrow, mycol
    real(c_double), allocatable :: a(:, :)
    real(c_double) :: alpha
    call make(nprow, npcol, mb, nb, rsrc, csrc, context, desc, a)
    do j = 1, cols
      do i = 1, rows
        call pdelset(a, i, j, desc, value_at(i, j))
      end do
    end do
    call block_cyclic_gridinfo(context, p, q, myrow, mycol)
    do j = 1, size(a, 2)
      do i = 1, size(a, 1) - 3
        call check(same_bits(a(i, j), value_at(indxl2g(i, mb, myrow, rsrc, p), indxl2g(j, nb, mycol, csrc, q))), &
          'what pdelset has stored')
      end do
      call check(all(same_bits(a(size(a, 1) - 2:, j), -1.0_c_double)), 'nothing after the local rows')
    end do
    do j = 1, cols
      do i = 1, rows
        alpha = -5
        call pdelget('All', ' ', alpha, a, i, j, desc)
        call check(same_bits(alpha, merge(value_at(i, j), -5.0_c_double, myrow >= 0)), 'pdelget, all')
        if (myrow < 0) cycle
        alpha = -5
        call pdelget(' ', '', alpha, a, i, j, desc)
        call check(same_bits(alpha, merge(value_at(i, j), -5.0_c_double, myrow == indxg2p(i, mb, 0_i8, rsrc, p) .and. &
          mycol == indxg2p(j, nb, 0_i8, csrc, q))), 'pdelget, the owner')
      end do
    end do
    call block_cyclic_context_free(context)
  end subroutine elements

  ! Names with trailing blanks; files written on one row of processes and read on one column.
  subroutine files()
    integer(i8) :: context, desc(DLEN_), context2, desc2(DLEN_), i, j, last
    real(c_double), allocatable :: a(:, :), b(:, :)
    real(c_double) :: work(1)
    character(len=500) :: text, npy
    last = ranks - 1
    text = trim(prefix) // '.txt'
    npy = trim(prefix) // '.npy'
    call make(1_i8, int(ranks, i8), 2_i8, 2_i8, 0_i8, 0_i8, context, desc, a)
    do j = 1, cols
      do i = 1, rows
        call pdelset(a, i, j, desc, value_at(i, j))
      end do
    end do
    call pdlawrite(text, rows, cols, a, 1_i8, 1_i8, desc, 0_i8, last)
    call pd_npy_write(npy, rows, cols, a, 1_i8, 1_i8, desc)
    call check_text(trim(prefix) // '.txt')

    call make(int(ranks, i8), 1_i8, 3_i8, 4_i8, last, 0_i8, context2, desc2, b)
    call pdlaread(text, b, desc2, last, 0_i8)
    call check_all(b, desc2, 0_i8)
    b = -1
    call pd_npy_read(npy, b, desc2)
    call check_all(b, desc2, 0_i8)

    ! A part of it, of other size and place, with the unused argument.
    call pdlawrite(text, rows - 4, cols - 2, a, 3_i8, 2_i8, desc, 0_i8, 0_i8, work)
    b = -1
    call pdlaread(text, b, desc2, 0_i8, 0_i8, work)
    call check_all(b, desc2, 4_i8)
    call block_cyclic_context_free(context)
    call block_cyclic_context_free(context2)
  end subroutine files

  ! From a process grid in column order to a mapped one, of the ranks from the last down to the second.
  subroutine grids()
    integer(i8) :: from, to, desca(DLEN_), descb(DLEN_), p, q, myrow, mycol, nprow, i, j, n
    real(c_double), allocatable :: a(:, :), b(:, :)
    real(c_double) :: alpha
    nprow = merge(2, 1, modulo(ranks, 2) == 0)
    from = block_cyclic_gridinit(comm, 'Column', nprow, ranks/nprow)
    call block_cyclic_gridinfo(from, p, q, myrow, mycol)
    call check(p == nprow .and. q == ranks/nprow .and. myrow + mycol*nprow == rank, 'a grid in column order')
    n = numroc(cols, 2_i8, mycol, 0_i8, q)
    allocate (a(numroc(rows, 3_i8, myrow, 0_i8, p), n), source=-1.0_c_double)
    call descinit(desca, rows, cols, 3_i8, 2_i8, 0_i8, 0_i8, from, max(1_i8, size(a, 1, i8)))
    do j = 1, cols
      do i = 1, rows
        call pdelset(a, i, j, desca, value_at(i, j))
      end do
    end do

    n = max(1, ranks - 1)
    to = mapped(n)
    call block_cyclic_gridinfo(to, p, q, myrow, mycol)
    call check(p == 1 .and. q == n .and. mycol == merge(ranks - 1 - rank, -1, ranks - 1 - rank < n), 'a grid by a map')
    n = 0
    if (myrow == 0) n = numroc(cols, 1_i8, mycol, 0_i8, q)
    allocate (b(rows + 1, n), source=-1.0_c_double)
    call descinit(descb, rows, cols, 4_i8, 1_i8, 0_i8, 0_i8, to, rows + 1)
    if (myrow < 0) descb(CTXT_) = -1
    call pdgemr2d(rows - 2, cols - 1, a, 2_i8, 1_i8, desca, b, 3_i8, 2_i8, descb, from)
    do j = 1, size(b, 2, i8)
      do i = 1, rows
        alpha = -1
        if (i >= 3 .and. indxl2g(j, 1_i8, mycol, 0_i8, q) >= 2) then
          alpha = value_at(i - 1, indxl2g(j, 1_i8, mycol, 0_i8, q) - 1)
        end if
        call check(same_bits(b(i, j), alpha), 'an element after pdgemr2d')
      end do
    end do
    call block_cyclic_context_free(from)
    call block_cyclic_context_free(to)
  end subroutine grids

  ! A process grid of one row of n, beginning with the last rank; every second element of the map counts.
  function mapped(n) result(context)
    integer(i8), intent(in) :: n
    integer(i8) :: context, map(2, n), k
    map = -77
    map(1, :) = [(ranks - 1 - k, k=0, n - 1)]
    context = block_cyclic_gridmap(comm, map, 2_i8, 1_i8, n)
  end function mapped

  ! Reads the text with Fortran's own READ.
  subroutine check_text(name)
    character(len=*), intent(in) :: name
    integer :: unit, status
    integer(i8) :: m, n
    real(c_double) :: read_back(rows, cols)
    integer(i8) :: i, j
    call MPI_Barrier(comm, ierror)
    open (newunit=unit, file=name, status='old', action='read', iostat=status)
    call check(status == 0, 'the file has the name without blanks')
    if (status /= 0) return
    read (unit, *) m, n
    call check(m == rows .and. n == cols, 'the header of the text')
    read (unit, *) read_back
    close (unit)
    do j = 1, cols
      do i = 1, rows
        call check(same_bits(read_back(i, j), value_at(i, j)), 'the text')
      end do
    end do
    call MPI_Barrier(comm, ierror)
  end subroutine check_text

  ! less > 0: expects A(3:rows-less+2, 2:cols-less/2+1) from (1, 1) on.
  subroutine check_all(b, desc, less)
    real(c_double), intent(in) :: b(:, :)
    integer(i8), intent(in) :: desc(DLEN_), less
    integer(i8) :: i, j, si, sj
    real(c_double) :: alpha
    si = merge(2, 0, less > 0)
    sj = merge(1, 0, less > 0)
    do j = 1, cols
      do i = 1, rows
        alpha = 0
        call pdelget('A', ' ', alpha, b, i, j, desc)
        if (i <= rows - less .and. j <= cols - less/2) then
          call check(same_bits(alpha, value_at(i + si, j + sj)), 'an element from the file')
        else
          call check(same_bits(alpha, -1.0_c_double), 'an element beyond the file')
        end if
      end do
    end do
  end subroutine check_all
end program matrix_test
