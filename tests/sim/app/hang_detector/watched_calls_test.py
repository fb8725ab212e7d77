# SPDX-License-Identifier: Apache-2.0
"""Every MPI function of stencil-cosim that sends, receives or waits is one of its own, which records it; for programs of
users the library has all in which a rank can wait for others.

A message that is counted on one side only would make a hang out of a run that goes on.
"""
import re
import subprocess
import sys
import unittest

PROGRAM, LIBRARY, SOURCE = sys.argv[1:4]
del sys.argv[1:4]

# MPI functions that neither communicate nor wait for others, or end what others need not wait for. Ibarrier: ranks sleep
# while rank 0 builds a module, and go on when it has, or end when it dies.
LOCAL = {
    "Cancel", "Comm_c2f", "Comm_call_errhandler", "Comm_compare", "Comm_create_errhandler", "Comm_create_keyval",
    "Comm_f2c", "Comm_free_keyval", "Comm_get_attr", "Comm_get_errhandler", "Comm_group", "Comm_rank",
    "Comm_set_attr", "Comm_set_errhandler", "Comm_size", "Comm_test_inter", "Errhandler_free", "Error_string",
    "Dims_create", "File_close", "File_set_errhandler", "File_sync", "File_write_at", "Finalize", "Finalized", "Get_count",
    "Get_elements_x", "Group_free", "Group_size", "Group_translate_ranks", "Ibarrier", "Init", "Init_thread", "Initialized",
    "Iprobe", "Query_thread", "Request_get_status", "Type_commit", "Type_contiguous", "Type_create_struct",
    "Type_free", "Type_size", "Wtime",
}

# Of MPI-3.1, those in which a rank can wait for others; hangs are proved in these.
PROVED = {
    "Allgather", "Allgatherv", "Allreduce", "Alltoall", "Alltoallv", "Alltoallw", "Barrier", "Bcast", "Bsend", "Cart_create",
    "Comm_dup", "Comm_split", "Comm_split_type", "Exscan", "File_open", "Finalize", "Gather", "Gatherv", "Mprobe", "Probe",
    "Recv", "Reduce", "Reduce_scatter", "Reduce_scatter_block", "Rsend", "Scan", "Scatter", "Scatterv", "Send", "Sendrecv",
    "Sendrecv_replace", "Ssend", "Wait", "Waitall", "Waitany", "Waitsome",
}
# And these are known by their names.
NAMED = {
    "Buffer_detach", "Cart_sub", "Comm_accept", "Comm_connect", "Comm_create", "Comm_create_group", "Comm_disconnect",
    "Comm_dup_with_info", "Comm_join", "Comm_spawn", "Comm_spawn_multiple", "Dist_graph_create",
    "Dist_graph_create_adjacent", "Graph_create", "Intercomm_create", "Intercomm_merge", "Mrecv", "Neighbor_allgather",
    "Neighbor_allgatherv", "Neighbor_alltoall", "Neighbor_alltoallv", "Neighbor_alltoallw",
    *(f"File_{name}" for name in (
        "close", "preallocate", "seek_shared", "set_atomicity", "set_size", "set_view", "sync", "read_all", "read_at_all",
        "read_ordered", "write_all", "write_at_all", "write_ordered", "read_all_begin", "read_all_end", "read_at_all_begin",
        "read_at_all_end", "read_ordered_begin", "read_ordered_end", "write_all_begin", "write_all_end",
        "write_at_all_begin", "write_at_all_end", "write_ordered_begin", "write_ordered_end")),
    *(f"Win_{name}" for name in (
        "allocate", "allocate_shared", "complete", "create", "create_dynamic", "fence", "flush", "flush_all", "flush_local",
        "flush_local_all", "free", "lock", "lock_all", "start", "unlock", "unlock_all", "wait")),
}


class ProgramsOfUsers(unittest.TestCase):
    def test_the_library_has_every_function_that_waits(self):
        symbols = subprocess.run(["nm", "--dynamic", "--defined-only", LIBRARY], check=True, text=True,
                                 capture_output=True).stdout.split()
        self.assertEqual([name for name in sorted(PROVED | NAMED) if f"MPI_{name}" not in symbols], [])

    def test_the_table_and_the_page_name_those_that_are_not_watched(self):
        wanted = sorted(f"MPI_{name}" for name in NAMED)
        with open(f"{SOURCE}/sim/app/hang_detector/board/unwatched_calls.hpp", encoding="utf-8") as file:
            self.assertEqual(re.findall(r'"(MPI_\w+)"', file.read()), wanted)
        with open(f"{SOURCE}/docs/run.md", encoding="utf-8") as file:
            self.assertIn(", ".join(wanted) + ".", " ".join(file.read().split()))


class WatchedCalls(unittest.TestCase):
    def test_no_other_function_of_mpi_is_called(self):
        symbols = subprocess.run(["nm", "--dynamic", "--undefined-only", PROGRAM], check=True, text=True,
                                 capture_output=True).stdout.split()
        called = {name[len("MPI_"):].split("@")[0] for name in symbols if name.startswith("MPI_")}
        called = {name for name in called if not name.startswith("T_")}
        self.assertIn("Comm_rank", called)
        self.assertEqual(sorted(called - LOCAL), [])

    def test_the_recorded_ones_are_the_programs_own(self):
        symbols = subprocess.run(["nm", "--defined-only", PROGRAM], check=True, text=True,
                                 capture_output=True).stdout.split()
        for name in ("Send", "Isend", "Recv", "Irecv", "Wait", "Waitall", "Waitany", "Test", "Probe", "Barrier"):
            self.assertIn(f"MPI_{name}", symbols)


if __name__ == "__main__":
    unittest.main()
