# SPDX-License-Identifier: Apache-2.0
"""The heads of the formats that a run's writers use, and pytest's separators and colours."""

from datetime import datetime, timezone

SECOND = 1_000_000
GREEN, RED, YELLOW, CYAN, BOLD = "32", "31", "33", "36", "1"


def utc(us):
    return datetime.fromtimestamp(us // SECOND, timezone.utc)


def iso(us):
    """A time of truth.json."""
    return utc(us).strftime("%Y-%m-%dT%H:%M:%S") + f".{us % SECOND:06d}Z"


def c10(us, rank, severity, place, message, phase_us):
    """torch's C++ log line. The fraction is the monotonic clock's: it rolls over at another moment than the second does."""
    fraction = (us + phase_us) % SECOND
    when = utc(us)
    return (f"[rank{rank}]:[{severity}{when.month}{when.day:02d} {when:%H:%M:%S}.{fraction:06d}{118 + rank % 7:03d} {place}] "
            f"{message}\n")


def agent(us, severity, pid, place, message):
    """torch's Python log line: milliseconds, written as microseconds."""
    return f"{severity}{utc(us):%m%d %H:%M:%S}.{us // 1000 % 1000:03d}000 {pid} torch/distributed/{place}] {message}\n"


def colour(text, *codes):
    return "".join(f"\x1b[{code}m" for code in codes) + text + "\x1b[0m"


def rule(sign, title, width=80):
    """pytest's separator line with a title, without colour."""
    fill = sign * max((width - len(title) - 2) // 2, 1)
    line = f"{fill} {title} {fill}"
    return line + sign if len(line) + 1 <= width else line


def totals(parts, seconds):
    """pytest's final line: parts are (count, word); each is coloured on its own, the line yellow for its warning."""
    shown = [f"{count} {word}" for count, word in parts if count]
    length = f" in {seconds:.2f}s"
    if seconds >= 60:
        whole = int(seconds)
        length += f" ({whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d})"
    left, _, right = rule("=", ", ".join(shown) + length).partition(f" {shown[0]}")
    right = "=" * (len(right) - len(right.rstrip("=")))
    painted = [colour(text, GREEN) if text.endswith("passed") else f"\x1b[33m{colour(text, BOLD)}" for text in shown]
    return f"\x1b[33m{left} {', '.join(painted)}\x1b[33m{length}\x1b[0m\x1b[33m {right}\x1b[0m\n"
