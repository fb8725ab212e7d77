! accel.h and dimension.h in Fortran: two arrays of doubles in the accelerator's memory, and sweeps over them.
! SPDX-License-Identifier: Apache-2.0
!
! accel.h is the manual: environment, limits, errors. Offsets and lengths count doubles from 0, as there. A row of my
! doubles has no gaps and is a column in Fortran: element (j, i) of f(1:my, 1:mx) is C's f[i-1][j-1].
! Every call returns when it is done, so that an array section may be passed; the compiler copies one with gaps.
module stencil_cosim_accel
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  private
  public :: f_to_accel, f_from_accel, r_to_accel, itstep_accel, itstep_accel_five_point, itstep_accel_formula
  public :: itstep_accel_test, itstep_accel_test_portion
  public :: dim2

  interface
    subroutine f_to_accel(internaloffset, array, length) bind(C)
      import :: c_double, c_int
      integer(c_int), value :: internaloffset, length
      real(c_double), intent(in) :: array(*)
    end subroutine f_to_accel

    ! Elements of array after the first `length` do not change.
    subroutine f_from_accel(internaloffset, array, length) bind(C)
      import :: c_double, c_int
      integer(c_int), value :: internaloffset, length
      real(c_double), intent(inout) :: array(*)
    end subroutine f_from_accel

    subroutine r_to_accel(internaloffset, array, length) bind(C)
      import :: c_double, c_int
      integer(c_int), value :: internaloffset, length
      real(c_double), intent(in) :: array(*)
    end subroutine r_to_accel

    subroutine itstep_accel(mx, my, rdx2, rdy2, beta, niter) bind(C)
      import :: c_double, c_int
      integer(c_int), value :: mx, my, niter
      real(c_double), value :: rdx2, rdy2, beta
    end subroutine itstep_accel

    ! coefficients: the weights of north, south, west, east and centre, and the factor of the sum. In Fortran north and
    ! south are the columns before and after, f(j, i-1) and f(j, i+1).
    subroutine itstep_accel_five_point(mx, my, coefficients, niter) bind(C)
      import :: c_double, c_int
      integer(c_int), value :: mx, my, niter
      real(c_double), intent(in) :: coefficients(6)
    end subroutine itstep_accel_five_point

    ! numbers: those of the kernel file that STENCIL_KERNEL names, in its order. In Fortran u[i-1,j] is f(j, i-1).
    subroutine itstep_accel_formula(mx, my, numbers, niter) bind(C)
      import :: c_double, c_int
      integer(c_int), value :: mx, my, niter
      real(c_double), intent(in) :: numbers(*)
    end subroutine itstep_accel_formula

    ! 1 where the arguments rule a sweep out, and a line on stderr gives the reason; otherwise 0.
    function itstep_accel_test(my_number, n_of_nodes, mx, my, stw) bind(C) result(refused)
      import :: c_int
      integer(c_int), value :: my_number, n_of_nodes, mx, my, stw
      integer(c_int) :: refused
    end function itstep_accel_test

    function itstep_accel_test_portion(my_number, n_of_nodes, mx, my, stw, portion) bind(C) result(refused)
      import :: c_int
      integer(c_int), value :: my_number, n_of_nodes, mx, my, stw, portion
      integer(c_int) :: refused
    end function itstep_accel_test_portion

    ! Called by dim2. Ends the program unless n >= 1.
    subroutine c_check_dim2(n) bind(C, name='stencil_fortran_check_dim2')
      import :: c_int
      integer(c_int), value :: n
    end subroutine c_check_dim2
  end interface

contains

  ! The macro DIM2: a pointer to array as rows of n >= 1 elements. Its bounds are (0:n-1, 0:), and element (j, i) is C's
  ! name[i][j]. It leaves out elements at the end that do not fill a row. Any other n ends the program with status 2.
  function dim2(array, n) result(name)
    real(c_double), target, contiguous, intent(in) :: array(:)
    integer, intent(in) :: n
    real(c_double), pointer :: name(:, :)
    call c_check_dim2(int(n, c_int))
    name(0:n - 1, 0:size(array)/n - 1) => array
  end function dim2
end module stencil_cosim_accel
