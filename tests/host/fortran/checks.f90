! Counts passed and failed checks on all ranks, and ends the program with the result.
! SPDX-License-Identifier: Apache-2.0
module checks
  use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
  use mpi
  implicit none
  private
  public :: check, same_bits, finish
  integer :: done = 0
  integer :: wrong = 0

contains

  ! Prints the first ten failures of a rank.
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(len=*), intent(in) :: what
    integer :: rank, ierror
    done = done + 1
    if (ok) return
    wrong = wrong + 1
    if (wrong > 10) return
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    write (error_unit, '(a, i0, 2a)') 'rank ', rank, ': not so: ', what
  end subroutine check

  elemental logical function same_bits(x, y)
    real(real64), intent(in) :: x, y
    same_bits = transfer(x, 0_int64) == transfer(y, 0_int64)
  end function same_bits

  ! Ends MPI, and the program with status 1 unless every rank has made checks and all have passed.
  subroutine finish()
    integer :: wrong_anywhere, fewest, ranks, rank, ierror
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call MPI_Allreduce(wrong, wrong_anywhere, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call MPI_Allreduce(done, fewest, 1, MPI_INTEGER, MPI_MIN, MPI_COMM_WORLD, ierror)
    if (rank == 0) print '(3(i0, a))', fewest, ' checks or more on each of ', ranks, ' ranks, ', &
      wrong_anywhere, ' wrong'
    call MPI_Finalize(ierror)
    if (wrong_anywhere > 0 .or. fewest == 0) error stop 1
  end subroutine finish
end module checks
