# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""published.py [--amp-opt PATH] [--cache DIR]: published times of cuBLAS, FlashAttention-2 and FlashAttention-3 beside what the
time model says of these kernels.

The wheels that hold the kernels are downloaded from PyPI, 1.5 GB, and kept in --cache. What a kernel does is counted in its
SASS (sass.py) and given to --amp-print-step-time, as the counts of generated kernels are. Grids, tiles and shared memory
are those that the libraries launch with, by the template arguments or the name of each kernel; a block that computes
several tiles counts as so many blocks.
"""
import argparse
import collections
import functools
import heapq
import itertools
import math
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import sass

TOOLS = ("triton==3.2.0", "triton/backends/nvidia/bin/")
CHIP, MULTIPROCESSORS = "sm_90a", 132  # an H100 SXM5, of which the times are
LIMIT = 0.15

# Of a kernel: distribution, library in its wheel, what the mangled name contains, rows and columns of a tile of a block, warps that
# multiply, threads, bytes of shared memory.
Kernel = collections.namedtuple("Kernel", "wheel library pattern rows columns warps threads shared")
# `heads`: launches of one after the other, each with blocks of so many `steps`, in this order; none where blocks are alike.
Launch = collections.namedtuple("Launch", "name kernel flops executed tiles read written published heads steps", defaults=(1, ()))

SM90 = "FlashAttnFwdSm90.*ILi{}EE.*ILi{}EE.*6half_tEfNS_4arch4Sm90E{}"
SM80 = "pytorch_flash16flash_fwd_kernelINS_23Flash_fwd_kernel_traitsILi{0}ELi{1}ELi{2}ELi4ELb0ELb0EN7cutlass6half_tE.*ES3_EEEE{3}EEvNS"


def flags(bits):
    """Template arguments of type bool."""
    return "".join(f"Lb{bit}E" for bit in bits)


# FlashAttention-3: causal, local, soft cap, lengths that vary, pages, appended keys, other queries, probabilities in registers, products beside
# the softmax, packed heads, split keys, values by columns. FlashAttention-2: dropout, causal, local, biases,
# whole tiles, whole heads, probabilities returned.
CUBLAS = Kernel("nvidia-cublas-cu12==12.4.5.8", "libcublasLt.so.12", "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x256x64_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_cublas", 128, 256, 8, 384, 200 << 10)
FLASH3 = ("vllm==0.10.2", "_vllm_fa3_C.abi3.so")
FLASH2 = ("torch==2.6.0", "libtorch_cuda.so")
FLASH3_WIDE = Kernel(*FLASH3, SM90.format(128, 176, flags("000100011000")), 128, 176, 8, 384, 209 << 10)
FLASH3_CAUSAL = Kernel(*FLASH3, SM90.format(192, 128, flags("100100011000")), 192, 128, 12, 512, 89 << 10)
FLASH2_WIDE = Kernel(*FLASH2, SM80.format(128, 128, 64, flags("0000110")), 128, 64, 4, 128, 64 << 10)
FLASH2_CAUSAL = Kernel(*FLASH2, SM80.format(64, 128, 128, flags("0100110")), 128, 128, 4, 128, 48 << 10)


def matmul(kernel, size, published):
    """Products of square matrices of 16 bits."""
    tiles = math.ceil(size / kernel.rows) * math.ceil(size / kernel.columns)
    matrix = 2 * size**2
    return Launch(f"cuBLAS, {size} x {size} x {size}", kernel, 2 * size**3, 2 * size**3, tiles, 2 * matrix, matrix, published)


def attention(name, kernel, head, length, published, causal=False, tokens=16384, width=2048):
    """Forward, in f16: `tokens` in sequences of `length`, `width` elements of all heads of `head`."""
    pairs = tokens // length * (width // head)
    blocks = math.ceil(length / kernel.rows)
    columns = [min((number + 1) * kernel.rows, length) if causal else length for number in range(blocks)]
    executed = sum(kernel.rows * math.ceil(each / kernel.columns) * kernel.columns for each in columns)
    tensor = 2 * tokens * width
    flops = 4 * pairs * head * length**2 // (2 if causal else 1)
    # blocks of FlashAttention-3 are persistent, and take the longest tiles first
    steps = [math.ceil(each / kernel.columns) for each in columns] if causal and kernel is FLASH2_CAUSAL else ()
    return Launch(f"{name}, {'causal' if causal else 'all keys'}, heads of {head}, {length}", kernel, flops, 4 * pairs * head * executed, pairs * blocks, 3 * tensor, tensor, published, pairs, steps)


LENGTHS = 512, 1024, 2048, 4096

# TFLOP/s on an H100 SXM5. cuBLAS: README of pranjalssh/fast.cu. Attention: the paper of FlashAttention-3 (arXiv 2407.08608), figure 5.
LAUNCHES = [
    *(matmul(CUBLAS, *row) for row in ((6144, 741.1), (8192, 797.8))),
    *(attention("FlashAttention-2", FLASH2_CAUSAL, 64, *row, causal=True) for row in zip(LENGTHS, (180, 229, 262, 284))),
    *(attention("FlashAttention-2", FLASH2_WIDE, 128, *row) for row in zip(LENGTHS, (309, 350, 362, 368))),
    *(attention("FlashAttention-3", FLASH3_CAUSAL, 64, *row, causal=True) for row in zip(LENGTHS, (197, 265, 371, 420))),
    *(attention("FlashAttention-3", FLASH3_WIDE, 128, *row) for row in zip(LENGTHS, (467, 565, 625, 638))),
]


def fetch(cache, wheel, wanted):
    """Files of a wheel whose paths contain `wanted`, in a folder of their own."""
    folder = cache / wheel.replace("==", "-")
    if not folder.exists():
        print(f"downloading {wheel}", file=sys.stderr, flush=True)
        part = cache / f"{wheel}.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--python-version=3.11", "--platform=manylinux_2_17_x86_64", "--platform=manylinux2014_x86_64", "--platform=manylinux1_x86_64", f"--dest={part}", wheel], check=True)
        (path,) = part.glob("*.whl")
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                if wanted in member.filename and not member.is_dir():
                    file = part / pathlib.Path(member.filename).name
                    file.write_bytes(archive.read(member))
                    file.chmod(0o755)
        path.unlink()
        part.rename(folder)
    return folder


def name_of(tools, library, pattern):
    """The function of a library whose name contains a pattern, and its registers."""
    run = subprocess.run([tools / "cuobjdump", "-res-usage", "-arch", "sm_90", library], capture_output=True, text=True)
    found = re.findall(rf"^ Function (\S*{pattern}\S*):\n\s+REG:(\d+)", run.stdout, re.M)
    if not found:
        sys.exit(f"no kernel of {library} has a name with {pattern}")
    return found[0][0], int(found[0][1])


@functools.cache
def code_of(kernel, cache, tools):
    """Instructions of a kernel, and its registers."""
    library = fetch(cache, kernel.wheel, kernel.library) / kernel.library
    function, registers = name_of(tools, library, kernel.pattern)
    return sass.disassemble(library, function, tools), registers


def counted(launch, cache, tools):
    """The members of Work for a launch."""
    code, registers = code_of(launch.kernel, cache, tools)
    work = sass.count_work(code, launch.executed, launch.tiles, launch.kernel.warps)
    # all that is read goes through shared memory
    return work | {"registers": registers, "read": launch.read, "written": launch.written, "copied": launch.read}


def modelled(amp_opt, launches, works):
    """Microseconds of each launch, and what bounds it."""
    entries, moved = [], []
    for number, (launch, work) in enumerate(zip(launches, works)):
        size = f"array<i64: {launch.tiles}, 1, 1, {launch.kernel.threads}, {launch.kernel.shared}>"
        members = "".join(f", {name} = {float(value)!r} : f64" for name, value in work.items())
        entries.append(f"k{number} = {{launch = {size}{members}}}")
        moved.append(f"k{number} = array<i64: 1, {launch.read}, {launch.written}, {launch.flops}>")
    module = f"""module attributes {{amp.launches = {{{", ".join(moved)}}}}} {{
      gpu.binary @kernels {{work = {{{", ".join(entries)}}}}} [#gpu.object<#nvvm.target<chip = "{CHIP}">, assembly = "">]
    }}"""
    run = subprocess.run([amp_opt, "-", f"--amp-print-step-time=chip={CHIP}", "-o", "/dev/null"], input=module, capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr.strip())
    rows = {int(found[1]): found for found in re.finditer(r"^k(\d+) +\d+ +\d+ +\d+ +\d+ +([\d.]+) +(\w+).* (\d+)\s*$", run.stderr, re.M)}
    return [(float(rows[number][2]) * unevenness(launch, int(rows[number][4])), rows[number][3]) for number, launch in enumerate(launches)]


def unevenness(launch, resident):
    """The time of blocks of several lengths over that of as many alike, where each of the `resident` places of a multiprocessor takes the next block
    when it is free."""
    if not launch.steps:
        return 1
    def end(steps):
        places = [0.0] * (resident * MULTIPROCESSORS)
        for each in itertools.chain.from_iterable(itertools.repeat(steps, launch.heads)):
            heapq.heapreplace(places, places[0] + each)
        return max(places)
    return end(launch.steps) / end([sum(launch.steps) / len(launch.steps)] * len(launch.steps))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--amp-opt", type=pathlib.Path, default=pathlib.Path("build/bin/amp-opt"))
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("build/published"))
    arguments = parser.parse_args()
    tools = fetch(arguments.cache, *TOOLS)
    works = [counted(launch, arguments.cache, tools) for launch in LAUNCHES]
    outside = []
    print("| H100, TFLOP/s | published | modelled | modelled / published | bound |\n|---|---|---|---|---|")
    for launch, (us, bound) in zip(LAUNCHES, modelled(arguments.amp_opt, LAUNCHES, works)):
        rate = launch.flops / us / 1e6
        print(f"| {launch.name} | {launch.published:.0f} | {rate:.0f} | {rate / launch.published:.2f} | {bound} |")
        if abs(rate / launch.published - 1) > LIMIT:
            outside.append(launch.name)
    print(f"{len(LAUNCHES) - len(outside)} of {len(LAUNCHES)} are within {LIMIT:.0%}")
    sys.exit("; ".join(f"{name} is outside" for name in outside) or 0)


if __name__ == "__main__":
    main()
