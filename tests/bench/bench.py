#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the release build against its floors and goals: ./dev bench [--megabytes N] [--rounds N] [--only WORD]

Each time is a ratio to a peer's, measured in turns on the same bytes in the page cache: milliseconds of another day say nothing. Exit
status 1 where a floor is missed, or where the peer of one is not installed. Writes build/bench/results.json.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from growth import growth_figures

ROOT = Path(__file__).resolve().parents[2]
RELEASE = ROOT / "build" / "release"
WORK = ROOT / "build" / "bench"
LANESCOPE = RELEASE / "app" / "lanescope"
TOOLS = RELEASE / "tests"
MB = 1_000_000


def fail(words):
    sys.exit(f"bench: {words}")


def run(command, keep=False):
    """(wall seconds, user and system seconds, peak resident bytes, output) of a command; what nobody keeps goes nowhere."""
    started = time.perf_counter()
    environment = dict(os.environ, LANESCOPE_STARTED=str(time.monotonic_ns()))
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE if keep else subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=environment)
    output = process.stdout.read() if keep else b""
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        fail(f"{' '.join(map(str, command))} ended with {process.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, output


def told(command):
    """The JSON object that a program of ours prints."""
    return json.loads(run(command, keep=True)[3])


class Figures:
    """What was measured, with its floor and goal (both None: only told). The floor is missed where no value could be had."""

    def __init__(self):
        self.rows = []

    def add(self, name, values, goal=None, floor=None):
        values = values if isinstance(values, list) else [values]
        value = statistics.median(values) if values else None
        self.rows.append({"name": name, "value": value, "spread": [min(values), max(values)] if values else None, "goal": goal, "floor": floor})
        print(self.line(self.rows[-1]), flush=True)

    def missing(self, name, what, goal=None, floor=None):
        print(f"bench: {what} is not installed", file=sys.stderr)
        self.add(name, [], goal, floor)

    @staticmethod
    def line(row):
        def number(value):
            return "-" if value is None else f"{value:.2f}" if value < 100 else f"{value:.0f}"
        state = ""
        if row["floor"] is not None:
            state = "NOT MET" if row["value"] is None or row["value"] > row["floor"] else "floor met"
        if row["goal"] is not None and row["value"] is not None and row["value"] <= row["goal"]:
            state = "goal met"
        return f"{row['name']:<66} {number(row['value']):>8} {number(row['goal']):>7} {number(row['floor']):>7}  {state}"

    def good(self):
        return not any(row["floor"] is not None and (row["value"] is None or row["value"] > row["floor"]) for row in self.rows)


def make_input(ranks, megabytes, seed, mode):
    """An input of gen_big, made once; the folder's paths."""
    folder = WORK / f"{mode}-{ranks}-{megabytes}-{seed}"
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        if shutil.disk_usage(WORK).free < 2 * megabytes * MB:
            fail(f"{WORK} has no room for {megabytes} MB of input")
        print(f"bench: making {megabytes} MB in {folder.relative_to(ROOT)}", file=sys.stderr)
        subprocess.run(["bash", "-c", 'ulimit -n 8192; exec "$@"', "-", TOOLS / "gen_big", folder, str(ranks), str(megabytes), str(seed), mode],
                       check=True, stderr=subprocess.DEVNULL)
        (folder / "complete").touch()
    return folder


def files_of(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "complete")


def zip_of(folder, name):
    """All files of a folder as a zip, deflated as zip does by default."""
    archive = WORK / name
    if not archive.exists():
        print(f"bench: making {archive.relative_to(ROOT)}", file=sys.stderr)
        partial = archive.with_suffix(".part")
        names = [path.relative_to(folder) for path in files_of(folder)]
        subprocess.run(["bsdtar", "--format", "zip", "-cf", partial, "-C", folder, "-T", "-"], input="\n".join(map(str, names)).encode(), check=True)
        partial.rename(archive)
    return archive


def in_turns(rounds, command, peer):
    """Ratios of wall times, and the command's greatest memory."""
    run(peer)
    ratios, memory = [], 0
    for _ in range(rounds):
        base = run(peer)[0]
        wall, _, resident, _ = run(command)
        ratios.append(wall / base)
        memory = max(memory, resident)
    return ratios, memory


def reports(figures, megabytes, rounds):
    inputs = [("one merged file", make_input(8, megabytes, 1, "merged")),
              ("64 ranks in 130 files", make_input(64, megabytes, 2, "split")),
              ("1,024 ranks in 2,050 files", make_input(1024, megabytes, 3, "split"))]
    for words, folder in inputs:
        files = files_of(folder)
        counted = run(["wc", "-l", *files], keep=True)[3].split()
        lines = int(counted[-2])
        size = sum(path.stat().st_size for path in files)
        # Every fifth line of these inputs is an event.
        ratios, memory = in_turns(rounds, [LANESCOPE, "report", folder], ["wc", "-l", *files])
        figures.add(f"report of {words}, x wc -l", ratios, 2.5, 6)
        figures.add("  peak memory, bytes a line", memory / lines, 12 + 40 * 1024 * 1024 / lines, 24)
        figures.add("  peak memory, x input", memory / size, 0.15, 0.3)
    merged = files_of(inputs[0][1])[0]
    figures.add("report with one thread, x wc -l", in_turns(rounds, [LANESCOPE, "report", "--threads", "1", merged], ["wc", "-l", merged])[0], 5, 8)
    if shutil.which("lnav"):
        figures.add("report of it, x lnav -q -n (loading alone)", in_turns(1, [LANESCOPE, "report", merged], ["lnav", "-q", "-n", merged])[0])
    stages = told([TOOLS / "stage_speed", merged])
    for key, words in [("read", "reading alone"), ("newlines", "with counting newlines"), ("literals", "with the prefilter"), ("first_pass", "the first pass"),
                       ("both_passes", "both passes"), ("run", "the whole Run")]:
        figures.add(f"  {words}, one thread, MB a second", stages[key])
    budget = told([TOOLS / "line_budget", merged])
    figures.add("index and columns, bytes a line", budget["bytes_per_line"], 9, budget["budget"])


def comparisons(figures, megabytes, rounds):
    """Two runs of the same kind, whose every line is compared: reading both is in it."""
    run_folder, baseline = make_input(8, megabytes, 1, "merged"), make_input(8, megabytes, 7, "merged")
    files = files_of(run_folder) + files_of(baseline)
    ratios, memory = in_turns(rounds, [LANESCOPE, "compare", run_folder, "--baseline", baseline], ["wc", "-l", *files])
    figures.add(f"compare 2 x {megabytes} MB, merged, x wc -l of both", ratios, 15, 30)
    figures.add("  peak memory, x input", memory / sum(path.stat().st_size for path in files), 0.3, 0.5)


def searches(figures, megabytes, rounds):
    merged = files_of(make_input(8, megabytes, 1, "merged"))[0]
    split = make_input(64, megabytes, 2, "split")
    patterns = [line for line in (ROOT / "tests" / "bench" / "patterns.txt").read_text().splitlines() if line and not line.startswith("#")]
    literal = r"NCCL WARN .* (failed|status=[0-9]+)"
    wanted = [("regex with a literal, merged", merged, literal, 1.0, 2.0), ("regex without a literal, merged", merged, r"\d\d:\d\d:\d\d\.\d{3}[02468]", 0.5, 1.0),
              (f"{len(patterns)} alternatives, merged", merged, "|".join(patterns), 0.25, 1.0), ("regex with a literal, 130 files", split, literal, 1.5, 3.0)]
    for words, path, expression, goal, floor in wanted:
        name = f"search: {words}, x rg -c"
        if not shutil.which("rg"):
            figures.missing(name, "rg", goal, floor)
            continue
        peer = min(run(["rg", "-c", "-e", expression, path])[0] for _ in range(rounds))
        counted = sum(int(line.rsplit(b":", 1)[-1]) for line in run(["rg", "-c", "-e", expression, path], keep=True)[3].split())
        ours = told([TOOLS / "search_speed", str(rounds), expression, "--", path])
        if ours["lines"] != counted:
            fail(f"search finds {ours['lines']} lines, rg {counted}: {expression}")
        figures.add(name, ours["seconds"] / peer, goal, floor)
        figures.add("  first lines, ms", ours["first_seconds"] * 1000, 50)


def archives(figures, megabytes, rounds):
    for words, folder, name, goal, floor in [("zip of 64 ranks", make_input(64, megabytes, 2, "split"), f"split-64-{megabytes}-2.zip", 0.9, 1.5),
                                             ("zip with one member", make_input(8, megabytes, 1, "merged"), f"merged-8-{megabytes}-1.zip", 1.3, 2.0)]:
        if not shutil.which("bsdtar"):
            figures.missing(f"report of a {words}, x bsdtar -xO", "bsdtar", goal, floor)
            continue
        archive = zip_of(folder, name)
        ratios, memory = in_turns(rounds, [LANESCOPE, "report", archive], ["bsdtar", "-xOf", archive])
        figures.add(f"report of a {words}, x bsdtar -xO", ratios, goal, floor)
        figures.add("  peak memory, x what is in it", memory / sum(path.stat().st_size for path in files_of(folder)), 0.3, 0.5)


def best_of(rounds, command):
    """What a program of ours tells, the least of each figure: the machine adds, it never takes away."""
    runs = [told(command) for _ in range(rounds)]
    return {key: min(one[key] for one in runs) for key in runs[0]}


def timelines(figures, rounds):
    for kind in ("tests", "events"):
        best = best_of(min(rounds, 3), [TOOLS / "timeline_speed", "1024", "10000000", kind])
        figures.add(f"timeline, 1,024 lanes, 10 million {kind}: 500 steps, paint, 95th percentile, ms", best["paint_p95_ms"], 16, 33)
        figures.add("  slowest paint, ms", best["paint_worst_ms"], 33, 66)
        figures.add("  whole frame beside it, 95th percentile, ms", best["frame_p95_ms"], 16, 33)
        figures.add("  slowest whole frame, ms", best["frame_worst_ms"], 33, 66)
        figures.add("  structure, bytes each", best["bytes_per_item"], 40, 64)
        figures.add("  built in, beside the GUI thread, ms", best["build_ms"], 500, 1000)


def windows(figures, megabytes, rounds):
    """The whole window over 1,024 ranks: opening, every key of the timeline, 500 steps of pan and zoom, typing a search."""
    inputs = [(f"{megabytes} MB in 2,050 files", [make_input(1024, megabytes, 3, "split")]),
              ("10 million events", ["--made", "1024", "10000000", "events"]), ("10 million tests", ["--made", "1024", "10000000", "tests"])]
    for words, arguments in inputs:
        best = best_of(min(rounds, 3), [TOOLS / "window_speed", *arguments])
        figures.add(f"window, 1,024 ranks, {words}: first lanes, ms", best["first_lanes_ms"], 1000, 2000)
        figures.add("  all of it shown, ms", best["settled_ms"])
        figures.add("  GUI thread away while it opens, at most, ms", best["open_longest_gap_ms"], 33, 100)
        figures.add("  key to picture, 95th percentile, ms", best["key_to_paint_p95_ms"], 33, 100)
        figures.add("  key to picture, slowest, ms", best["key_to_paint_worst_ms"], 100, 200)
        figures.add("  GUI thread away over all keys, at most, ms", best["keys_longest_gap_ms"], 33, 66)
        figures.add("  500 steps: step to picture, 95th percentile, ms", best["frame_p95_ms"], 16, 33)
        figures.add("  500 steps: step to picture, slowest, ms", best["frame_worst_ms"], 33, 66)
        figures.add("  GUI thread away over the steps, at most, ms", best["walk_longest_gap_ms"], 33, 66)
        figures.add("  GUI thread away while a search is typed, at most, ms", best["search_longest_gap_ms"], 33, 66)


def starts(figures, megabytes, rounds):
    merged = files_of(make_input(8, megabytes, 1, "merged"))[0]
    size = merged.stat().st_size
    paint = [told([TOOLS / "first_paint"])["first_paint_ms"] for _ in range(rounds)]
    figures.add("first paint with nothing open, ms", paint, 100, 300)
    opened = [told([TOOLS / "first_paint", merged]) for _ in range(rounds)]
    figures.add(f"first paint with {megabytes} MB opening, ms", [one["first_paint_ms"] for one in opened], 200, 500)
    figures.add("  peak memory of the window, x input", max(one["peak_bytes"] for one in opened) / size, 0.25, 0.4)
    sample = ROOT / "samples" / "incident" / "failing"
    nothing = statistics.median(run([LANESCOPE, "--version"])[1] for _ in range(20))
    figures.add("report of the sample without its start, ms of CPU", [1000 * (run([LANESCOPE, "report", sample])[1] - nothing) for _ in range(20)], 50)


def machine():
    model = next((line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")), "")
    return {"cpu": model, "cores": os.cpu_count(), "kernel": os.uname().release}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=1000, help="size of the large inputs (default: 1000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of which the median counts (default: 5)")
    parser.add_argument("--only", help="one part: reports, comparisons, searches, archives, timelines, windows, starts or growth")
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    figures = Figures()
    parts = {"reports": lambda: reports(figures, options.megabytes, options.rounds),
             "comparisons": lambda: comparisons(figures, options.megabytes, options.rounds),
             "searches": lambda: searches(figures, options.megabytes, options.rounds),
             "archives": lambda: archives(figures, options.megabytes, options.rounds),
             "timelines": lambda: timelines(figures, options.rounds),
             "windows": lambda: windows(figures, options.megabytes, options.rounds),
             "starts": lambda: starts(figures, options.megabytes, options.rounds),
             "growth": lambda: growth_figures(figures, WORK / "growth", lambda path: run([LANESCOPE, "report", path])[0:3])}
    if options.only and options.only not in parts:
        parser.error(f"--only takes one of {', '.join(parts)}")
    print(f"{'':<66} {'measured':>8} {'goal':>7} {'floor':>7}")
    for name, part in parts.items():
        if options.only in (None, name):
            part()
    if not options.only:
        (WORK / "results.json").write_text(json.dumps({"machine": machine(), "megabytes": options.megabytes, "figures": figures.rows}, indent=1) + "\n")
    return 0 if figures.good() else 1


if __name__ == "__main__":
    sys.exit(main())
