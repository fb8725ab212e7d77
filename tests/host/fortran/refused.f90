! Calls one function, named by its argument, with a wrong argument, to show how a Fortran program ends then.
! SPDX-License-Identifier: Apache-2.0
program refused
  use, intrinsic :: iso_c_binding, only: c_double, c_loc, c_null_ptr, i8 => c_int64_t
  use, intrinsic :: iso_fortran_env, only: error_unit
  use mpi
  use stencil_cosim
  implicit none
  character(len=40) :: word
  type(vsda_descriptor) :: vsda
  type(vsda_copy_plan) :: plan
  integer :: rank, ierror, comm
  integer, target :: token(4)
  integer(i8) :: context, desc(DLEN_), number
  real(c_double), target :: a(100)
  real(c_double), pointer :: pair(:, :)
  a = 0
  token = 0
  call get_command_argument(1, word)
  if (word == 'length') call f_to_accel(0, a, -1)
  if (word == 'row') pair => dim2(a, 0)
  if (word == 'negative row') pair => dim2(a, -4)
  if (word == 'outside') call VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, .false., 9_i8, 8_i8, 1_i8, vsda=vsda)
  if (word == 'outside context') context = block_cyclic_context(MPI_COMM_WORLD, 1_i8, 1_i8)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  select case (word)
  case ('map')
    context = block_cyclic_gridmap(MPI_COMM_WORLD, [0_i8, 0_i8], 1_i8, 1_i8, 2_i8)
  case ('order')
    context = block_cyclic_gridinit(MPI_COMM_WORLD, 'Q', 1_i8, 1_i8)
  case ('n')
    number = numroc(-1_i8, 2_i8, 0_i8, 0_i8, 2_i8)
    print *, number
  case ('bound')
    number = numroc_bound(9_i8, 0_i8, 2_i8)
    print *, number
  case ('no handle')
    call VSDA_Create(123456789, VSDA_BLOCKED, .false., 9_i8, 8_i8, 1_i8, vsda=vsda)
  case ('null')
    call VSDA_Create_block_cyclic(MPI_COMM_NULL, 9_i8, 9_i8, 8_i8, 2_i8, 2_i8, 0_i8, 0_i8, 1_i8, 1_i8, 9_i8, vsda)
  case ('freed')
    call MPI_Comm_dup(MPI_COMM_SELF, comm, ierror)
    context = comm
    call MPI_Comm_free(comm, ierror)
    context = block_cyclic_context(int(context), 1_i8, 1_i8)
  case ('kind')
    call VSDA_Create(MPI_COMM_WORLD, 7, .false., 9_i8, 8_i8, 1_i8, vsda=vsda)
  case ('sum')
    call VSDA_Create(MPI_COMM_SELF, VSDA_BLOCKED, .true., 9_i8, 8_i8, 1_i8, [8_i8], vsda=vsda)
  case ('no descriptor')
    call VSDA_Update_begin(vsda, token, c_loc(a))
  case ('no plan')
    call VSDA_Copy_begin(plan, c_null_ptr, c_null_ptr, token)
  case ('no token')
    call VSDA_Update_end(token)
  case ('no array')
    call VSDA_Create(MPI_COMM_SELF, VSDA_BLOCKED, .true., 9_i8, 8_i8, 1_i8, vsda=vsda)
    call VSDA_Update_begin(vsda, token, c_null_ptr)
  case ('file', 'second')
    context = block_cyclic_context(MPI_COMM_WORLD, 1_i8, 1_i8)
    call descinit(desc, 9_i8, 9_i8, 2_i8, 2_i8, 0_i8, 0_i8, context, 9_i8)
    if (word == 'file') call pdlaread('none.txt  ', a, desc, 0_i8, 0_i8)
    if (rank == 1) call pdelset(a, 10_i8, 1_i8, desc, 0.5_c_double)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  case ('lld')
    context = block_cyclic_context(MPI_COMM_WORLD, 1_i8, 1_i8)
    call descinit(desc, 9_i8, 9_i8, 2_i8, 2_i8, 0_i8, 0_i8, context, 8_i8)
  case ('scope')
    context = block_cyclic_context(MPI_COMM_WORLD, 1_i8, 1_i8)
    call descinit(desc, 9_i8, 9_i8, 2_i8, 2_i8, 0_i8, 0_i8, context, 9_i8)
    call pdelget('X', ' ', a(1), a, 1_i8, 1_i8, desc)
  end select
  write (error_unit, '(3a)') 'not refused: ', trim(word), '.'
  call MPI_Finalize(ierror)
end program refused
