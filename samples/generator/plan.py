# SPDX-License-Identifier: Apache-2.0
"""What happens in an invented pair of runs: decided here once, written out by the other modules.

Times are integer microseconds since the epoch (UTC). Everything follows from the options and the seed.
"""

import random
from dataclasses import dataclass, field
from datetime import datetime, timezone

SECOND = 1_000_000
BUCKET = "tests/unit/pipeline"
PROJECT = "/workspace/strata"

# cudaGetErrorString of the codes that can be asked for.
CUDA_TEXT = {
    700: "an illegal memory access was encountered",
    702: "the launch timed out and was terminated",
    715: "an illegal instruction was encountered",
    716: "misaligned address",
    719: "unspecified launch failure",
    999: "unknown error",
}

# file -> (class or None, functions); each function runs for every pair of STAGES and SCHEDULES, less what the seed drops.
CATALOGUE = [
    ("test_activations.py", None, ["test_shapes_agree", "test_gradients_flow", "test_dtype_kept"]),
    ("test_bubble.py", None, ["test_idle_share", "test_warmup_steps"]),
    ("test_handoff.py", "TestPointToPoint", ["test_send_receive", "test_batched"]),
    ("test_handoff.py", "TestSequenceGather", ["test_gather_then_split", "test_uneven_tail"]),
    ("test_interleave.py", None, ["test_order_of_chunks", "test_virtual_stages", "test_drain"]),
    ("test_recompute.py", None, ["test_same_loss", "test_less_memory"]),
    ("test_ring.py", "TestRing", ["test_rotate", "test_reverse", "test_two_rings"]),
    ("test_stage_split.py", None, ["test_even", "test_by_cost", "test_tied_weights"]),
    ("test_weights_io.py", "TestSaveLoad", ["test_round_trip", "test_more_stages"]),
    ("test_zero_bubble.py", None, ["test_split_backward", "test_post_validation"]),
]
STAGES = ["1", "2", "4", "8"]
SCHEDULES = ["gpipe", "1f1b", "zb"]


@dataclass
class Test:
    """One test of the suite, the same for every rank and launch of a run pair."""
    path: str
    name: str                      # TestX::test_y[param]: what the short summary prints in bold
    param: str
    skipped: bool = False
    prints: str = ""               # a line that the test prints
    warns: bool = False            # prints a UserWarning on stderr
    seconds: float = 1.0           # how long it takes, before a launch's own variation

    @property
    def nodeid(self):
        return f"{self.path}::{self.name}"


@dataclass
class Failure:
    """What goes wrong in the first launch of the failing run."""
    test: int                      # index into Suite.tests
    ranks: list
    code: int
    text: str
    timeout_ms: int
    seq: int                       # of the collective that the failing ranks wait in
    at: dict = field(default_factory=dict)         # rank -> time of the CUDA failure
    watchdog: dict = field(default_factory=dict)   # rank -> (time, ran for ms)
    noticed: int = 0               # when the launcher saw the first exit
    stubborn: int = -1             # rank that needs SIGKILL, -1: none


@dataclass
class Suite:
    tests: list
    deselected: int
    skipped_file_line: int


@dataclass
class Launch:
    phase: str                     # prod | experimental
    directory: str                 # none_ab12cd34
    command_at: int                # when the shell traced the launcher's command
    agent_pid: int
    pids: list
    banner_at: int = 0
    session_at: int = 0
    collected_at: int = 0
    spans: list = field(default_factory=list)      # rank 0's (start, end) of each test that it ran
    summary_at: int = 0
    end: int = 0
    seconds: list = field(default_factory=list)    # a rank's session time, [] where it never ended
    failure: Failure = None
    cleanup_ranks: list = field(default_factory=list)

    @property
    def outcome(self):
        return "failed" if self.failure else "empty" if self.phase == "experimental" else "passed"


@dataclass
class Run:
    """One CI job."""
    name: str                      # failing | passing | passing-2 ...
    seed: str
    ranks: int
    suite: Suite
    start: int
    run_id: int
    artifact: str
    artifact_id: int
    node: str
    runner: str
    merge: str
    head: str
    base: str
    image: str
    digest: str
    nccl: str
    port: int
    phase_us: int                  # of the monotonic clock behind the fraction of c10 heads, one for a host
    image_ready: int = 0
    experiments: list = field(default_factory=list)   # start of each experiment
    launches: list = field(default_factory=list)
    restart_at: int = 0            # 0: no restart
    end: int = 0

    def random(self, purpose):
        return random.Random(f"{self.seed}/{self.name}/{purpose}")

    @property
    def failed(self):
        return self.launches[-1].failure is not None


