# Wrong programs around stencil_step_begin: the first screen names what is wrong, the report counts it.
# SPDX-License-Identifier: Apache-2.0
#
# wrong_test.py MPIEXEC PROGRAM
import json
import os
import subprocess
import sys
import tempfile
import unittest

MPIEXEC, PROGRAM = sys.argv[1:]
BOUND = 120  # seconds that a program may take
COUNTS = {"stale_halo_rows", "pending_rows", "fewer_rows", "missing_sweeps", "unowned_rows",
          "shared_rows",
          "wrong_halo_rows", "uncompared_steps", "undeclared_words",
          "narrow_shadows", "other_weights", "changed_r_rows", "unwritten_words", "spoiled_words",
          "unused_results", "other_r_rows", "unflushed_rows", "lost_loads", "other_shadows", "shifted_words",
          "changed_rows", "beyond_field"}


class Wrong(unittest.TestCase):
    def expect_summary(self, told, verdict):
        self.assertEqual(told.splitlines()[-1].split(":")[0], verdict, told)
        self.assertNotIn("stencil: ", told)

    def start(self, mode, status, check="block", ranks=2, **variables):
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.json")
            result = subprocess.run(
                [MPIEXEC, "-n", str(ranks), "--oversubscribe", PROGRAM, mode], capture_output=True, text=True,
                timeout=BOUND, stdin=subprocess.DEVNULL,
                env=dict(os.environ, STENCIL_REPORT=report, STENCIL_ACCEL="model", STENCIL_CHECK=check, **variables))
            self.assertEqual(result.returncode, status, result.stdout + result.stderr)
            self.assertTrue(os.path.exists(report), "no report")
            with open(report, encoding="utf-8") as file:
                return {**json.load(file), "simulation": None}, result.stderr

    def expect_warning(self, mode, text, **counts):
        report, told = self.start(mode, 0)
        self.assertIn("warning: " + text, told)
        covers = report["ok_covers"]
        self.assertEqual({name: covers[name] for name in COUNTS}, {**dict.fromkeys(COUNTS, 0), **counts})
        self.expect_summary(self.start(mode, 0, "off")[1], "NOT CHECKED")
        self.assertEqual(self.start(mode, 1, STENCIL_CHECK_STATUS="1")[0], report, "but for the status")

    def expect_error(self, mode, text):
        report, told = self.start(mode, 2)
        self.assertIn(text, told)
        self.assertIn(text, report["error"]["text"])
        self.assertIs(report["ok"], False)

    def test_right(self):
        for ranks in (1, 2, 4):
            report, told = self.start("right", 0, ranks=ranks)
            self.expect_summary(told, "PASS")
            self.assertIs(report["ok"], True)
            self.assertEqual({report["ok_covers"][name] for name in COUNTS}, {0})

    # Halo rows end with the field: those that a rank's own sweeps leave there are right.
    def test_halo_rows_up_to_the_border(self):
        report, told = self.start("short-field", 0)
        self.expect_summary(told, "PASS")
        self.assertEqual({report["ok_covers"][name] for name in COUNTS}, {0})

    def test_calls_between_steps(self):
        report, told = self.start("mixed", 0)
        self.expect_summary(told, "PASS")
        self.assertIs(report["ok"], True)
        self.assertEqual((report["ok_covers"]["steps"], report["ok_covers"]["sweeps"]), (2 * 5, 2 * 5 * 2))
        places = [(block["step"] is None) for block in report["blocks"]]
        self.assertEqual(places.count(True), 2 * 5 * 2)
        self.assertEqual(report["totals"]["cycles_all_ranks"],
                         sum(block["cycles"]["total"] for block in report["blocks"]))

    def test_strips(self):
        for ranks in (1, 2):
            report, told = self.start("strips", 0, ranks=ranks)
            self.expect_summary(told, "PASS")
            self.assertEqual({report["ok_covers"][name] for name in COUNTS}, {0})
            self.assertEqual(report["ok_covers"]["steps"], 5 * ranks)
            self.assertEqual((report["problem"]["distribution"], report["problem"]["block_rows"]), ("cyclic", 10))
        # On one rank, halo rows of a strip belong to another one of the same rank.
        for ranks in (1, 2):
            report, told = self.start("strips-forgotten", 0, ranks=ranks)
            self.assertIn(f"rank {ranks - 1}: stencil_step_begin: warning: rows 46 .. 49 of the field, halo rows in step 4, "
                          "are not as rank 0, which owns them, had them when that step began there: they hold what step 3 "
                          "of this rank left there", told)
            self.assertEqual({name: report["ok_covers"][name] for name in COUNTS},
                             {**dict.fromkeys(COUNTS, 0), "wrong_halo_rows": 4})

    def test_a_forgotten_step(self):
        self.expect_warning("forgotten", "ranks 1 made 16 sweeps or fewer in their steps, others 20", missing_sweeps=4,
                            uncompared_steps=5)

    def test_a_stage_that_changes_what_it_reads(self):
        self.expect_warning("stage", "stage 1 has changed word 65 (row 3, column 5) of array 2 (r, buffer 0) on the host, "
                            "which it names only as read", undeclared_words=2 * 2)

    # Five of six words of seven rows stay as they were; the first stage finds none on the device that are newer.
    def test_a_stage_that_leaves_what_it_overwrites(self):
        report, told = self.start("overwrite", 0, STENCIL_PARANOID="1")
        self.assertIn("warning: stage 1 overwrites array 1 (f, buffer 0), as it says, but has left 140 of 160 words on the "
                      "host that are older than the device's, the first at word 20 (row 1, column 0)", told)
        self.assertEqual(report["ok_covers"]["unwritten_words"], 2 * 2 * 140)
        self.assertIs(report["ok"], True, "each call was right for what it was given")
        self.expect_summary(self.start("overwrite", 0)[1], "PASS")

    def test_results_that_stay_on_the_device(self):
        self.expect_warning("unflushed", "the program ends with array 1 on the device alone, as the last stage there "
                            "(stage 1) has written it: the host has older values; is a flush missing?", unflushed_rows=2)
        report, _ = self.start("flushed", 0)
        self.assertEqual(report["ok_covers"]["unflushed_rows"], 0)

    # Of 4 sweeps the furthest halo row needs no r.
    def test_halo_rows_of_r(self):
        self.expect_warning("r-halo", "r beside halo rows 27 .. 29 of the field is not what rank 0 has there, which owns "
                            "them: are the halo rows of r filled?", other_r_rows=3)
        self.expect_warning("call-r-halo", "r beside halo rows 1 .. 3 of those that VSDA_Update_end fills from rank 0, "
                            "counted from 0, is not what rank 0 has there", other_r_rows=3)
        report, told = self.start("call-r", 0, ranks=3)
        self.expect_summary(told, "PASS")
        self.assertEqual(report["ok_covers"]["other_r_rows"], 0)

    def test_weights_of_one_rank(self):
        self.expect_warning("other-weights", "step 4 has other weights on one rank than on another: rdy2 is 1 on rank 0, "
                            "1.5 on rank 1", other_weights=1)

    def test_weights_of_the_calls_of_one_rank(self):
        self.expect_warning("call-weights", "all its calls have other weights on one rank than on another: rdy2 is 1 on rank "
                            "0, 2 on rank 1", other_weights=1)

    # Zeros at first, of which only the rows that are swept change.
    def test_the_swap_of_two_arrays(self):
        report, told = self.start("swapped", 0)
        self.assertIn("warning: f of step 1 is another array than that of the step before, and all rows that the rank owns "
                      "are in it as they were before that step: are its results used?", told)
        self.assertEqual(report["ok_covers"]["unused_results"], 2 * 2, "steps 1 and 3")

    def test_two_vectors_that_exchange_their_memory(self):
        report, told = self.start("memory-swapped", 0)
        self.assertIn("warning: all rows that the rank owns are in f of step 3 as they were before the step before, and "
                      "VSDA_Update_end has filled another array since: is it the one that the program takes f for?", told)
        self.assertEqual(report["ok_covers"]["unused_results"], 2, "updates are seen from the first step on")

    def test_a_source_that_changes_beside_the_step(self):
        self.expect_warning("source", "1 row of r, from row 0 on, changed between stencil_step_begin and "
                            "stencil_step_wait of step 4", changed_r_rows=1)

    def test_two_fields(self):
        for mode in ("two-fields", "two-fields-alike"):
            report, told = self.start(mode, 0)
            self.expect_summary(told, "PASS")
            self.assertEqual({report["ok_covers"][name] for name in COUNTS}, {0})
        self.expect_warning("two-fields-crossed", "rows 26 .. 29 of the field, halo rows in step 0, are not as rank 0, which "
                            "owns them, had them when that step began there: they hold rows 26 .. 29 of another array, that "
                            "of step 1 of rank 0: do both ranks begin the updates of their arrays in the same order?\n",
                            wrong_halo_rows=2 * 4 * 4)

    # Two steps on each of two ranks.
    def test_boxes_with_too_few_shadow_columns(self):
        self.expect_warning("narrow", "sweeps = 4, must be 1 .. 2: f is an array of VSDA_Create_2d with 2 shadow columns on "
                            "the ", narrow_shadows=4, uncompared_steps=2 + 5)

    # The device computes with the rows that it has kept, and so does the golden loop.
    def test_an_own_row_of_a_part_that_stays(self):
        self.expect_summary(self.start("stays", 0)[1], "PASS")
        self.expect_warning("stays-wall", "1 row that the rank owns, from row 0, column 3 of the field on, changed between steps "
                            "of a part that stays in the device, before step 2: the device has kept its own", changed_rows=1)
        self.assertIs(self.start("stays-wall", 0)[0]["ok"], True)

    # So it does with r, which the first step loads.
    def test_a_source_of_a_part_that_stays(self):
        self.expect_warning("stays-source", "1 row of r, from row 1 of the field on, is not as the first step of this part loaded "
                            "it, before step 3: a part that stays in the device keeps the r of its first step",
                            changed_r_rows=2)
        self.assertIs(self.start("stays-source", 0)[0]["ok"], True)

    def test_halo_rows_beyond_the_field(self):
        self.expect_warning("beyond", "the part of rank 0 with rows 0 .. 29 of the field has 4 halo rows below them, 2 more than "
                            "there are: row 31 is the last of the field, by the part of rank 1", beyond_field=2)

    def test_a_row_fewer(self):
        self.expect_warning("fewer", "owned = 29 in step 4, 1 row fewer than in the step before of the same f",
                            fewer_rows=1, uncompared_steps=5)

    def test_a_row_that_no_rank_owns(self):
        self.expect_warning("gap", "rows 30 .. 30 of the field belong to no rank's step: that of rank 1 begins at row 31",
                            unowned_rows=1)

    def test_rows_that_two_parts_own(self):
        self.expect_warning("shared", "rows 26 .. 29 of the field belong to two parts: that of rank 0 has rows 0 .. 29, "
                            "that of rank 1 rows 26 .. 55: is global_row that of the first row that the part owns?",
                            shared_rows=4, uncompared_steps=5)

    # Update every second step, with twice the halo rows; boxes with as many shadow columns as sweeps.
    def test_other_halos(self):
        for mode, ranks in (("every-second", 2), ("every-second", 3), ("boxes", 2)):
            report, told = self.start(mode, 0, ranks=ranks)
            self.expect_summary(told, "PASS")
            # Rows of boxes have several owners.
            uncompared = 2 + 5 if mode == "boxes" else 0
            self.assertEqual(report["ok_covers"]["uncompared_steps"], uncompared)
            self.assertEqual({report["ok_covers"][name] for name in COUNTS - {"uncompared_steps"}}, {0})

    # All rows are 0 in step 0; then rank 0 has 4 rows that are wrong in each of 4 steps.
    def test_rows_that_are_another_ranks_halo(self):
        self.expect_warning("halo-rows", "rows 30 .. 33 of the field, halo rows in step 1, are not as rank 1, which owns "
                            "them, had them when that step began there: they hold rows 26 .. 29, halo rows of rank 1, as "
                            "step 0 left them there\n", wrong_halo_rows=16)

    # Of five steps the third finds the first stale rows that prove it: 4 halo rows on each of two ranks, three times.
    def test_no_update(self):
        self.expect_warning("no-update", "4 halo rows below the rows that the rank owns are in step 2 as the two steps",
                            stale_halo_rows=24, wrong_halo_rows=32)
        self.expect_warning("no-update", "rows 26 .. 29 of the field, halo rows in step 1, are not as rank 0, which owns "
                            "them, had them when that step began there: they hold what step 0 of this rank left there "
                            "(other rows had the same words): is an update missing, or has it filled other rows, or "
                            "another array?\n",
                            stale_halo_rows=24, wrong_halo_rows=32)

    def test_an_update_that_changes_nothing(self):
        self.expect_warning("put-back", "4 halo rows below the rows that the rank owns are in step 2 as the two steps "
                            "before left them, although the rows beside them changed and VSDA_Update_end has filled "
                            "them from rank 1: either that rank's rows do not", stale_halo_rows=24, wrong_halo_rows=32)

    # In each of 5 steps the row before rank 1's, and the border of 4 rows behind those of rank 0.
    def test_tiles_without_an_update(self):
        self.expect_warning("tiles-no-update", "1 halo row or column that tiles read is in round 0 (step 0 of the report) not what the ranks that "
                            "own them have, first row ", stale_halo_rows=5 * (1 + 4))

    # Of two ranks the first has halo rows below: one more than there are sweeps, of which the border is stale.
    def test_the_border_of_halo_rows_in_tiles(self):
        self.expect_warning("tiles-border", "4 halo rows and columns that tiles read are in round 1 (step 2 of the report) not what the ranks that "
                            "own them have, first row 30, column 0 of the field, of rank 1: is an update missing or too early, or did the "
                            "program set that rank's points alone?", stale_halo_rows=4 * 4)

    def test_a_round_of_tiles_that_a_rank_leaves_out(self):
        report, told = self.start("tiles-forgotten", 3)
        self.assertIn("rank 0 can never go on", told)
        self.assertIn("rank 1: is in MPI_Finalize", told)
        self.assertEqual(sum(block["rank"] == 0 for block in report["blocks"]),
                         sum(block["rank"] == 1 for block in report["blocks"]))

    def test_a_receive_that_is_waited_for_too_late(self):
        self.expect_warning("late-wait", "4 rows of f, from row ", pending_rows=8)

    def test_use_before_the_end_of_an_update(self):
        self.expect_error("in-flight", "f has rows")

    def test_an_update_behind_a_step(self):
        self.expect_error("hidden", "of f of step 4, which is in flight: stencil_step_begin began it and sweeps them, call "
                          "stencil_step_wait first")

    def test_a_rank_that_leaves_early(self):
        report, told = self.start("early", 3)
        for text in (" ".join(told.split()), " ".join(report["error"]["text"].split())):
            self.assertIn("hang: rank 0 can never go on rank 0: after 4 steps and 4 updates, in VSDA_Update_end of update "
                          "5: waits in MPI_Wait for a message from rank 1 with tag 22084 rank 1: is in MPI_Finalize, "
                          "after 4 steps and 4 updates", text)

    def test_a_step_that_nobody_waits_for(self):
        self.expect_error("no-wait", "a step of stencil_step_begin is still in flight, must be ended by stencil_step_wait")

    def test_a_call_beside_a_step(self):
        self.expect_error("touch", "a step of stencil_step_begin is in flight, must be ended by stencil_step_wait first")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
