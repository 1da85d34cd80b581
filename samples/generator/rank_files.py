# SPDX-License-Identifier: Apache-2.0
"""stdout and stderr of one rank in one launch, as lists of (time, text): what the process wrote, when, in pieces."""

from .heads import BOLD, CYAN, GREEN, RED, SECOND, YELLOW, c10, colour, rule, totals
from .plan import BUCKET, PROJECT

PACKAGES = "/usr/local/lib/python3.12/dist-packages"
C10D = "/opt/pytorch/pytorch/torch/csrc/distributed/c10d"
START_WARNING = (f"{PACKAGES}/torch/cuda/__init__.py:61: FutureWarning: The pynvml package is deprecated. "
                 "Please install nvidia-ml-py instead.\n  import pynvml  # type: ignore[import]\n")
TEST_WARNING = f"{PROJECT}/strata/parallel/linear.py:204: UserWarning: fused weight gradients are off for this layer\n  warnings.warn(\n"
DUMP_ADVICE = ("This is most likely caused by incorrect usages of collectives, e.g., wrong sizes used across ranks, the order of "
               "collectives is not same for all ranks or the scheduled collective, for some reason, didn't run. Additionally, this "
               "can be caused by GIL deadlock or other reasons such as network errors or bugs in the communications library "
               "(e.g. NCCL), etc. ")
# The frame that truth.json asks for.
STACK_FILE, STACK_LINE = "strata/parallel/gather.py", 118


def session_start(run, launch, rank):
    selected, at = launch.phase == "prod", launch.session_at + rank * 3000
    suite = run.suite
    total = len(suite.tests) + suite.deselected
    deselected = suite.deselected if selected else total
    chosen = len(suite.tests) if selected else 0
    collected = launch.collected_at + rank * 4000
    return [(at, colour(rule("=", "test session starts"), BOLD) + "\n"
             "platform linux -- Python 3.12.11, pytest-9.0.2, pluggy-1.6.0 -- /opt/venv/bin/python\n"
             f"cachedir: .pytest_cache\nrootdir: {PROJECT}\nconfigfile: pyproject.toml\nplugins: timeout-2.4.0, cov-7.0.0\n"),
            (at, colour("collecting ... ", BOLD)),
            (collected, f"collected {total} items / {deselected} deselected / 1 skipped / {chosen} selected\n\n")]


def skip_lines(run, launch):
    """The folded SKIPPED lines of the short summary."""
    lines = [f"{colour('SKIPPED', YELLOW)} [1] {BUCKET}/test_external.py:{run.suite.skipped_file_line}: "
             "could not import 'flexlayers': No module named 'flexlayers'\n"]
    skipped = sum(test.skipped for test in run.suite.tests)
    if skipped and launch.phase == "prod":
        lines.append(f"{colour('SKIPPED', YELLOW)} [{skipped}] {BUCKET}/conftest.py:44: needs {run.ranks * 2} ranks or more\n")
    return "".join(lines)


def counts(run, launch):
    """(passed, skipped, deselected) of a session that ran to its end."""
    suite = run.suite
    if launch.phase == "experimental":
        return 0, 1, len(suite.tests) + suite.deselected
    skipped = sum(test.skipped for test in suite.tests)
    return len(suite.tests) - skipped, skipped + 1, suite.deselected


