# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions of this package: one base class, one subclass per error that a caller can correct."""


class AmpError(Exception):
    """Base of all errors of this package."""


class AmpWarning(UserWarning):
    """A warning of a tool, with the line of the step that it names."""


class ToolMissing(AmpError):
    """A tool (amp-opt, amp-run) was not found, or is not executable."""


class ToolFailed(AmpError):
    """A tool refused its input.

    `diagnostic` is what it printed, `location` the first place in the user's source that this names
    ("train.py:12:5"; None if it names none), `line` that line of source, where it can be read.
    """

    def __init__(self, message: str, diagnostic: str, location: str | None = None, line: str | None = None) -> None:
        super().__init__(message)
        self.diagnostic = diagnostic
        self.location = location
        self.line = line

    def with_hint(self, hint: str) -> "ToolFailed":
        """The same, and what the caller can do."""
        return ToolFailed(f"{self}\n  {hint}", self.diagnostic, self.location, self.line)


class TraceError(AmpError, TypeError):
    """JAX cannot trace the step, or what it traced cannot leave Python (host callbacks)."""


class MarkError(AmpError, TypeError):
    """A mark was given values that do not go together."""


class DonationError(AmpError, ValueError):
    """A donated argument has no result of its shape and type whose memory it could lend."""


class OptionError(AmpError, ValueError):
    """An argument of `jit` that is not one of the known values."""


class ScalerError(AmpError, RuntimeError):
    """Loss-scaling state was asked for where there is none, or does not fit the step."""


class NoScaler(ScalerError, AttributeError):
    """A property of the loss scaling was read where there is none: `getattr(step, "scale", None)` is None."""