def make_suite(rng, ranks):
    everything = [(file, group, function, f"{stage}-{schedule}")
                  for file, group, functions in CATALOGUE for function in functions
                  for stage in STAGES for schedule in SCHEDULES]
    kept = sorted(rng.sample(range(len(everything)), rng.randint(206, 228)))
    tests = []
    for index in kept:
        file, group, function, param = everything[index]
        name = f"{group}::{function}[{param}]" if group else f"{function}[{param}]"
        test = Test(f"{BUCKET}/{file}", name, param, seconds=rng.uniform(0.25, 4.0))
        if rng.random() < 0.13:
            test.prints = f"stage plan: {param.split('-')[0]} stages, {rng.randint(40_000, 990_000)} parameters each"
        test.warns = rng.random() < 0.03
        tests.append(test)
    tests[0].prints = tests[0].prints or f"stage plan: 1 stages, {rng.randint(40_000, 990_000)} parameters each"
    for index in rng.sample(range(3, len(tests) - 1), rng.randint(3, 6)):
        tests[index] = Test(tests[index].path, tests[index].name, tests[index].param, skipped=True, seconds=0.002)
    return Suite(tests, deselected=rng.randint(4, 15), skipped_file_line=rng.randint(3, 19))


def choose_test(rng, suite, wanted):
    """The index of the failing test: what the user named, or one in the second half of the suite."""
    usable = [i for i, test in enumerate(suite.tests[:-1]) if not test.skipped and i > 0]
    if wanted is None:
        return rng.choice([i for i in usable if 0.5 < i / len(suite.tests) < 0.85 and "::Test" in suite.tests[i].nodeid])
    if wanted.isdigit():
        return min(usable, key=lambda i: abs(i - int(wanted)))
    found = [i for i in usable if wanted in suite.tests[i].nodeid]
    if not found:
        raise ValueError(f"no test of this seed has {wanted!r} in its id (skipped, first and last tests cannot fail)")
    return found[0]


def new_launch(rng, run, phase, command_at, agent_pid):
    letters = "abcdefghijklmnopqrstuvwxyz0123456789_"
    first = agent_pid + rng.randint(12, 30)
    launch = Launch(phase, "none_" + "".join(rng.choice(letters) for _ in range(8)), command_at, agent_pid,
                    [first + rank for rank in range(run.ranks)])
    launch.banner_at = command_at + rng.randint(1700, 2600) * 1000
    launch.session_at = launch.banner_at + rng.randint(14_000, 21_000) * 1000
    launch.collected_at = launch.session_at + rng.randint(8_500, 13_000) * 1000
    return launch


def play_tests(rng, run, launch, last=None):
    """Gives rank 0's tests their times: all of them, or up to and including index `last`, which never ends."""
    now = launch.collected_at + rng.randint(1500, 2900) * 1000
    for index, test in enumerate(run.suite.tests):
        length = 2_000 if test.skipped else int(test.seconds * rng.uniform(0.92, 1.12) * SECOND)
        launch.spans.append((now, now + length))
        if index == last:
            return now
        now += length + (1_000 if test.skipped else rng.randint(20, 260) * 1000)
    return now


def finish(rng, run, launch, now):
    """Ends a session that ran to its end."""
    launch.summary_at = now + rng.randint(60, 200) * 1000
    session = (launch.summary_at - launch.session_at) / SECOND
    launch.seconds = [round(session + rng.uniform(-0.6, 0.6), 2) for _ in range(run.ranks)]
    launch.end = launch.summary_at + rng.randint(1500, 3000) * 1000


def fail(rng, run, launch, failure):
    """The first launch of the failing run: some ranks meet a CUDA failure, wait at a barrier, and the watchdog ends them."""
    start = play_tests(rng, run, launch, failure.test)
    at = start + rng.randint(900, 2600) * 1000
    barrier = at + rng.randint(1500, 6000) * 1000
    for place, rank in enumerate(failure.ranks):
        failure.at[rank] = at + place * rng.randint(0, 30) * 1000
        ran = failure.timeout_ms + rng.randint(2, 40)
        failure.watchdog[rank] = (barrier + place * rng.randint(15, 60) * 1000 + ran * 1000, ran)
    first_report = failure.watchdog[failure.ranks[0]][0]
    failure.noticed = first_report + rng.randint(2900, 3700) * 1000
    launch.end = failure.noticed + rng.randint(800, 1200) * 1000
    if len(failure.ranks) > 1:
        failure.stubborn = failure.ranks[-1]
        launch.end = failure.noticed + 30 * SECOND + rng.randint(800, 1200) * 1000
    launch.failure = failure


