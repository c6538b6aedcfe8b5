# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elements that represent a large constant where its data is not needed.

    constant dense<"0x3F80...">     ==>     constant dense_resource<name>, with up to seven elements behind the name

amp-opt decides by ranges: the least and the greatest element, with and without infinities, those nearest to zero, one that is no
integer.
"""

from typing import Any

import numpy as np

ALIGNMENT = "08000000"
"""Alignment of a resource's data in bytes, as MLIR writes it in front of the data."""


def sample(array: Any) -> Any:
    """The elements that say which numbers are in an array."""
    known = array[~np.isnan(array)]
    finite = known if np.isfinite([known.min(initial=0), known.max(initial=0)]).all() else known[np.isfinite(known)]
    ends = [of(part) for part in (known, finite) if part.size for of in (np.min, np.max)]
    above, below = known[known > 0], known[known < 0]
    near = [*([above.min()] if above.size else []), *([below.max()] if below.size else [])]
    broken = finite[finite != np.floor(finite)][:1]
    return np.array([*ends, *near, *broken], array.dtype)


def resources(samples: dict[str, Any]) -> str:
    """The section of a module that holds the elements of each name."""
    data = ", ".join(f'{name}: "0x{ALIGNMENT}{array.tobytes().hex()}"' for name, array in samples.items())
    return f"\n{{-# dialect_resources: {{ builtin: {{ {data} }} }} #-}}\n" if samples else ""