def summary(run, launch, rank):
    tests = run.suite.tests if launch.phase == "prod" else []
    rng = run.random(f"{launch.directory}/{rank}/durations")
    text = [f"\n{colour(rule('=', 'warnings summary'), YELLOW)}\n{BUCKET}/test_ring.py:7\n"
            f"  {PROJECT}/{BUCKET}/test_ring.py:7: PytestUnknownMarkWarning: Unknown pytest.mark.needs_fast_links - is this a typo?  "
            "You can register custom marks to avoid this warning - for details, see "
            "https://docs.pytest.org/en/stable/how-to/mark.html\n    @pytest.mark.needs_fast_links\n\n"
            "-- Docs: https://docs.pytest.org/en/stable/how-to/capture-warnings.html\n"]
    if tests:
        text.append(rule("=", "PASSES") + "\n" + rule("=", "slowest 15 durations") + "\n")
        ran = [((end - start) / SECOND + rng.uniform(-0.04, 0.04), test)
               for test, (start, end) in zip(tests, launch.spans) if not test.skipped]
        ran.sort(key=lambda one: -one[0])
        text += [f"{seconds:.2f}s call     {test.nodeid}\n" for seconds, test in ran[:15]]
        text.append(f"\n({2 * len(tests)} durations < 0.005s hidden.  Use -vv to show these durations.)\n")
    text.append(colour(rule("=", "short test summary info"), CYAN, BOLD) + "\n")
    text += [f"{colour('PASSED', GREEN)} {test.path}::{colour(test.name, BOLD)}\n" for test in tests if not test.skipped]
    text.append(skip_lines(run, launch))
    passed, skipped, deselected = counts(run, launch)
    text.append(totals([(passed, "passed"), (skipped, "skipped"), (deselected, "deselected"), (1, "warning")],
                       launch.seconds[rank]))
    return [(launch.summary_at + rank * 2000, "".join(text))]


def watchdog_text(failure, rank):
    return (f"[Rank {rank}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum={failure.seq}, OpType=ALLREDUCE, "
            f"NumelIn=1, NumelOut=1, Timeout(ms)={failure.timeout_ms}) ran for {failure.watchdog[rank][1]} milliseconds before "
            "timing out.")


def call_section(run, failure, rank, test):
    """What the project's report hook prints as soon as a test's call has failed."""
    stages, schedule = test.param.split("-")
    group = test.name.split("::")[0] if "::" in test.name else None
    rng = run.random(f"section/{rank}")
    owner = f"self = <{test.path.rsplit('/', 1)[1][:-3]}.{group} object at 0x{rng.getrandbits(44):012x}>\n" if group else ""
    return (f"\n[rank {rank}] {test.nodeid} (call)\n{owner}stages = {stages}, schedule = '{schedule}'\n\n"
            ">       loss = engine.run_schedule(batch, stages=stages, schedule=schedule)\n"
            "               " + "^" * 64 + "\n\n"
            f"{test.path}:187: \n" + "_ " * 40 + "\n"
            "strata/pipeline/engine.py:342: in run_schedule\n    hidden = self.collect_hidden(micro_batch)\n"
            "             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
            "strata/pipeline/engine.py:291: in collect_hidden\n    return gather_sequence(hidden, self.group)\n"
            f"{STACK_FILE}:{STACK_LINE}: in gather_sequence\n    work = torch.distributed.all_gather_into_tensor(out, local, group=group)\n"
            f"{PACKAGES}/torch/distributed/c10d_logger.py:83: in wrapper\n    return func(*args, **kwargs)\n"
            ">       work = group._allgather_base(output_tensor, input_tensor, opts)\n"
            f"E       torch.distributed.DistBackendError: NCCL error in: {C10D}/NCCLUtils.cpp:94, unhandled cuda error "
            f"(run with NCCL_DEBUG=INFO for details), NCCL version {run.nccl}\n"
            "E       ncclUnhandledCudaError: Call to CUDA function failed.\nE       Last error:\n"
            f"E       Cuda failure {failure.code} '{failure.text}'\n\n"
            f"{PACKAGES}/torch/distributed/distributed_c10d.py:4093: DistBackendError\n{colour('FAILED', RED)}\n")