def make_run(options, name, suite, failure, start, identity):
    rng = random.Random(f"{options.seed}/{name}/run")
    run = Run(name=name, seed=str(options.seed), ranks=options.ranks, suite=suite, start=start, **identity)
    pull_at = run.start + rng.randint(4, 8) * SECOND
    run.image_ready = pull_at + rng.randint(90, 420) * SECOND + rng.randint(0, 999) * 1000
    now = run.image_ready + rng.randint(3000, 5000) * 1000
    attempts = [failure, None] if failure and options.recover else [failure]
    for index, wrong in enumerate(attempts):
        now -= now % SECOND                      # the experiment's id names whole seconds
        run.experiments.append(now)
        agent_pid = rng.randint(320, 990)
        launch = new_launch(rng, run, "prod", now + rng.randint(11_000, 17_000) * 1000, agent_pid)
        run.launches.append(launch)
        if wrong:
            fail(rng, run, launch, wrong)
            now = launch.end + rng.randint(1500, 2500) * 1000
            if index + 1 < len(attempts):
                run.restart_at = now + rng.randint(25, 50) * SECOND
                now = run.restart_at + 2 * SECOND
            continue
        finish(rng, run, launch, play_tests(rng, run, launch))
        launch.cleanup_ranks = sorted(rng.sample(range(1, run.ranks), min(3, run.ranks - 1))) if failure else []
        second = new_launch(rng, run, "experimental", launch.end + rng.randint(3000, 5000) * 1000, agent_pid + rng.randint(350, 450))
        finish(rng, run, second, second.collected_at + rng.randint(2500, 3500) * 1000)
        run.launches.append(second)
        now = second.end
    run.end = now + rng.randint(15, 30) * SECOND
    return run


def make_runs(options):
    """The failing run, the run before it that passed, and further ones of the same job that passed (--passes)."""
    rng = random.Random(f"{options.seed}/pair")
    suite = make_suite(rng, options.ranks)
    ranks = options.failing_ranks or sorted(rng.sample(range(1, options.ranks), min(2, options.ranks - 1)))
    failure = Failure(choose_test(rng, suite, options.test), ranks, options.cuda_code, CUDA_TEXT[options.cuda_code],
                      timeout_ms=rng.choice([600_000, 900_000, 1_800_000]), seq=rng.randint(1200, 9800))
    day = datetime(2026, rng.randint(2, 11), rng.randint(1, 28), rng.randint(0, 20), rng.randint(0, 59), rng.randint(0, 59),
                   tzinfo=timezone.utc)
    start = int(day.timestamp()) * SECOND

    def sha():
        return f"{rng.getrandbits(160):040x}"

    base, head, image, digest = sha(), sha(), f"{rng.getrandbits(24):06x}", f"{rng.getrandbits(256):064x}"
    run_id, pool = rng.randint(18_000_000_000, 19_999_999_999), rng.randint(10, 90)
    nccl = rng.choice(["2.28.9", "2.29.3", "2.30.7"])

    def identity(offset, head_commit, base_commit):
        number = run_id + offset
        return dict(run_id=number, artifact=f"logs-{BUCKET.replace('/', '-')}-{number}-{rng.getrandbits(16):04x}",
                    artifact_id=rng.randint(4_000_000_000, 7_000_000_000), node=f"accel-{rng.randint(1, 60):02d}",
                    runner=f"pool-b-{pool + offset % 7}", merge=sha(), head=head_commit, base=base_commit,
                    image=f"registry.invalid/strata-ci:{image}", digest=digest, nccl=nccl, port=rng.randint(20_000, 40_000),
                    phase_us=rng.randint(0, 999_999))

    passing = make_run(options, "passing", suite, None, start - rng.randint(3, 20) * 3600 * SECOND,
                       identity(-rng.randint(200_000, 900_000), sha(), sha()))
    failing = make_run(options, "failing", suite, failure, start, identity(0, head, base))
    others = [make_run(options, f"passing-{number}", suite, None, start - (24 * number + rng.randint(0, 20)) * 3600 * SECOND,
                       identity(-rng.randint(1_000_000, 9_000_000), sha(), sha())) for number in range(2, options.passes + 1)]
    return failing, passing, others
