#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes an invented CI incident: a run in which some ranks meet a CUDA failure and the run before it that passed, an
artifact zip and a job log each, and truth.json with what there is to find in them. The same options give the same bytes.

samples/incident was made by:  samples/make_sample.py --out samples/incident
"""

import argparse
import json
import os
import sys
import zipfile
from pathlib import Path

from generator import plan, rank_files, truth
from generator.heads import utc
from generator.job_log import job_log
from generator.nccl_file import shared_file


def artifact_files(run):
    """member name -> bytes, in the order of the upload."""
    files = {}
    for launch in sorted(run.launches, key=lambda one: one.directory):
        for rank in range(run.ranks):
            for name, stream in (("stderr", rank_files.stderr), ("stdout", rank_files.stdout)):
                text = "".join(text for _, text in sorted(stream(run, launch, rank), key=lambda one: one[0]))
                files[f"1/{launch.directory}/attempt_0/{rank}/{name}.log"] = text.encode()
    files["nccl_debug.log"] = shared_file(run)
    return files


def write_zip(path, files, uploaded):
    """Entry dates are the upload's, as upload-artifact writes them; no other machine-dependent byte."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, utc(uploaded).timetuple()[:6])
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)


def write_tree(folder, files, uploaded):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        os.utime(path, (uploaded // 1_000_000,) * 2)


def write_run(run, out, tree):
    files = artifact_files(run)
    folder = out / run.name
    folder.mkdir(parents=True, exist_ok=True)
    uploaded = run.end - 5_000_000
    uploaded -= uploaded % 2_000_000             # a zip counts in steps of two seconds
    write_zip(folder / f"{run.artifact}.zip", files, uploaded)
    if tree:
        write_tree(out / "tree" / run.name / run.artifact, files, uploaded)
    (folder / "job-log.txt").write_bytes(job_log(run, files))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="folder for failing/, passing/ and truth.json")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another incident (default: 1)")
    parser.add_argument("--ranks", type=int, default=8, help="number of ranks, 2 to 64 (default: 8)")
    parser.add_argument("--test", metavar="TEXT|INDEX", help="the test that fails: a piece of its id or its place (default: by seed)")
    parser.add_argument("--failing-ranks", metavar="LIST", type=lambda text: sorted({int(part) for part in text.split(",")}),
                        help="ranks that meet the CUDA failure, for example 5,7 (default: by seed)")
    parser.add_argument("--cuda-code", type=int, default=719, choices=sorted(plan.CUDA_TEXT), help="CUDA error (default: 719)")
    parser.add_argument("--recover", action=argparse.BooleanOptionalAction, default=True, help="whether a second start passes")
    parser.add_argument("--passes", type=int, default=1, metavar="N", help="how many runs of the job passed: passing-2 .. beside passing (default: 1)")
    parser.add_argument("--tree", action="store_true", help="write the artifacts' files unpacked too, under DIR/tree")
    options = parser.parse_args()
    if not 2 <= options.ranks <= 64:
        parser.error("--ranks must be 2 to 64")
    if not 1 <= options.passes <= 9:
        parser.error("--passes must be 1 to 9")
    if options.failing_ranks and not 0 <= options.failing_ranks[0] <= options.failing_ranks[-1] < options.ranks:
        parser.error(f"--failing-ranks must lie between 0 and {options.ranks - 1}")
    return parser, options


def main():
    parser, options = parse()
    try:
        failing, passing, others = plan.make_runs(options)
    except ValueError as error:
        parser.error(str(error))
    for run in (failing, passing, *others):
        write_run(run, options.out, options.tree)
    text = json.dumps(truth.of_pair(options.seed, failing, passing), indent=1) + "\n"
    (options.out / "truth.json").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
