# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""warpgroup_numbers.py LIBRARY numbers|planted|write=FOLDER: kernels of Hopper's wgmma, run by a CUDA driver, against f64.

The host lays out the shared-memory tiles as CUTLASS's canonical layouts (include/cute/arch/mma_sm90_desc.hpp); each kernel copies
them and multiplies. LIBRARY is libcuda.so.1: the interpreter of PTX, or NVIDIA's on a Hopper GPU, which runs `numbers` as well.

The bound is slices * 2^-22 * |A| |B|: each slice of K = 16 rounds the f32 sum once, and tensor cores truncate some bits more.
"""
import ctypes
import os
import pathlib
import re
import sys
from dataclasses import dataclass

import ml_dtypes
import numpy as np

TYPES = {"bf16": ml_dtypes.bfloat16, "f16": np.float16}
SWIZZLES = {16: 0, 128: 1, 64: 2, 32: 3}  # bytes of a line: field of the descriptor
THREADS, ROWS = 128, 64  # of a warpgroup


@dataclass
class Tile:
    """Matrix [rows, depth] in shared memory. Lines of `width` bytes hold elements along K, or along M or N if it is transposed."""

    rows: int
    depth: int
    width: int
    transposed: bool

    @property
    def bytes(self):
        return (2 * self.rows * self.depth + 1023) // 1024 * 1024  # a swizzle pattern starts there

    @property
    def strides(self):
        """Leading and stride byte offsets of the descriptor."""
        if self.width == 16:
            return (128, 16 * self.depth) if self.transposed else (16 * self.rows, 128)
        return (self.width * self.depth if self.transposed else 16, 8 * self.width)

    def start(self, slice):
        """Bytes before a slice of K = 16."""
        leading, stride = self.strides
        if self.width == 16:
            return 2 * slice * leading
        if self.transposed:
            return 2 * slice * stride
        return 32 * slice // self.width * self.rows * self.width + 32 * slice % self.width

    def descriptor(self):
        leading, stride = self.strides
        return leading >> 4 << 16 | stride >> 4 << 32 | SWIZZLES[self.width] << 62

    def image(self, matrix):
        """The tile's bytes as 16-bit words."""
        line, along = np.indices(matrix.shape)[:: -1 if self.transposed else 1]
        lines = self.depth if self.transposed else self.rows
        per = self.width // 2  # elements in a line
        place = (along // per * lines + line) * self.width + along % per * 2
        place ^= (place >> 7 & self.width // 16 - 1) << 4
        words = np.zeros(self.bytes // 2, np.uint16)
        words[place // 2] = matrix.view(np.uint16)
        return words


@dataclass
class Case:
    """Matmul [groups * 64, 16 * slices] x [16 * slices, n] by `groups` warpgroups."""

    kind: str
    n: int
    slices: int = 4
    widths: tuple = (128, 128)  # of A and B
    transposed: tuple = (False, False)
    groups: int = 1
    copies: str = "cp.async"
    zeroed: bool = True  # or scale-d = 0 in the first slice
    signs: tuple = (1, 1)
    registers: bool = False  # A in registers, by ldmatrix

    @property
    def name(self):
        layouts = ", ".join(f"{'MN' if t else 'K'}-major {width} B" for t, width in zip(self.transposed, self.widths))
        how = f"{self.groups} warpgroups, {self.copies}"
        how += ("" if self.zeroed else ", scale-d") + ("" if self.signs == (1, 1) else ", signs") + (", A in registers" if self.registers else "")
        return f"{self.kind} n {self.n}, {self.slices} slices, {layouts}, {how}"

    @property
    def tiles(self):
        return [Tile(rows, 16 * self.slices, *how) for rows, how in zip((ROWS, self.n), zip(self.widths, self.transposed))]

    @property
    def threads(self):
        return self.groups * THREADS

    @property
    def image_bytes(self):
        a, b = self.tiles
        step = 16 * self.threads
        return (self.groups * a.bytes + b.bytes + step - 1) // step * step

    def arguments(self):
        """A, B, and the image of shared memory."""
        random = np.random.default_rng(self.n + self.slices)
        draw = lambda rows: random.standard_normal((rows, 16 * self.slices)).astype(TYPES[self.kind])
        a, b = draw(self.groups * ROWS), draw(self.n)
        images = [self.tiles[0].image(part) for part in np.split(a, self.groups)] + [self.tiles[1].image(b)]
        image = np.concatenate(images)
        return a, b, np.concatenate([image, np.zeros(self.image_bytes // 2 - len(image), np.uint16)])

    def copy(self):
        """Copies the image to shared memory, for wgmma to read."""
        lines, step = [], 16 * self.threads
        for offset in range(0, self.image_bytes, step):
            if self.copies == "cp.async":
                lines.append(f"cp.async.cg.shared.global [%r4+{offset}], [%rd4+{offset}], 16;")
            else:
                lines += [f"ld.global.v4.b32 {{%r10, %r11, %r12, %r13}}, [%rd4+{offset}];",
                          f"st.shared.v4.b32 [%r4+{offset}], {{%r10, %r11, %r12, %r13}};"]
        if self.copies == "cp.async":
            lines += ["cp.async.commit_group;", "cp.async.wait_group 0;"]
        return lines + ["fence.proxy.async.shared::cta;", "bar.sync 0;"]

    def slice(self, number):
        """One wgmma.mma_async, as LLVM writes it."""
        a, b = self.tiles
        lines = [f"add.s64 %rd{7 + which}, %rd{5 + which}, {tile.start(number) >> 4};" for which, tile in enumerate((a, b))]
        scale = "1"
        if not self.zeroed:
            lines.append(f"mov.b32 %r9, {min(number, 1)};")
            scale = "%r9"
        registers = ", ".join(f"%f{i + 1}" for i in range(self.n // 2))
        first, transposed = "%rd7", f"{int(a.transposed)},  {int(b.transposed)}"
        if self.registers:
            first, transposed = self.fragment(number), f"{int(b.transposed)}"
        lines += ["// begin inline asm", "{", ".reg .pred p;", f"setp.ne.b32 p, {scale}, 0;",
                  f"wgmma.mma_async.sync.aligned.m64n{self.n}k16.f32.{self.kind}.{self.kind} {{{registers}}}, {first}, %rd8, p, "
                  f"{self.signs[0]},  {self.signs[1]}, {transposed};", "}", "// end inline asm"]
        return lines

    def fragment(self, number):
        return "{" + ", ".join(f"%r{32 + 4 * number + i}" for i in range(4)) + "}"

    def fragments(self):
        """Loads A's slices, lines of 128 bytes along K: row of lane % 16, chunk of lane / 16."""
        lines = ["and.b32 %r20, %r1, 15;", "shr.u32 %r21, %r1, 5;", "and.b32 %r21, %r21, 3;", "shl.b32 %r21, %r21, 4;",
                 "add.s32 %r20, %r20, %r21;", "shr.u32 %r22, %r1, 4;", "and.b32 %r22, %r22, 1;", "and.b32 %r23, %r20, 7;",
                 "shl.b32 %r24, %r20, 7;", f"mad.lo.s32 %r24, %r5, {self.tiles[0].bytes}, %r24;", "add.s32 %r24, %r24, %r2;"]
        for number in range(self.slices):
            lines += [f"add.s32 %r25, %r22, {2 * number};", "xor.b32 %r25, %r25, %r23;", "shl.b32 %r25, %r25, 4;", "add.s32 %r25, %r25, %r24;",
                      f"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {self.fragment(number)}, [%r25];"]
        return lines

    def text(self):
        a, b = self.tiles
        descriptor = lambda which, tile: [
            f"and.b32 %r{6 + which}, %r{6 + which}, 262143;", f"shr.u32 %r{6 + which}, %r{6 + which}, 4;",
            f"cvt.u64.u32 %rd{5 + which}, %r{6 + which};", f"or.b64 %rd{5 + which}, %rd{5 + which}, {tile.descriptor():#x};"]
        lines = [".reg .pred %p<4>;", ".reg .b32 %r<48>;", ".reg .b64 %rd<16>;", f".reg .f32 %f<{self.n // 2 + 1}>;",
                 "ld.param.u64 %rd1, [matmul_param_0];", "ld.param.u64 %rd2, [matmul_param_1];",
                 "cvta.to.global.u64 %rd1, %rd1;", "cvta.to.global.u64 %rd2, %rd2;",
                 "mov.u32 %r1, %tid.x;", "mov.u32 %r2, tiles;", "shl.b32 %r3, %r1, 4;", "cvt.u64.u32 %rd3, %r3;",
                 "add.s64 %rd4, %rd1, %rd3;", "add.s32 %r4, %r2, %r3;", *self.copy(),
                 "shr.u32 %r5, %r1, 7;", f"mad.lo.s32 %r6, %r5, {a.bytes}, %r2;", f"add.s32 %r7, %r2, {self.groups * a.bytes};",
                 *descriptor(0, a), *descriptor(1, b)]
        if self.zeroed:
            lines += [f"mov.f32 %f{i + 1}, 0f00000000;" for i in range(self.n // 2)]
        if self.registers:
            lines += self.fragments()
        lines.append("wgmma.fence.sync.aligned;")
        for number in range(self.slices):
            lines += self.slice(number)
            if number + 1 in (self.slices // 2, self.slices):  # two groups
                lines.append("wgmma.commit_group.sync.aligned;")
            if number + 1 == self.slices:
                lines += ["wgmma.wait_group.sync.aligned \t1;", "wgmma.wait_group.sync.aligned \t0;"]
        # Row 16 * warp + lane / 4, column 2 * (lane % 4).
        lines += ["shr.u32 %r14, %r1, 5;", "shl.b32 %r14, %r14, 4;", "and.b32 %r15, %r1, 31;", "shr.u32 %r16, %r15, 2;",
                  "add.s32 %r14, %r14, %r16;", "and.b32 %r15, %r15, 3;", "shl.b32 %r15, %r15, 1;",
                  f"mad.lo.s32 %r14, %r14, {self.n}, %r15;", "mul.wide.u32 %rd9, %r14, 4;", "add.s64 %rd10, %rd2, %rd9;"]
        for i in range(self.n // 2):
            offset = 4 * (i // 2 % 2 * 8 * self.n + i // 4 * 8 + i % 2)
            lines.append(f"st.global.f32 [%rd10+{offset}], %f{i + 1};")
        head = [".version 8.0", ".target sm_90a", ".address_size 64", ".extern .shared .align 1024 .b8 tiles[];",
                ".visible .entry matmul(", ".param .u64 matmul_param_0,", ".param .u64 matmul_param_1", ")",
                f".maxntid {self.threads}, 1, 1", "{"]
        return "\n".join([*head, *lines, "ret;", "}"]) + "\n"


class Driver:
    def __init__(self, library):
        self.cuda = ctypes.CDLL(library)
        self.call("cuInit", 0)
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
        self.call("cuCtxSetCurrent", context)

    def call(self, function, *arguments):
        error = getattr(self.cuda, function)(*arguments)
        if error:
            said = ctypes.c_char_p()
            self.cuda.cuGetErrorString(error, ctypes.byref(said))
            raise RuntimeError(said.value.decode())

    def load(self, text):
        log, module, function = ctypes.create_string_buffer(1024), ctypes.c_void_p(), ctypes.c_void_p()
        options, values = (ctypes.c_int * 2)(5, 6), (ctypes.c_void_p * 2)(ctypes.addressof(log), 1024)
        if self.cuda.cuModuleLoadDataEx(ctypes.byref(module), text.encode(), 2, options, values):
            raise RuntimeError(log.value.decode())
        self.call("cuModuleGetFunction", ctypes.byref(function), module, b"matmul")
        return function

    def allocate(self, array):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(array.nbytes))
        self.call("cuMemcpyHtoDAsync_v2", address, array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes), None)
        return address

    def run(self, text, threads, image, shape):
        function, out = self.load(text), np.full(shape, np.nan, np.float32)
        addresses = [self.allocate(image), self.allocate(out)]
        arguments = (ctypes.c_void_p * 2)(*map(ctypes.addressof, addresses))
        self.call("cuFuncSetAttribute", function, 8, image.nbytes)  # bytes of dynamic shared memory
        self.call("cuLaunchKernel", function, 1, 1, 1, threads, 1, 1, image.nbytes, None, arguments, None)
        self.call("cuMemcpyDtoHAsync_v2", out.ctypes.data_as(ctypes.c_void_p), addresses[1], ctypes.c_size_t(out.nbytes), None)
        self.call("cuStreamSynchronize", None)
        for address in addresses:
            self.call("cuMemFree_v2", address)
        return out


def ratio(driver, case, text):
    """The largest error over its bound."""
    a, b, image = case.arguments()
    found = driver.run(text, case.threads, image, (len(a), len(b)))
    a, b = a.astype(np.float64), b.astype(np.float64)
    bound = case.slices * 2.0**-22 * (np.abs(a) @ np.abs(b.T))
    error = np.abs(found - case.signs[0] * case.signs[1] * (a @ b.T)) / bound
    return np.inf if np.isnan(error).any() else error.max()


K, MN = False, True
CASES = [
    *(Case(kind, n, transposed=(a, b)) for kind in TYPES for n, a, b in
      [(64, K, K), (64, K, MN), (64, MN, K), (64, MN, MN), (128, K, K), (256, K, MN)]),
    *(Case("bf16", 64, transposed=(how, how), widths=widths) for how in (K, MN) for widths in [(64, 32), (32, 64), (16, 16)]),
    Case("bf16", 8, slices=1, widths=(32, 32)),
    Case("bf16", 24, slices=2, widths=(64, 16), transposed=(K, MN)),
    Case("f16", 128, slices=8, groups=2, transposed=(K, MN)),
    Case("bf16", 256, groups=2, copies="st.shared"),
    Case("f16", 64, transposed=(MN, MN), copies="st.shared", zeroed=False, signs=(-1, 1)),
    Case("bf16", 96, groups=2, zeroed=False, widths=(128, 64)),
    Case("bf16", 64, registers=True),
    Case("f16", 64, transposed=(K, MN), registers=True, groups=2),
    Case("f16", 32, widths=(128, 64), registers=True, zeroed=False, signs=(-1, 1)),
]


def numbers(driver):
    found = {case.name: ratio(driver, case, case.text()) for case in CASES}
    for name, worst in found.items():
        print(f"{name}: {worst:.3f} of the bound{'' if worst <= 1 else ', WRONG'}")
    print(f"{sum(worst <= 1 for worst in found.values())} of {len(CASES)} within their bounds")


FENCE, COMMIT, WAIT = "wgmma.fence.sync.aligned;", "wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned \t0;"
PROXY, BARRIER, ARRIVE = "fence.proxy.async.shared::cta;", "bar.sync 0;", "cp.async.wait_group 0;"
LAST = "wgmma.wait_group.sync.aligned \t1;"
STORE, COPY = "st.shared.b32 [%r4], %r1;", "cp.async.ca.shared.global [%r4], [%rd4], 16;"
OTHER = "setp.eq.s32 %p1, %r1, 128;\n@%p1 "  # of the second warpgroup
REGISTERS, LOAD = Case("bf16", 64, registers=True), re.compile("ldmatrix.*%r35}.*")
COPIES, STORES, SMALL = Case("bf16", 64, groups=2), Case("f16", 64, copies="st.shared"), Case("bf16", 16, slices=2, widths=(64, 64))
# Mistake: case, text (a pattern if it is compiled), replacement.
MISTAKES = {
    "no mistake": (COPIES, WAIT, WAIT),
    # Whole warpgroups.
    "one warp is missing": (COPIES, FENCE, f"setp.lt.u32 %p1, %r1, 224;\n@%p1 {FENCE}"),
    "warps of two warpgroups": (COPIES, "ret;", f"sub.u32 %r20, %r1, 64;\nsetp.lt.u32 %p1, %r20, 128;\n@%p1 {WAIT}\nret;"),
    # Accumulators in flight.
    "no wait_group": (COPIES, WAIT, ""),
    "wait_group of the first group": (COPIES, WAIT, "wgmma.wait_group.sync.aligned 1;"),
    "no commit_group": (COPIES, f"{COMMIT}\n{LAST}", LAST),
    "an accumulator is written in flight": (COPIES, LAST, f"mov.f32 %f3, 0f00000000;\n{LAST}"),
    "accumulators overlap": (SMALL, re.compile("(.*)%f1, %f2, %f3, %f4(.*)\n}\n.*\n.*commit(.*)\n(.*)1;"),
                             r"\1%f1, %f2, %f4, %f3\2\n}\nwgmma.commit\3\n\4 1;"),
    "the kernel ends in flight": (COPIES, re.compile(f"{WAIT}(.|\n)*ret;"), "ret;"),
    # Order of registers.
    "no wgmma.fence": (COPIES, FENCE, ""),
    "an accumulator is written after the fence": (COPIES, FENCE, f"{FENCE}\nmov.f32 %f3, 0f00000000;"),
    "an accumulator is changed between matmuls": (SMALL, re.compile(f"{COMMIT}\n(add.s64 %rd7(.|\n)*?end inline asm)"),
                                                  rf"{COMMIT}\n{WAIT}\nadd.f32 %f3, %f3, %f3;\n\1"),
    "accumulators are not initialized": (COPIES, re.compile("mov.f32 %f3.*;"), ""),
    # Shared memory that is not ready.
    "a tile is not complete": (COPIES, re.compile(r"cp.async.*\[%r4\+8192\].*"), ""),
    "copies are not waited for": (COPIES, ARRIVE, ""),
    "no barrier": (COPIES, BARRIER, ""),
    "no fence of copies": (COPIES, PROXY, ""),
    "no fence of stores": (STORES, PROXY, ""),
    "a fence before the copies arrive": (COPIES, f"{ARRIVE}\n{PROXY}", f"{PROXY}\n{ARRIVE}"),
    "a fence after the barrier": (STORES, f"{PROXY}\n{BARRIER}", f"{BARRIER}\n{PROXY}"),
    "a fence by other threads": (COPIES, PROXY, f"setp.lt.u32 %p1, %r1, 128;\n@%p1 {PROXY}"),
    "a fence of all memory": (COPIES, PROXY, "fence.proxy.async;"),
    # Shared memory that is overwritten.
    "a store in flight": (STORES, LAST, f"{STORE}\n{LAST}"),
    "a store of another warpgroup in flight": (COPIES, COMMIT, f"{BARRIER}\n{OTHER}{STORE}\n{COMMIT}"),
    "a copy in flight": (COPIES, LAST, f"{COPY}\n{LAST}"),
    "a store after the wait": (COPIES, WAIT, f"{WAIT}\n{OTHER}{STORE}"),
    "a store after the wait and a barrier": (COPIES, WAIT, f"{WAIT}\n{BARRIER}\n{STORE}"),
    "a store in flight that nobody detects": (STORES, LAST, f"{STORE}\n{LAST}"),
    # Operands.
    "a tile outside of shared memory": (COPIES, "shr.u32 %r7, %r7, 4;", "or.b32 %r7, %r7, 8192;"),
    "descriptors of threads": (COPIES, "mad.lo.s32 %r6, %r5, 8192, %r2;", "mad.lo.s32 %r6, %r1, 1024, %r2;"),
    "a base offset": (COPIES, "or.b64 %rd5, %rd5, 0x4", "or.b64 %rd5, %rd5, 0x400200"),
    "a tile within a swizzle pattern": (COPIES, "add.s32 %r7, %r2, 16384;", "add.s32 %r7, %r2, 16512;"),
    "a tile within a line": (COPIES, "add.s32 %r7, %r2, 16384;", "add.s32 %r7, %r2, 16400;"),
    "a swizzle of 64 B": (COPIES, re.compile("or.b64 %rd6, %rd6, 0x4"), "or.b64 %rd6, %rd6, 0x8"),
    "A in two registers": (SMALL, "%rd7, %rd8, p,", "{%r10, %r11}, %rd8, p,"),
    "A in registers and transposed": (REGISTERS, re.compile(r"(%r35}, %rd8, p, 1,  1, 0)"), r"\1,  0"),
    "A is loaded after the fence": (REGISTERS, re.compile(r"(ldmatrix.*%r47}.*)\n(.*fence.*)"), r"\2\n\1"),
    "A is changed in flight": (REGISTERS, LAST, f"mov.b32 %r33, 0;\n{LAST}"),
    "A's registers in another order": (REGISTERS, "{%r32, %r33, %r34, %r35}, %rd8", "{%r32, %r34, %r33, %r35}, %rd8"),
}


def planted(library):
    for name, (case, old, new) in MISTAKES.items():
        text = case.text()
        edited = old.sub(new, text) if isinstance(old, re.Pattern) else text.replace(old, new)
        if edited == text and old != new:
            sys.exit(f"{name}: the kernel has no {old}")
        sys.stdout.flush()
        child = os.fork()  # a fault stays in the driver
        if child:
            os.waitpid(child, 0)
            continue
        if "nobody detects" in name:
            os.environ["FAKE_CUDA_FAST"] = "1"
        try:
            print(f"{name}: {'agrees' if ratio(Driver(library), case, edited) <= 1 else 'wrong numbers'}")
        except RuntimeError as error:
            print(f"{name}: {error}")
        sys.stdout.flush()
        os._exit(0)


def write(folder):
    """Writes all right kernels, for ptxas."""
    folder.mkdir(parents=True, exist_ok=True)
    for i, case in enumerate(CASES):
        (folder / f"{i}.ptx").write_text(case.text())


if __name__ == "__main__":
    library, what = sys.argv[1:3]
    if what == "planted":
        planted(library)
    elif what == "numbers":
        numbers(Driver(library))
    else:
        write(pathlib.Path(what.removeprefix("write=")))
