#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the release build against the performance floors: ./dev bench [--megabytes N] [--rounds N]

Each figure is a ratio to a yardstick timed in the same round (wc -l of the same bytes, in the page cache): milliseconds of
another day say nothing. Exit status 1 where a floor is missed. Writes build/bench/results.json.
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

ROOT = Path(__file__).resolve().parents[2]
RELEASE = ROOT / "build" / "release"
WORK = ROOT / "build" / "bench"


def timed(*command):
    """(wall seconds, peak resident bytes) of a command that must end with 0 or 1."""
    with open(os.devnull, "wb") as nothing:
        started = time.perf_counter()
        process = subprocess.Popen([str(part) for part in command], stdout=nothing, stderr=subprocess.PIPE)
        words = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"bench: {' '.join(map(str, command))} ended with {process.returncode}\n{words.decode(errors='replace')}")
    return wall, usage.ru_maxrss * 1024


def make_input(ranks, megabytes, seed, mode):
    """An input of gen_big, made once."""
    folder = WORK / f"{mode}-{ranks}-{megabytes}-{seed}"
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        if shutil.disk_usage(WORK).free < 2 * megabytes * 1_000_000:
            sys.exit(f"bench: {WORK} has no room for {megabytes} MB of input")
        print(f"bench: making {megabytes} MB in {folder.relative_to(ROOT)}", file=sys.stderr)
        subprocess.run([RELEASE / "tests" / "gen_big", folder, str(ranks), str(megabytes), str(seed), mode], check=True,
                       stderr=subprocess.DEVNULL)
        (folder / "complete").touch()
    return folder


def ratios(rounds, command, yardstick):
    """Wall times of a command over a yardstick's, in turns; and the command's greatest memory."""
    timed(*yardstick)                            # brings the input into the page cache
    found, memory = [], 0
    for _ in range(rounds):
        base, _ = timed(*yardstick)
        wall, resident = timed(*command)
        found.append(wall / base)
        memory = max(memory, resident)
    return found, memory


def measure(megabytes, rounds):
    log = make_input(8, megabytes, 1, "merged") / "merged.log"
    budget = subprocess.run([RELEASE / "tests" / "line_budget", log], capture_output=True, text=True)
    if budget.returncode not in (0, 1):
        sys.exit(f"bench: {budget.stderr}")
    columns = json.loads(budget.stdout)
    report = [RELEASE / "app" / "lanescope", "report", log]
    over_wc, memory = ratios(rounds, report, ["wc", "-l", log])
    result = [
        {"name": f"report of a merged log of {megabytes} MB, times wc -l", "value": statistics.median(over_wc),
         "spread": [min(over_wc), max(over_wc)], "goal": 2.5, "floor": 6.0},
        {"name": "index and columns, bytes a line", "value": columns["bytes_per_line"], "goal": 9.0, "floor": columns["budget"]},
        {"name": "peak resident memory, bytes a line", "value": memory / columns["lines"], "goal": 12.0, "floor": 24.0},
    ]
    if shutil.which("rg"):
        peer, _ = ratios(rounds, report, ["rg", "-c", "-f", ROOT / "tests" / "bench" / "patterns.txt", log])
        result.append({"name": "the same, times rg -c -f patterns.txt", "value": statistics.median(peer),
                       "spread": [min(peer), max(peer)], "goal": 0.4, "floor": None})
    return result


def show(result):
    print(f"{'':<52} {'measured':>9} {'goal':>6} {'floor':>6}")
    for row in result:
        floor = row["floor"]
        verdict = "" if floor is None else "MET" if row["value"] <= floor else "NOT MET"
        print(f"{row['name']:<52} {row['value']:>9.2f} {row['goal']:>6.1f} {'' if floor is None else f'{floor:.1f}':>6}  {verdict}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=1000, help="size of the input (default: 1000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of which the median counts (default: 5)")
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    result = measure(options.megabytes, options.rounds)
    show(result)
    (WORK / "results.json").write_text(json.dumps({"cores": os.cpu_count(), "figures": result}, indent=1) + "\n")
    return 1 if any(row["floor"] is not None and row["value"] > row["floor"] for row in result) else 0


if __name__ == "__main__":
    sys.exit(main())
