! The index functions of block_cyclic.h from Fortran, against their definition: elements dealt one by one.
! SPDX-License-Identifier: Apache-2.0
program index_test
  use, intrinsic :: iso_c_binding, only: i8 => c_int64_t
  use checks
  use mpi
  use stencil_cosim
  implicit none
  integer :: ierror
  integer(i8) :: n, nb, procs, source
  call MPI_Init(ierror)
  do n = 0, 25
    do nb = 1, 6
      do procs = 1, 5
        do source = 0, procs - 1
          call deal()
        end do
      end do
    end do
  end do
  call beyond_32_bits()
  call finish()

contains

  subroutine deal()
    integer(i8) :: held(0:procs - 1), blocks(0:procs - 1), i, p, x, k, fullest
    held = 0
    blocks = -1
    x = nb
    k = -1
    do i = 1, n
      x = x + 1
      if (x > nb) then
        x = 1
        k = k + 1
        blocks(modulo(source + k, procs)) = blocks(modulo(source + k, procs)) + 1
      end if
      p = modulo(source + k, procs)
      held(p) = held(p) + 1
      call check(indxg2p(i, nb, -7_i8, source, procs) == p, 'indxg2p')
      call check(indxg2l(i, nb, -7_i8, -8_i8, procs) == held(p), 'indxg2l')
      call check(indxl2g(held(p), nb, p, source, procs) == i, 'indxl2g')
      call check(indxg2k(i, nb, -7_i8, -8_i8, -9_i8) == k, 'indxg2k')
      call check(indxg2m(i, nb, -7_i8, -8_i8, procs) == blocks(p), 'indxg2m')
      call check(indxg2x(i, nb, -7_i8, -8_i8, -9_i8) == x, 'indxg2x')
    end do
    do p = 0, procs - 1
      call check(numroc(n, nb, p, source, procs) == held(p), 'numroc')
    end do
    fullest = (held(source) + nb - 1)/nb*nb
    call check(numroc_bound(n, nb, procs) == fullest, 'numroc_bound')
    call check(numroc_bound_ceil(n, nb, procs) == fullest, 'numroc_bound_ceil')
  end subroutine deal

  subroutine beyond_32_bits()
    call check(numroc(5000000001_i8, 64_i8, 0_i8, 0_i8, 2_i8) == 2500000001_i8, 'numroc of 64 bits')
    call check(indxl2g(3000000001_i8, 1_i8, 1_i8, 0_i8, 2_i8) == 6000000002_i8, 'indxl2g of 64 bits')
    call check(numroc_bound(5000000001_i8, 64_i8, 2_i8) == 2500000064_i8, 'numroc_bound of 64 bits')
    call check(indxg2m(huge(1_i8), 1_i8, 0_i8, 0_i8, 2_i8) == 4611686018427387903_i8, 'indxg2m of 64 bits')
  end subroutine beyond_32_bits
end program index_test
