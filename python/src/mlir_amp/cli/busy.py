# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Progress on a terminal for tasks that take long; nothing elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn


@contextmanager
def busy(what: str, steps: int | None = None) -> Iterator[Progress]:
    """A bar over `steps`, or a spinner without them, with the time since the start; `advance(0)` moves it."""
    columns = [
        SpinnerColumn(),
        TextColumn("{task.description}"),
        *([BarColumn(), MofNCompleteColumn()] if steps else []),
        TimeElapsedColumn(),
    ]
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        progress.add_task(what, total=steps)
        yield progress
