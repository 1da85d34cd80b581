# SPDX-License-Identifier: Apache-2.0
"""The NCCL debug file that all ranks share: each process truncates it at its first line and then writes at its own offset.

What is left are lines torn by other writers' lines and holes of NUL bytes. The mechanism is played, not the damage painted.
"""

from .heads import utc


def head(run, launch, rank, thread):
    return f"task-1:{launch.pids[rank]}:{thread} [{rank}] NCCL"


def warning(run, launch, rank, thread, us, place, function, text):
    """NCCL WARN: an empty line first, a local stamp, the function from 2.30.5 on."""
    called = f" ({function})" if run.nccl.startswith("2.30") else ""
    return (f"\n[{utc(us):%Y-%m-%d %H:%M:%S}] task-1:{launch.pids[rank]}:{thread} [{rank}] {place}{called} NCCL WARN {text}\n")


def writes_of(run, launch, rank):
    """(time, text) of one process, the first of which truncates the file."""
    rng = run.random(f"nccl/{launch.directory}/{rank}")
    pid, ranks = launch.pids[rank], run.ranks
    thread = pid + 900
    main, worker = head(run, launch, rank, pid), head(run, launch, rank, thread)
    communicator = (f"comm 0x55{rng.getrandbits(40):010x} rank {rank} nranks {ranks} cudaDev {rank} nvmlDev {rank} "
                    f"busId {0x1a + rank:x}000 commId 0x{run.random(launch.directory).getrandbits(64):016x}")
    at = launch.collected_at + rng.randint(900, 1300) * 1000
    prefix = f"[Rank {rank}] " if run.nccl.startswith("2.30") else ""
    writes = [(at, f"{main} INFO ENV/Plugin: Could not find: libnccl-env.so\n{main} INFO Bootstrap: Using eth0:172.18.0.2<0>\n"
                   f"{main} INFO cudaDriverVersion 13000\n{main} INFO NCCL version {run.nccl}+cuda13.0\n")]
    at += rng.randint(30, 90) * 1000
    writes.append((at, f"{worker} INFO {prefix}ncclCommInitRankConfig {communicator} - Init START\n"))
    following = (rank + 1) % ranks
    for channel in range(rng.randint(12, 40)):
        at += rng.randint(0, 2) * 500
        writes.append((at, f"{worker} INFO Channel {channel % 16:02d}/{channel // 16} : {rank}[{rank}] -> {following}[{following}] "
                           "via P2P/CUMEM\n"))
    writes.append((at + 40_000, f"{worker} INFO ncclCommInitRankConfig {communicator} - Init COMPLETE\n"))
    failure = launch.failure
    arrow = "symmetric/window.cc:512 (ncclCommWindowDeregister)" if run.nccl.startswith("2.30") else "symmetric/window.cc:512"
    if failure and rank in failure.ranks:
        writes.append((failure.at[rank], warning(run, launch, rank, pid, failure.at[rank], "enqueue.cc:1694", "ncclLaunchKernel",
                                                 f"Cuda failure {failure.code} '{failure.text}'") +
                       f"{main} INFO {'group.cc:302 (doLaunches)' if run.nccl.startswith('2.30') else 'group.cc:302'} -> 1\n"))
    if rank in launch.cleanup_ranks:
        at = launch.summary_at + 627_000 + rank * 3000
        writes.append((at, warning(run, launch, rank, pid + 5, at, "misc/argcheck.cc:41", "CommCheck",
                                   "Error: corrupted comm object detected") +
                       f"{head(run, launch, rank, pid + 5)} INFO {arrow} -> 4\n"))
    return writes


def shared_file(run):
    """The bytes of the file after the last launch."""
    events = []
    for launch in run.launches:
        if launch.phase != "prod":
            continue                             # selects nothing, so no process opens a communicator
        for rank in range(run.ranks):
            for order, (at, text) in enumerate(writes_of(run, launch, rank)):
                events.append((at, rank, order, launch.directory, text))
    content, offsets = bytearray(), {}
    for _, rank, order, directory, text in sorted(events):
        writer, data = (directory, rank), text.encode()
        if order == 0:
            content.clear()
            offsets[writer] = 0
        start = offsets[writer]
        if start > len(content):
            content.extend(bytes(start - len(content)))
        content[start:start + len(data)] = data
        offsets[writer] = start + len(data)
    return bytes(content)
