# Shapes of tiles, strips and stages drawn by seed, as arguments of `stencil-cosim run`; runs of them.
# SPDX-License-Identifier: Apache-2.0
#
# Each function draws one for so many columns and ranks.
import json
import os
import subprocess


def words(*options):
    return [str(one) for one in options]


def tiles(dice, cols, ranks):
    """Subdomains of whole rows."""
    strips = dice.randint(2, 10)
    rows = strips * ranks * dice.randint(24, 120) + dice.randint(0, 40)
    return words("--kernel", "gauss-seidel", "--grid", f"{ranks}x1", "--rows", rows, "--cols", cols, "--tiles",
                 f"{strips}x{dice.choice((1, 1, 2))}", "--sweeps", dice.randint(2, 6), "--rounds", dice.randint(1, 4))


def cut_columns(dice, cols, ranks):
    """Subdomains of tiles that are cut by columns."""
    by_rows, by_cols = (2, 2) if ranks == 4 else (1, ranks)
    tiles = dice.randint(2, 4), dice.randint(2, 3)
    return words("--kernel", "gauss-seidel", "--grid", f"{by_rows}x{by_cols}", "--rows",
                 tiles[0] * by_rows * dice.randint(40, 120), "--cols", cols * by_cols, "--tiles", f"{tiles[0]}x{tiles[1]}",
                 "--sweeps", dice.randint(2, 6), "--rounds", dice.randint(1, 4))


def strips(dice, cols, ranks):
    stw = dice.randint(4, 10)
    height, strips_of_rank = dice.randint(4 * stw, 100), dice.randint(3, 8)
    return words("--rows", height * strips_of_rank * ranks + dice.randint(0, height), "--cols", cols, "--stw", stw,
                 "--portion", dice.randint(3 * stw, 90), "--iterations", stw * dice.randint(2, 6), "--distribution",
                 "cyclic", "--strip-rows", height, "--schedule", "joined", "--blocking",
                 dice.choice(("skewed", "overlapped-rows")))


def stages(dice, cols, ranks):
    stw = dice.randint(4, 10)
    return words("--rows", ranks * dice.randint(300, 1200), "--cols", cols, "--stw", stw, "--portion",
                 dice.randint(3 * stw, 90), "--iterations", stw * dice.randint(2, 6), "--place", "sweep=accel")


def parts(dice, cols, ranks):
    """One strip a rank."""
    stw = dice.randint(4, 10)
    return words("--rows", ranks * dice.randint(200, 1000), "--cols", cols, "--stw", stw, "--portion",
                 dice.randint(3 * stw, 90), "--iterations", stw * dice.randint(2, 6), "--schedule", "joined", "--blocking",
                 dice.choice(("skewed", "overlapped-rows")))


def resident(dice, cols, ranks):
    stw = dice.randint(4, 10)
    return words("--rows", ranks * dice.randint(3 * stw, 200), "--cols", cols, "--stw", stw, "--portion", 3 * stw,
                 "--iterations", stw * dice.randint(10, 40), "--schedule", "resident")


def report_of(mpiexec, program, ranks, options, folder, *more):
    """Of the run on the model, with all its blocks, as JSON."""
    path = os.path.join(folder, "r.json")
    subprocess.run([mpiexec, "-n", str(ranks), "--oversubscribe", program, "run", "--accel", "model", "--check", "off",
                    "--quiet", "--list-blocks", "1000000", "--report", path, *more, *options],
                   check=True, capture_output=True, timeout=120)
    with open(path, encoding="utf-8") as file:
        return json.load(file)
