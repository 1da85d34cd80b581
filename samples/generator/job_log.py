# SPDX-License-Identifier: Apache-2.0
"""The job log: what the runner stamped. Inside it the container's console, where the launcher's tee, the launcher itself and
the shell's trace write into one pipe and finish each other's lines."""

from . import rank_files
from .heads import SECOND, agent, colour, utc
from .plan import BUCKET, PROJECT

POLL = 100_000                     # how often the tee looks for more
TASK = "\x1b[32mtask-1/0\x1b[0m "


def tee(writes, local_rank, rng):
    """What torchrun's tee copies to the console: each piece that it finds, a header before it, lines left open."""
    pieces, held, index = [], "", 0
    writes = sorted(writes, key=lambda one: one[0])
    while index < len(writes):
        poll = writes[index][0] + rng.randint(1, POLL // 1000) * 1000
        while index < len(writes) and writes[index][0] <= poll:
            held += writes[index][1]
            index += 1
        pieces.append((poll, "".join(f"[default{local_rank}]:{line}" for line in held.splitlines(keepends=True))))
        held = ""
    return pieces


def command(run, launch):
    launcher = (f"python -m torch.distributed.run --nproc_per_node {run.ranks} --nnodes 1 --master_addr localhost --master_port "
                f"{run.port} --node_rank 0 --log-dir {PROJECT}/assets_dir/logs/1/ --tee 0:3 --redirects 3")
    if launch.phase == "prod":
        return f"{launcher} -m coverage run --data-file=.coverage.unit -m pytest -vs -m 'not experimental' {BUCKET}"
    return f"{launcher} -m pytest -vs --experimental -m 'experimental' {BUCKET}"


def trace_before(run, launch):
    """bash -x up to the launcher: quotes inside quotes as bash prints them."""
    plain = command(run, launch)
    quoted = "'" + plain.replace("'", "'\\''") + "'"
    opening = ["+ for i in $(seq $UNIT_TEST_REPEAT)", "+ echo 'Running prod test suite.'", "Running prod test suite."]
    if launch.phase != "prod":
        opening = ["+ [[ latest == \\l\\a\\t\\e\\s\\t ]]"]
    lines = opening + [f"+++ echo '{BUCKET}/**/*.py'", "+++ sed 's|/\\*\\*/\\*\\.py$||'", f"++ echo {plain}", f"+ CMD={quoted}",
                       f"+ run_test_cmd {quoted}", f"+ local cmd={quoted}", "+ local rc=0", "+ set +e", f"+ eval {quoted}",
                       f"++ {plain}"]
    return [(launch.command_at, "".join(line + "\n" for line in lines))]


def banner(launch):
    text = ["", "*****************************************",
            "Setting OMP_NUM_THREADS environment variable for each process to be 1 in default, to avoid your system being overloaded, "
            "please further tune the variable for optimal performance in your application as needed. ",
            "*****************************************"]
    return [(launch.banner_at, "".join(agent(launch.banner_at, "W", launch.agent_pid, "run.py:852", line) for line in text))]


def failure_block(run, launch):
    """The launcher's own lines when a rank has exited, up to its failure report."""
    failure, writes = launch.failure, []
    first, api, pid = failure.ranks[0], "elastic/multiprocessing/api.py", launch.agent_pid
    for rank in range(run.ranks):
        if rank != first:
            writes.append((failure.noticed, agent(failure.noticed, "W", pid, f"{api}:940",
                                                  f"Sending process {launch.pids[rank]} closing signal SIGTERM")))
    end = launch.end - 500_000
    if failure.stubborn >= 0:
        writes.append((end, agent(end, "W", pid, f"{api}:959",
                                  f"Unable to shutdown process {launch.pids[failure.stubborn]} via 15, forcefully exiting via 9")))
    program = launch.pids[first]
    writes.append((end, agent(end, "E", pid, f"{api}:914",
                              f"failed (exitcode: -6) local_rank: {first} (pid: {program}) of binary: /opt/venv/bin/python") +
                   "Traceback (most recent call last):\n  File \"<frozen runpy>\", line 198, in _run_module_as_main\n"
                   "  File \"<frozen runpy>\", line 88, in _run_code\n"
                   f"  File \"{rank_files.PACKAGES}/torch/distributed/run.py\", line 995, in <module>\n    main()\n"
                   "    raise ChildFailedError(\n"
                   "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n" + "=" * 60 + "\ncoverage FAILED\n" +
                   "-" * 60 + "\nFailures:\n  <NO_OTHER_FAILURES>\n" + "-" * 60 + "\nRoot Cause (first observed failure):\n[0]:\n"
                   f"  time      : {utc(failure.noticed):%Y-%m-%d_%H:%M:%S}\n  host      : task-1\n"
                   f"  rank      : {first} (local_rank: {first})\n  exitcode  : -6 (pid: {program})\n  error_file: <N/A>\n"
                   f"  traceback : Signal 6 (SIGABRT) received by PID {program}\n" + "=" * 60 + "\n"))
    return writes


def console(run, launch):
    """The container's console during one launch: (time, line), each complete when its newline arrives."""
    rng = run.random(f"console/{launch.directory}")
    status = 1 if launch.failure else 0
    after = launch.end + 700_000
    writes = trace_before(run, launch) + banner(launch)
    for stream in (rank_files.stdout(run, launch, 0), rank_files.stderr(run, launch, 0)):
        writes += tee(stream, 0, rng)
    if launch.failure:
        writes += failure_block(run, launch)
    writes.append((after, f"+ rc={status}\n+ set -e\n+ [[ {status} -eq 5 ]]\n+ return {status}\n"))
    writes.sort(key=lambda one: one[0])
    lines, held = [], ""
    for at, text in writes:
        *complete, held = (held + text).split("\n")
        lines += [(at, line) for line in complete]
    return lines + ([(after, held)] if held else [])


def experiment_rule(title):
    """A Rich rule, 80 columns."""
    room = 80 - len(title) - 2
    return "─" * (room // 2) + f" {title} " + "─" * (room - room // 2)


def logged(at, level, message, place):
    """A Rich log line, 80 columns: the message wraps in its own column, the place stands on the right."""
    width, lines = 80 - 21 - len(place), [""]
    for word in message.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] += (" " if lines[-1] else "") + word
    first = f"[{utc(at):%H:%M:%S}] {level:<8} {lines[0]:<{width}} {place}"
    return [first] + [f"{'':20}{line}".ljust(80) for line in lines[1:]]


class JobLog:
    """Stamps lines in the order in which the runner handled them: 100 ns, never twice the same."""

    def __init__(self, run):
        self._rng = run.random("stamps")
        self._last = 0
        self._lines = []

    def add(self, us, *lines):
        for line in lines:
            self._last = max(us * 10, self._last + self._rng.randint(90, 400))
            seconds, ticks = divmod(self._last, 10 * SECOND)
            self._lines.append(f"{utc(seconds * SECOND):%Y-%m-%dT%H:%M:%S}.{ticks:07d}Z {line}\n")

    def bytes(self):
        return ("\ufeff" + "".join(self._lines)).encode()


def step(log, at, title, script, shell="bash -x -e -u -o pipefail {0}"):
    """A step's header: the runner echoes the script, which is not output."""
    log.add(at, f"##[group]Run {title}", *(colour(line, "36;1") for line in script), f"shell: {shell}", "##[endgroup]")


def prologue(log, run):
    at = run.start
    log.add(at, "Current runner version: '2.330.0'", f"Runner name: '{run.runner}'", "Runner group name: 'pool-b'",
            f"Machine name: '{run.runner}'", "##[group]Operating System", "Ubuntu", "24.04.3", "LTS", "##[endgroup]",
            f"Complete job name: {BUCKET}/**/*.py - latest")
    at += SECOND
    name = 'echo "node_name=$NODE_NAME" | tee -a "$GITHUB_OUTPUT"'
    step(log, at, name, [name])
    log.add(at + 80_000, f"+ echo node_name={run.node}", f"node_name={run.node}")
    log.add(at + SECOND, "##[group]Run actions/checkout@v6", "with:", f"  ref: {run.merge}", "##[endgroup]")
    log.add(at + 2 * SECOND, f"HEAD is now at {run.merge[:9]} Merge {run.head} into {run.base}")
    name, tag = run.image.rsplit("/", 1)[1].split(":")
    step(log, at + 3 * SECOND, 'echo "::group::Pull container"',
         ['echo "::group::Pull container"', f"docker pull {run.image}", 'echo "::endgroup::"'])
    log.add(at + 3 * SECOND + 40_000, "+ echo '::group::Pull container'", "##[group]Pull container", f"+ docker pull {run.image}")
    log.add(at + 4 * SECOND, f"{tag}: Pulling from {name}")
    log.add(run.image_ready - 20_000, f"Digest: sha256:{run.digest}")
    log.add(run.image_ready, f"Status: Downloaded newer image for {run.image}", run.image, "+ echo ::endgroup::", "##[endgroup]")
    step(log, run.image_ready + 300_000, "{ set +x; } 2>/dev/null",
         ["{ set +x; } 2>/dev/null", 'echo "::group::Logs"', "EXIT_CODE=0", "/bin/bash job.sh || EXIT_CODE=$?",
          'echo "exit_code=$EXIT_CODE" | tee -a "$GITHUB_OUTPUT"', 'echo "::endgroup::"', "exit $EXIT_CODE"])
    log.add(run.image_ready + 350_000, "+ echo ::group::Logs", "##[group]Logs")


def experiments(log, run):
    """The wrapper's starts of the container, each with the launches that ran in it."""
    remaining = list(run.launches)
    for number, at in enumerate(run.experiments):
        name = f"strata-ci_{at // SECOND}"
        launched = at + 300_000
        log.add(at, experiment_rule(f"Entering Experiment strata-ci with id: {name}"))
        log.add(launched, f"[{utc(launched):%H:%M:%S}] Launching job task-1 for experiment strata-ci".ljust(63) + "experiment.py:778")
        log.add(at + 1_100_000, experiment_rule(f"Waiting for Experiment {name} to finish"))
        limit = run.experiments[number + 1] if number + 1 < len(run.experiments) else run.end
        while remaining and remaining[0].command_at < limit:
            launch = remaining.pop(0)
            for when, line in console(run, launch):
                log.add(when + 40_000, TASK + line)
        done, status = launch.end + 1_200_000, "FAILED" if launch.failure else "SUCCEEDED"
        log.add(done, *logged(done, "ERROR" if launch.failure else "INFO",
                              f"Job {'failed' if launch.failure else 'succeeded'} with status: {status}",
                              f"launch_nemo_run_workload.py:{285 if launch.failure else 282}"))
        if number + 1 < len(run.experiments):
            log.add(run.restart_at, *logged(run.restart_at, "WARNING", "Detected flaky failure, attempt restart.",
                                            "launch_nemo_run_workload.py:290"))
    return done


def epilogue(log, run, at, files):
    """The result step with its excerpt of the last file, and the upload."""
    code = 1 if run.failed else 0
    log.add(at + 200_000, "+ tee -a /home/runner/_work/_temp/_runner_file_commands/set_output_3", f"+ echo exit_code={code}",
            f"exit_code={code}", "+ echo ::endgroup::", "##[endgroup]", f"+ exit {code}")
    if code:
        log.add(at + 250_000, "##[error]Process completed with exit code 1.")
    at += SECOND
    step(log, at, "logs_report=logs-${{ inputs.test_case }}",
         ["logs_report=logs-${{ inputs.test_case }}", 'EXIT_CODE="${MAIN_EXIT_CODE:-${MAIN_CONCLUSION}}"', '  tail -40 "$LATEST_LOG"',
          'if [[ "$IS_SUCCESS" == "true" ]]; then', f'  echo "::notice title=Result::✅ {BUCKET}/**/*.py — PASSED"', "else",
          '  echo -e "\\033[1;31m║   ❌  FAILED  (exit code: ${EXIT_CODE})"',
          f'  echo "::error title=Result::❌ {BUCKET}/**/*.py — FAILED (exit $EXIT_CODE)"', "  exit 1", "fi"],
         shell="bash -e -u -o pipefail {0}")
    last = f"1/{run.launches[-1].directory}/attempt_0/{run.ranks - 1}/stdout.log"
    bar = "─" * 78
    excerpt = files[last].decode().removesuffix("\n").split("\n")[-40:]
    log.add(at + 200_000, "", f"📋 ── log excerpt {'─' * 60}", f"   assets_dir/logs/{last} — last 40 lines", bar, *excerpt, "", bar, "")
    verdict = f"##[error]❌ {BUCKET}/**/*.py — FAILED (exit 1)" if code else f"##[notice]✅ {BUCKET}/**/*.py — PASSED"
    log.add(at + 500_000, verdict, *(["##[error]Process completed with exit code 1."] if code else []))
    log.add(at + 1_500_000, f"With the provided path, there will be {len(files)} files uploaded", "Artifact name is valid!",
            "Root directory input is valid!")
    log.add(at + 2_900_000, "Finished uploading artifact content to blob storage!",
            f"Artifact {run.artifact}.zip successfully finalized. Artifact ID {run.artifact_id}",
            f"Artifact {run.artifact} has been successfully uploaded! Final size is {sum(map(len, files.values())) // 9} bytes. "
            f"Artifact ID is {run.artifact_id}")
    log.add(run.end, "Cleaning up orphan processes")


def job_log(run, files):
    log = JobLog(run)
    prologue(log, run)
    epilogue(log, run, experiments(log, run), files)
    return log.bytes()
