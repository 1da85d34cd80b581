# SPDX-License-Identifier: Apache-2.0
"""Inputs of hostile shapes in five sizes, each twice the one before: time and memory must at most double with the size."""

import random
import shutil


def failures(size):
    return [f"[rank{i % 8}]: RuntimeError: CUDA error: an illegal memory access was encountered (call {i})" for i in range(size)]


def templates(size):
    words = random.Random(1)
    return ["".join(words.choices("abcdefghij ", k=60)) + f" error {i}" for i in range(size)]


def one_rank(size):
    return [f"[rank0]:[E821 20:08:{i // 1000 % 60:02}.{i % 1000:06} ProcessGroupNCCL.cpp:1] [PG ID 0 PG GUID 0(default_pg) Rank 0] line {i}" for i in range(size)]


def tests(size):
    lines = ["============================= test session starts =============================="]
    for i in range(size):
        lines.append(f"tests/test_{i % 500}.py::test_{i} {'FAILED' if i % 1000 == 7 else 'PASSED'}")
    return lines


def failed_tests(size):
    return ["============================= test session starts =============================="] + [f"tests/test_a.py::test_{i} FAILED" for i in range(size)]


SHAPES = {"every line a failure": (failures, 12_500), "every line another message": (templates, 50_000), "one rank with everything": (one_rank, 50_000),
          "a million tests": (tests, 62_500), "every test failed": (failed_tests, 2_500)}


def write(folder, name, lines):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("\n".join(lines) + "\n")
    return path


def ranks(folder, count):
    """A folder for each rank of a launch, all with a failure and a time-out."""
    for rank in range(count):
        lines = [f"[rank{rank}]:[E821 20:08:49.{rank % 1000:03}000 ProcessGroupNCCL.cpp:688] [Rank {rank}] Watchdog caught collective operation timeout: "
                 f"WorkNCCL(SeqNum=12, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=1800000) ran for 1800008 milliseconds before timing out.",
                 f"ValueError: rank {rank} is bad"]
        write(folder / "none_abc" / "attempt_0" / str(rank), "stderr.log", lines)
        write(folder / "none_abc" / "attempt_0" / str(rank), "stdout.log", ["hello"] * 20)
    return folder


def inputs(work):
    """(words, the five paths) of each shape; made once."""
    for number, (words, (make, first)) in enumerate(SHAPES.items()):
        paths = []
        for step in range(5):
            path = work / f"shape{number}" / f"{step}.log"
            if not path.exists():
                write(path.parent, path.name, make(first << step))
            paths.append(path)
        yield words, paths
    paths = []
    for step in range(5):
        folder = work / f"ranks{256 << step}"
        if not (folder / "none_abc" / "complete").exists():
            shutil.rmtree(folder, ignore_errors=True)
            ranks(folder, 256 << step)
            (folder / "none_abc" / "complete").touch()
        paths.append(folder)
    yield "ranks, 256 to 4,096", paths


def growth_figures(figures, work, measure):
    """Adds, for each shape, how time and memory grew with each of four doublings, on average: where one of them passes a fixed cost (the
    scan's fast engine, a cache that gets too small), that is no growth."""
    for words, paths in inputs(work):
        runs = [min((measure(path) for _ in range(3)), key=lambda one: one[1]) for path in paths]
        doublings = len(runs) - 1
        figures.add(f"growth of CPU time per doubling: {words}", (runs[-1][1] / runs[0][1]) ** (1 / doublings), 2.0, 2.2)
        figures.add("  of memory", (runs[-1][2] / runs[0][2]) ** (1 / doublings), 2.0, 2.2)
        figures.add("  the largest, seconds", runs[-1][0])
