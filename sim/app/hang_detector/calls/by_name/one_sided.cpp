// MPI's one-sided communication.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/calls/by_name/by_name.hpp"

STENCIL_BY_NAME(MPI_Win_create, (void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win),
                (base, size, disp_unit, info, comm, win))
STENCIL_BY_NAME(MPI_Win_allocate,
                (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win),
                (size, disp_unit, info, comm, baseptr, win))
STENCIL_BY_NAME(MPI_Win_allocate_shared,
                (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win),
                (size, disp_unit, info, comm, baseptr, win))
STENCIL_BY_NAME(MPI_Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win* win), (info, comm, win))
STENCIL_BY_NAME(MPI_Win_free, (MPI_Win * win), (win))
STENCIL_BY_NAME(MPI_Win_fence, (int how, MPI_Win win), (how, win))
STENCIL_BY_NAME(MPI_Win_start, (MPI_Group group, int how, MPI_Win win), (group, how, win))
STENCIL_BY_NAME(MPI_Win_complete, (MPI_Win win), (win))
STENCIL_BY_NAME(MPI_Win_wait, (MPI_Win win), (win))
STENCIL_BY_NAME(MPI_Win_lock, (int lock_type, int rank, int how, MPI_Win win), (lock_type, rank, how, win))
STENCIL_BY_NAME(MPI_Win_lock_all, (int how, MPI_Win win), (how, win))
STENCIL_BY_NAME(MPI_Win_unlock, (int rank, MPI_Win win), (rank, win))
STENCIL_BY_NAME(MPI_Win_unlock_all, (MPI_Win win), (win))
STENCIL_BY_NAME(MPI_Win_flush, (int rank, MPI_Win win), (rank, win))
STENCIL_BY_NAME(MPI_Win_flush_all, (MPI_Win win), (win))
STENCIL_BY_NAME(MPI_Win_flush_local, (int rank, MPI_Win win), (rank, win))
STENCIL_BY_NAME(MPI_Win_flush_local_all, (MPI_Win win), (win))
