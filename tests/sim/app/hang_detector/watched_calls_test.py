"""Every MPI function of stencil-cosim that sends, receives or waits is one of its own, which records it.

A message that is counted on one side only would make a hang out of a run that goes on.
"""
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)

# MPI functions that neither communicate nor wait for others, or end what others need not wait for. Ibarrier: ranks sleep
# while rank 0 builds a module, and go on when it has, or end when it dies.
LOCAL = {
    "Cancel", "Comm_c2f", "Comm_call_errhandler", "Comm_compare", "Comm_create_errhandler", "Comm_create_keyval",
    "Comm_f2c", "Comm_free_keyval", "Comm_get_attr", "Comm_get_errhandler", "Comm_group", "Comm_rank",
    "Comm_set_attr", "Comm_set_errhandler", "Comm_size", "Comm_test_inter", "Errhandler_free", "Error_string",
    "File_close", "File_set_errhandler", "File_sync", "File_write_at", "Finalize", "Finalized", "Get_count",
    "Get_elements_x", "Group_free", "Group_size", "Group_translate_ranks", "Ibarrier", "Init", "Init_thread", "Initialized",
    "Iprobe", "Query_thread", "Request_get_status", "Type_commit", "Type_contiguous", "Type_create_struct",
    "Type_free", "Type_size", "Wtime",
}


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
