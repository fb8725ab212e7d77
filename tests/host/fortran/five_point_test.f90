! The general five-point operator from Fortran, compared with plain loops, bit for bit.
! SPDX-License-Identifier: Apache-2.0
program five_point_test
  use, intrinsic :: iso_c_binding, only: c_double
  use checks
  use mpi
  use stencil_cosim
  implicit none
  integer, parameter :: rows = 19, cols = 12, sweeps = 5
  ! The weights of north, south, west, east and centre, and beta. North is the column before.
  real(c_double), parameter :: c(6) = [0.5_c_double, -0.375_c_double, 1/3.0_c_double, 0.25_c_double, &
    -0.125_c_double, 0.7_c_double]
  real(c_double) :: f(cols, rows), r(cols, rows), old(cols, rows), expected(cols, rows)
  real(c_double), volatile :: product(5), total
  integer :: i, j, k, ierror

  call MPI_Init(ierror)
  do i = 1, rows
    do j = 1, cols
      f(j, i) = modulo(7*i + 3*j, 11)/4.0_c_double - 1
      r(j, i) = modulo(i + j, 5)/8.0_c_double
    end do
  end do
  expected = f
  do k = 1, sweeps
    old = expected
    do i = 2, rows - 1
      do j = 2, cols - 1
        product = [c(1)*old(j, i - 1), c(2)*old(j, i + 1), c(3)*old(j - 1, i), c(4)*old(j + 1, i), c(5)*old(j, i)]
        total = product(1) + product(2)
        total = total + (product(3) + product(4))
        total = total + product(5)
        total = total - r(j, i)
        expected(j, i) = total*c(6)
      end do
    end do
  end do
  call f_to_accel(0, f, size(f))
  call r_to_accel(0, r, size(r))
  call itstep_accel_five_point(rows, cols, c, sweeps)
  call f_from_accel(0, f, size(f))
  call check(all(same_bits(f, expected)), 'the sweeps of the accelerator are those of the loops')
  call finish()
end program five_point_test
