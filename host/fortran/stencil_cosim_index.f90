! The index functions of block_cyclic.h in Fortran: where the elements of one dimension lie.
! SPDX-License-Identifier: Apache-2.0
!
! block_cyclic.h is the manual. Elements count from 1, processes and blocks from 0. All functions are declared pure, for
! use in the bounds of an array; a wrong argument ends the program all the same. All integers have 64 bits:
! numroc(9_c_int64_t, ...). A program that calls ScaLAPACK's function of the same name in the same scope renames one:
! use stencil_cosim, numroc64 => numroc.
module stencil_cosim_index
  use, intrinsic :: iso_c_binding, only: c_int64_t
  implicit none
  private
  public :: numroc, indxg2p, indxg2l, indxl2g, indxg2k, indxg2m, indxg2x, numroc_bound, numroc_bound_ceil

  interface
    pure function numroc(n, nb, iproc, isrcproc, nprocs) bind(C)
      import :: c_int64_t
      integer(c_int64_t), value :: n, nb, iproc, isrcproc, nprocs
      integer(c_int64_t) :: numroc
    end function numroc

    pure function indxg2p(indxglob, nb, iproc, isrcproc, nprocs) bind(C)
      import :: c_int64_t
      integer(c_int64_t), value :: indxglob, nb, iproc, isrcproc, nprocs
      integer(c_int64_t) :: indxg2p
    end function indxg2p

    pure function indxg2l(indxglob, nb, iproc, isrcproc, nprocs) bind(C)
      import :: c_int64_t
      integer(c_int64_t), value :: indxglob, nb, iproc, isrcproc, nprocs
      integer(c_int64_t) :: indxg2l
    end function indxg2l

    pure function indxl2g(indxloc, nb, iproc, isrcproc, nprocs) bind(C)
      import :: c_int64_t
      integer(c_int64_t), value :: indxloc, nb, iproc, isrcproc, nprocs
      integer(c_int64_t) :: indxl2g
    end function indxl2g

    pure function indxg2k(indxglob, nb, iproc, isrcproc, nprocs) bind(C)
      import :: c_int64_t
      integer(c_int64_t), value :: indxglob, nb, iproc, isrcproc, nprocs
      integer(c_int64_t) :: indxg2k
    end function indxg2k

    pure function indxg2m(indxglob, nb, iproc, isrcproc, nprocs) bind(C)
      import :: c_int64_t
      integer(c_int64_t), value :: indxglob, nb, iproc, isrcproc, nprocs
      integer(c_int64_t) :: indxg2m
    end function indxg2m

    pure function indxg2x(indxglob, nb, iproc, isrcproc, nprocs) bind(C)
      import :: c_int64_t
      integer(c_int64_t), value :: indxglob, nb, iproc, isrcproc, nprocs
      integer(c_int64_t) :: indxg2x
    end function indxg2x

    pure function numroc_bound(n, nb, nprocs) bind(C)
      import :: c_int64_t
      integer(c_int64_t), value :: n, nb, nprocs
      integer(c_int64_t) :: numroc_bound
    end function numroc_bound

    pure function numroc_bound_ceil(n, nb, nprocs) bind(C)
      import :: c_int64_t
      integer(c_int64_t), value :: n, nb, nprocs
      integer(c_int64_t) :: numroc_bound_ceil
    end function numroc_bound_ceil
  end interface
end module stencil_cosim_index
