# SPDX-License-Identifier: Apache-2.0
"""truth.json: what a reader of the logs should find."""

from .heads import iso
from .rank_files import STACK_FILE, STACK_LINE, counts


def attempt(run, launch):
    suite, production = run.suite, launch.phase == "prod"
    passed, skipped, deselected = counts(run, launch)
    result = {
        "phase": launch.phase, "dir": launch.directory, "start": iso(launch.command_at), "end": iso(launch.end),
        "outcome": launch.outcome, "collected": len(suite.tests) + suite.deselected,
        "selected": len(suite.tests) if production else 0, "deselected": deselected, "collection_skips": 1,
        "ranks": {str(rank): {"passed": passed, "skipped": skipped, "deselected": deselected, "seconds": seconds}
                  for rank, seconds in enumerate(launch.seconds)},
    }
    failure = launch.failure
    if failure:
        first = failure.ranks[0]
        result |= {
            "failed_test": suite.tests[failure.test].nodeid, "failed_ranks": failure.ranks,
            "stalled_ranks": [rank for rank in range(run.ranks) if rank not in failure.ranks],
            "affected_start": iso(launch.spans[failure.test][0]), "timeout_at": iso(failure.watchdog[first][0]),
            "first_exit_rank": first,
        }
    return result


def events(run):
    found = []
    for launch in run.launches:
        failure = launch.failure
        if not failure:
            continue
        found += [{"kind": "cuda-error", "rank": rank, "time": iso(at), "code": failure.code, "text": failure.text}
                  for rank, at in failure.at.items()]
        found += [{"kind": "timeout", "rank": rank, "time": iso(at), "timeout_ms": failure.timeout_ms, "ran_ms": ran,
                   "waiting_since": iso(at - ran * 1000), "op": "ALLREDUCE", "seq": failure.seq,
                   "last_enqueued": failure.seq, "last_completed": failure.seq - 1}
                  for rank, (at, ran) in failure.watchdog.items()]
    return found


def of_run(run):
    return {
        "outcome": "failed" if run.failed else "recovered" if run.restart_at else "passed",
        "started": iso(run.start), "image_ready": iso(run.image_ready), "ended": iso(run.end),
        "commit": run.merge, "image": run.image, "run_id": run.run_id, "node": run.node,
        "attempts": [attempt(run, launch) for launch in run.launches], "events": events(run),
    }


def of_pair(seed, failing, passing):
    failure = failing.launches[0].failure
    return {
        "seed": seed, "passing": of_run(passing), "failing": of_run(failing),
        "recovery_at": iso(failing.restart_at) if failing.restart_at else None,
        "summary_at": iso(failing.launches[1].summary_at) if failing.restart_at else None,
        "facts": {
            "world": failing.ranks, "nccl": failing.nccl, "cuda": [failure.code, failure.text], "timeout_ms": failure.timeout_ms,
            "seq": failure.seq, "ranks": failure.ranks, "test": failing.suite.tests[failure.test].nodeid, "host": "task-1",
            "recover": bool(failing.restart_at), "stack": [STACK_FILE, STACK_LINE],
            "cleanup_ranks": failing.launches[1].cleanup_ranks if failing.restart_at else [],
        },
    }
