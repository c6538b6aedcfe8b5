# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory that finds mistakes: accesses outside of buffers or not aligned, shared
memory that threads use without a barrier between them, copies that are not waited for.

Follows the PTX ISA's "State Spaces", "Data Movement: Asynchronous copy" and
"Memory Consistency Model": what one thread wrote, another may use after a barrier.
"""
import numpy as np


class Fault(Exception):
    pass


def check(good, what, threads):
    if not good.all():
        raise Fault(f"{what}, thread {threads[np.argmin(good)]}")


class Space:
    """Bytes, each of a buffer (0: of none)."""

    def __init__(self, size):
        self.bytes = np.full(size, 0xFF, np.uint8)
        self.owner = np.zeros(size, np.int32)

    def check(self, at, width, threads):
        check(at % np.uint64(width) == 0, f"address not a multiple of {width}", threads)
        check(at + np.uint64(width) <= np.uint64(len(self.bytes)), "address outside of all memory", threads)
        first, last = self.owner[at], self.owner[at + np.uint64(width - 1)]
        check((first > 0) & (first == last), "address outside of a buffer", threads)

    def indices(self, at, width):
        return at[:, None] + np.arange(width, dtype=np.uint64)

    def load(self, at, width, threads):
        self.check(at, width, threads)
        return self.bytes[self.indices(at, width)]

    def store(self, at, data, threads):
        self.check(at, data.shape[1], threads)
        self.bytes[self.indices(at, data.shape[1])] = data


class Global(Space):
    GUARD = 4096

    def __init__(self, arrays):
        starts, end = [], self.GUARD
        for array in arrays:
            starts.append(end)
            end += -(-array.nbytes // 256) * 256 + self.GUARD
        super().__init__(end)
        self.starts = starts
        for number, (start, array) in enumerate(zip(starts, arrays), 1):
            self.bytes[start:start + array.nbytes] = np.frombuffer(array.tobytes(), np.uint8)
            self.owner[start:start + array.nbytes] = number

    def array(self, number, like):
        start = self.starts[number]
        return np.frombuffer(self.bytes[start:start + like.nbytes].tobytes(), like.dtype).reshape(like.shape)


class Shared(Space):
    """Of all blocks, one after the other; records who used each byte since when."""

    MANY = -2

    def __init__(self, blocks, size):
        self.stride = size + 1024
        super().__init__(blocks * self.stride)
        self.owner.reshape(blocks, self.stride)[:, 1024:] = 1
        self.writer, self.written = np.full(len(self.bytes), -1), np.full(len(self.bytes), -1)
        self.reader, self.read = np.full(len(self.bytes), -1), np.full(len(self.bytes), -1)
        self.pending = np.zeros(len(self.bytes), bool)
        self.conflicts = 0  # times that 8 threads with 16 bytes each met in a bank

    def count_conflicts(self, at):
        """128 bytes are had at once if they lie in different banks of 4 bytes."""
        banks = np.sort((at // np.uint64(16) % np.uint64(8)).reshape(-1, 8), axis=1)
        self.conflicts += int((banks[:, 1:] == banks[:, :-1]).any(1).sum())

    def load(self, at, width, threads, epoch):
        data = super().load(at, width, threads)
        i = self.indices(at, width)
        who, now = threads[:, None], epoch[:, None]
        check(~self.pending[i].any(1), "read of a copy that is under way", threads)
        check(~((self.written[i] == now) & (self.writer[i] != who)).any(1), "read of what another thread wrote, with no barrier", threads)
        again = (self.read[i] == now) & (self.reader[i] != who)
        self.reader[i] = np.where(again, self.MANY, who)
        # two threads that read a byte at once are many, too
        self.reader[i[self.reader[i] != np.where(again, self.MANY, who)]] = self.MANY
        self.read[i] = now
        return data

    def note_write(self, i, threads, epoch, pending=False):
        who, now = threads[:, None], epoch[:, None]
        check(~((self.written[i] == now) & (self.writer[i] != who)).any(1), "two threads write, with no barrier", threads)
        check(~((self.read[i] == now) & (self.reader[i] != who)).any(1), "write of what another thread read, with no barrier", threads)
        self.writer[i], self.written[i], self.pending[i] = who, now, pending

    def store(self, at, data, threads, epoch):
        super().store(at, data, threads)
        self.note_write(self.indices(at, data.shape[1]), threads, epoch)

    def start_copy(self, at, width, threads, epoch):
        self.check(at, width, threads)
        i = self.indices(at, width)
        self.note_write(i, threads, epoch, pending=True)
        self.bytes[i] = 0xFF  # not a number, in any format
        return i

    def finish_copy(self, i, data, threads, epoch):
        self.bytes[i] = data
        self.note_write(i, threads, epoch)