def teardown_section(failure, rank, test, following):
    """The barrier of the fixture's teardown ends with the watchdog's error; the next test begins and goes nowhere."""
    skipped = []
    while following[0].skipped:
        skipped.append(f"{following[0].nodeid} {colour('SKIPPED', YELLOW)}\n")
        following = following[1:]
    return (f"\n[rank {rank}] {test.nodeid} (teardown)\n    @pytest.fixture(autouse=True)\n    def pipeline_group():\n"
            ">           torch.distributed.barrier(device_ids=[local_rank])\n"
            f"{BUCKET}/conftest.py:71: \nE       torch.distributed.DistBackendError: {watchdog_text(failure, rank)}\n\n"
            f"{PACKAGES}/torch/distributed/distributed_c10d.py:4818: DistBackendError\n"
            f"{test.nodeid} {colour('ERROR', RED)}\n{''.join(skipped)}{following[0].nodeid} ")


def stdout(run, launch, rank):
    writes = session_start(run, launch, rank)
    tests, failure = run.suite.tests, launch.failure
    if launch.phase == "prod":
        writes.append((launch.spans[0][0] - 150_000, f"process group ready: rank {rank} of {run.ranks}\n"))
    skew = rank * 7000
    for index, (start, end) in enumerate(launch.spans):
        test = tests[index]
        opening = "" if index == 0 else "\n"
        writes.append((start + skew, f"{opening}{test.nodeid} "))
        if test.prints:
            writes.append((start + skew + min((end - start) // 8, 300_000), test.prints + "\n"))
        if failure and index == failure.test:
            if rank in failure.ranks:
                writes.append((failure.at[rank], call_section(run, failure, rank, test)))
                writes.append((failure.watchdog[rank][0] + 900_000, teardown_section(failure, rank, test, tests[index + 1:])))
            return writes
        word = colour("SKIPPED", YELLOW) if test.skipped else colour("PASSED", GREEN)
        writes.append((end + skew, word))
    if launch.spans:
        writes.append((launch.summary_at + rank * 2000, "\n"))
    return writes + summary(run, launch, rank)


def terminated(run, failure, rank):
    """What ends a rank whose watchdog fired: the log lines, the C++ exception, the faulthandler's stacks."""
    rng = run.random(f"frames/{rank}")
    at = failure.watchdog[rank][0]

    def head(delay_us, line, message):
        return at + delay_us, c10(at + delay_us, rank, "E", f"ProcessGroupNCCL.cpp:{line}", message, run.phase_us)

    group = f"[PG ID 0 PG GUID 0(default_pg) Rank {rank}]"
    enqueued, completed = failure.seq, failure.seq - 1

    def frame(number, symbol, library):
        return (f"frame #{number}: {symbol} + 0x{rng.randint(0x100, 0xfff):x} (0x7f{rng.getrandbits(40):010x} in "
                f"{PACKAGES}/torch/lib/{library})\n")

    frames = (f"Exception raised from checkTimeout at {C10D}/ProcessGroupNCCL.cpp:689 (most recent call first):\n" +
              frame(0, "c10::Error::Error(c10::SourceLocation, std::__cxx11::basic_string<char, std::char_traits<char>, "
                       "std::allocator<char> >)", "libc10.so") +
              frame(1, "c10d::ProcessGroupNCCL::WorkNCCL::checkTimeout(std::optional<std::chrono::duration<long, std::ratio<1l, "
                       "1000l> > >)", "libtorch_cuda.so") +
              frame(2, "c10d::ProcessGroupNCCL::Watchdog::runLoop()", "libtorch_cuda.so") +
              frame(3, "c10d::ProcessGroupNCCL::Watchdog::run()", "libtorch_cuda.so") + "\n")
    ended = f"{group} Process group watchdog thread terminated with exception: {watchdog_text(failure, rank)}"
    return [
        head(0, 686, watchdog_text(failure, rank)),
        head(0, 2231, f"{group}  failure detected by watchdog at work sequence id: {enqueued} PG status: last enqueued work: "
                      f"{enqueued}, last completed work: {completed}"),
        head(300, 728, "Stack trace of the failed collective not found, potentially because FlightRecorder is disabled. You can "
                       "enable it by setting TORCH_NCCL_TRACE_BUFFER_SIZE to a non-zero value."),
        head(400, 2540, f"{group} First PG on this rank to signal dumping."),
        head(290_000, 1849, f"{group} Received a dump signal due to a collective timeout from this local rank and we will try our "
                            f"best to dump the debug info. Last enqueued NCCL work: {enqueued}, last completed NCCL work: "
                            f"{completed}.{DUMP_ADVICE}"),
        head(290_500, 1566, f"{group} ProcessGroupNCCL preparing to dump debug info. Include stack trace: 1, only active "
                            "collectives: 0"),
        head(2_150_000, 742, f"[Rank {rank}] Some NCCL operations have failed or timed out. Due to the asynchronous nature of CUDA "
                             "kernels, subsequent GPU operations might run on corrupted/incomplete data."),
        head(2_150_100, 756, f"[Rank {rank}] To avoid data inconsistency, we are taking the entire process down."),
        head(2_151_500, 2048, ended),
        (at + 2_151_500, frames),
        (at + 2_152_000, "terminate called after throwing an instance of 'c10::DistBackendError'\n"
                         f"  what():  {ended}\n{frames}Fatal Python error: Aborted\n\n"
                         f"Thread 0x00007f{rng.getrandbits(40):010x} (most recent call first):\n  <no Python frame>\n\n"
                         f"Current thread 0x00007f{rng.getrandbits(40):010x} (most recent call first):\n  <no Python frame>\n\n"
                         "Extension modules: numpy._core._multiarray_umath, torch._C, torch._C._dynamo.autograd_compiler "
                         "(total: 3)\n"),
    ]


def observer(run, failure, rank):
    """A rank that learns of another rank's time-out through the store."""
    reporter = failure.ranks[0]
    at = failure.watchdog[reporter][0] + 420_000 + rank * 900
    group = f"[PG ID 0 PG GUID 0(default_pg) Rank {rank}]"
    last = failure.seq - 1
    lines = [(1790, "Observed flight recorder dump signal from another rank via TCPStore."),
             (1849, f"Received a dump signal due to a collective timeout from  rank {reporter} and we will try our best to dump the "
                    f"debug info. Last enqueued NCCL work: {last}, last completed NCCL work: {last}.{DUMP_ADVICE}"),
             (1566, "ProcessGroupNCCL preparing to dump debug info. Include stack trace: 1, only active collectives: 0")]
    return [(at + 200 * place, c10(at + 200 * place, rank, "E", f"ProcessGroupNCCL.cpp:{line}", f"{group} {text}", run.phase_us))
            for place, (line, text) in enumerate(lines)]


def stderr(run, launch, rank):
    writes = [(launch.session_at + run.random(f"{launch.directory}/{rank}").randint(-40, 80) * 1000, START_WARNING)]
    for test, (start, _) in zip(run.suite.tests, launch.spans):
        if test.warns:
            writes.append((start + 90_000 + rank * 7000, TEST_WARNING))
    failure = launch.failure
    if failure:
        return writes + (terminated if rank in failure.ranks else observer)(run, failure, rank)
    if launch.phase == "prod":
        at = launch.summary_at + 620_000 + rank * 3000
        writes.append((at, c10(at, rank, "W", "ProcessGroupNCCL.cpp:1551", "Warning: WARNING: destroy_process_group() was not called "
                               "before program exit, which can leak resources. For more info, please see "
                               "https://pytorch.org/docs/stable/distributed.html#shutdown (function operator())", run.phase_us)))
        if rank in launch.cleanup_ranks:
            at += 7000
            writes.append((at, c10(at, rank, "W", "NCCLSymmetricMemory.cu:398", "Warning: ncclCommWindowDeregister failed: invalid "
                                   "argument (function ~NCCLPeerAllocInfo)", run.phase_us)))
    return writes
