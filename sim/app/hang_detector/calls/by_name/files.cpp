// MPI's calls on files that all ranks of a communicator make together.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/calls/by_name/by_name.hpp"

STENCIL_BY_NAME(MPI_File_close, (MPI_File * fh), (fh))
STENCIL_BY_NAME(MPI_File_set_size, (MPI_File fh, MPI_Offset size), (fh, size))
STENCIL_BY_NAME(MPI_File_preallocate, (MPI_File fh, MPI_Offset size), (fh, size))
STENCIL_BY_NAME(MPI_File_set_view,
                (MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char* datarep,
                 MPI_Info info),
                (fh, disp, etype, filetype, datarep, info))
STENCIL_BY_NAME(MPI_File_sync, (MPI_File fh), (fh))
STENCIL_BY_NAME(MPI_File_read_all, (MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status),
                (fh, buf, count, datatype, status))
STENCIL_BY_NAME(MPI_File_read_at_all,
                (MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status),
                (fh, offset, buf, count, datatype, status))
STENCIL_BY_NAME(MPI_File_write_all,
                (MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status),
                (fh, buf, count, datatype, status))
STENCIL_BY_NAME(MPI_File_write_at_all,
                (MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status),
                (fh, offset, buf, count, datatype, status))
STENCIL_BY_NAME(MPI_File_read_ordered, (MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status),
                (fh, buf, count, datatype, status))
STENCIL_BY_NAME(MPI_File_write_ordered,
                (MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status),
                (fh, buf, count, datatype, status))
STENCIL_BY_NAME(MPI_File_read_all_begin, (MPI_File fh, void* buf, int count, MPI_Datatype datatype),
                (fh, buf, count, datatype))
STENCIL_BY_NAME(MPI_File_read_all_end, (MPI_File fh, void* buf, MPI_Status* status), (fh, buf, status))
STENCIL_BY_NAME(MPI_File_read_at_all_begin,
                (MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype),
                (fh, offset, buf, count, datatype))
STENCIL_BY_NAME(MPI_File_read_at_all_end, (MPI_File fh, void* buf, MPI_Status* status), (fh, buf, status))
STENCIL_BY_NAME(MPI_File_write_all_begin, (MPI_File fh, const void* buf, int count, MPI_Datatype datatype),
                (fh, buf, count, datatype))
STENCIL_BY_NAME(MPI_File_write_all_end, (MPI_File fh, const void* buf, MPI_Status* status), (fh, buf, status))
STENCIL_BY_NAME(MPI_File_write_at_all_begin,
                (MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype),
                (fh, offset, buf, count, datatype))
STENCIL_BY_NAME(MPI_File_write_at_all_end, (MPI_File fh, const void* buf, MPI_Status* status), (fh, buf, status))
STENCIL_BY_NAME(MPI_File_read_ordered_begin, (MPI_File fh, void* buf, int count, MPI_Datatype datatype),
                (fh, buf, count, datatype))
STENCIL_BY_NAME(MPI_File_read_ordered_end, (MPI_File fh, void* buf, MPI_Status* status), (fh, buf, status))
STENCIL_BY_NAME(MPI_File_write_ordered_begin, (MPI_File fh, const void* buf, int count, MPI_Datatype datatype),
                (fh, buf, count, datatype))
STENCIL_BY_NAME(MPI_File_write_ordered_end, (MPI_File fh, const void* buf, MPI_Status* status), (fh, buf, status))
STENCIL_BY_NAME(MPI_File_seek_shared, (MPI_File fh, MPI_Offset offset, int whence), (fh, offset, whence))
STENCIL_BY_NAME(MPI_File_set_atomicity, (MPI_File fh, int flag), (fh, flag))
