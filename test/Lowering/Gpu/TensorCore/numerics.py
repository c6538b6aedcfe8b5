# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels on numpy (test/Inputs/ptx) and compares with f64, under a bound that is
derived from the depth; and checks that planted mistakes are found.

numerics.py INPUTS layouts|shapes|tiles|after|views|planted
"""
import re
import sys

sys.path.insert(0, f"{sys.argv[1]}/ptx")
import case
import machine
import ml_dtypes
import numpy as np
from memory import Fault
from unit import After, Unit


def sizes(**dims):
    return dims


ALL = ("bf16", "f16", "f32")
LAYOUTS = [  # every order of the factors' dims, and of the result's
    Unit(product, sizes(m=m, n=n, k=k), kind)
    for kind, (m, n, k) in zip(ALL, [(72, 136, 80), (72, 136, 80), (36, 72, 44)])
    for product in ("mk,kn->mn", "mk,nk->mn", "km,kn->mn", "km,nk->mn", "mk,kn->nm", "km,nk->nm")
]
SHAPES = [
    *(Unit("mk,kn->mn", sizes(m=m, n=n, k=k), kind) for kind in ALL for m, n, k in [(2, 2, 1), (17, 10, 3), (2, 130, 70)]),
    Unit("mk,nk->mn", sizes(m=33, n=14, k=6), "bf16"),  # 4 bytes at once
    Unit("km,kn->mn", sizes(m=12, n=36, k=200), "f16"),  # 8 bytes at once
    Unit("bmk,bkn->bmn", sizes(b=5, m=24, n=40, k=16), "bf16"),
    Unit("bmk,bnk->bmn", sizes(b=3, m=24, n=40, k=12), "f32"),
    # attention: heads between; several dims as one; a result in another order
    Unit("bqhd,bkhd->bhqk", sizes(b=2, h=3, q=12, k=12, d=8), "bf16"),
    Unit("bhdq,bhkq->bhkd", sizes(b=2, h=3, q=12, k=10, d=8), "f16"),
    Unit("bsd,dhe->bshe", sizes(b=2, s=12, d=32, h=4, e=8), "bf16"),
    Unit("bshe,dhe->bsd", sizes(b=2, s=12, d=24, h=3, e=8), "bf16"),
    Unit("bsd,bshe->dhe", sizes(b=4, s=12, d=24, h=3, e=8), "bf16"),
    # convolutions: windows, and the gradient of a filter
    Unit("n(x+i)(y+j)c,ijco->nxyo", sizes(n=2, x=6, y=7, o=16, i=3, j=3, c=8), "bf16"),
    Unit("b(x+i)(y+j)c,bxyo->ijco", sizes(b=3, x=5, y=6, i=3, j=3, c=3, o=12), "f16"),
]

BF16 = ml_dtypes.bfloat16
RELU = After(
    """    %c = arith.constant 0.0 : bf16
    %0 = arith.truncf %x0 : f32 to bf16
    %1 = arith.truncf %s : f32 to bf16
    %2 = arith.addf %1, %0 : bf16
    %3 = arith.maximumf %2, %c : bf16
    linalg.yield %3 : bf16""",
    [("f32", "n")], [("bf16", "mn")],
    lambda s, x: [np.maximum(s.astype(BF16) + x[0].astype(BF16), BF16(0))],
)
DRELU = After(
    """    %c = arith.constant 0.0 : f16
    %0 = arith.truncf %s : f32 to f16
    %1 = arith.cmpf ogt, %x0, %c : f16
    %2 = arith.select %1, %0, %c : f16
    linalg.yield %2 : f16""",
    [("f16", "mn")], [0],
    lambda s, x: [np.where(x[0] > 0, s.astype(np.float16), np.float16(0))],
)
# the master weight and its shadow, which lie the other way round
UPDATE = After(
    """    %rate = arith.constant 0.125 : f32
    %0 = arith.mulf %s, %rate : f32
    %1 = arith.subf %x0, %0 : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %1, %2 : f32, bf16""",
    [("f32", "nm")], [0, ("bf16", "nm")],
    lambda s, x: [w := x[0] - s * np.float32(0.125), w.astype(BF16)],
    steep=0.125,
)
RESIDUAL = After(
    """    %0 = arith.addf %s, %x1 : f32
    %1 = arith.addf %0, %x0 : f32
    %2 = arith.cmpf une, %1, %1 : f32
    linalg.yield %1, %2 : f32, i1""",
    [("f32", "bmn"), ("f32", "m")], [("f32", "bmn"), ("i1", "bmn")],
    lambda s, x: [r := s + x[1] + x[0], np.isnan(r)],
)
# attention's mask, from the places of its elements
CAUSAL = After(
    """    %q = linalg.index 1 : index
    %k = linalg.index 2 : index
    %b = linalg.index 0 : index
    %0 = arith.addi %q, %b : index
    %1 = arith.cmpi uge, %0, %k : index
    %c = arith.constant -1.0e4 : f32
    %2 = arith.select %1, %s, %c : f32
    linalg.yield %2 : f32""",
    [], [("f32", "bmn")],
    lambda s, x: [np.where(sum(np.indices(s.shape)[:2]) >= np.arange(s.shape[2]), s, np.float32(-1e4))],
)
AFTER = [
    Unit("mk,kn->mn", sizes(m=128, n=64, k=32), "bf16", RELU),
    Unit("mk,nk->mn", sizes(m=40, n=50, k=32), "bf16", RELU),
    Unit("mk,kn->mn", sizes(m=19, n=21, k=24), "bf16", RELU),
    Unit("mk,nk->mn", sizes(m=64, n=64, k=64), "f16", DRELU),
    Unit("km,kn->mn", sizes(m=64, n=128, k=32), "bf16", UPDATE),
    Unit("km,kn->mn", sizes(m=24, n=17, k=32), "f32", UPDATE),
    Unit("bmk,bkn->bmn", sizes(b=2, m=20, n=36, k=16), "f16", RESIDUAL),
    Unit("bmk,bnk->bmn", sizes(b=2, m=32, n=40, k=16), "bf16", CAUSAL),
    Unit("bmk,bnk->bmn", sizes(b=3, m=21, n=17, k=16), "f16", CAUSAL),
]


# each row of the table of tiles, with lines along the depth and across
TILES = [
    (f"tile={row}", Unit(product, sizes(m=264, n=136, k=72), kind))
    for row in range(19)
    for product, kind in (("mk,nk->mn", "bf16"), ("km,kn->mn", "f16"), ("mk,kn->mn", "f32"))
]


def wrong(unit, results, arrays):
    for index, (value, bound) in unit.expected(arrays).items():
        got = results[index].astype(np.float64)
        if not (np.abs(got - value) <= bound).all():
            return f"argument {index} is off by {np.nanmax(np.abs(got - value) / (bound + 1e-30)):.3g} bounds"
    return None


def check(units):
    for number, unit in enumerate(units):
        options, unit = unit if isinstance(unit, tuple) else ("", unit)
        arrays = unit.arrays(number)
        try:
            problem = wrong(unit, case.run(unit.mlir(), "sm_80", arrays, f"tf32 {options}"), arrays)
        except Fault as fault:
            problem = str(fault)
        if problem:
            sys.exit(f"{options} {unit.product} {unit.sizes} {unit.kind}: {problem}")
    print(f"{len(units)} of {len(units)} within their bounds")


def views():
    """One of many factors, chosen by a number; a scalar that the unit loads; a
    result of 4 bytes per row in a larger buffer. By mma.sync, which this simulator has.
    """
    module = """
func.func private @unit(%all: memref<4x24x40xbf16>, %b: memref<40x32xbf16>, %i: index, %scale: memref<f32>, %d: memref<3x24x32xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %a = memref.subview %all[%i, 0, 0] [1, 24, 40] [1, 1, 1] : memref<4x24x40xbf16> to memref<24x40xbf16, strided<[40, 1], offset: ?>>
  %out = memref.subview %d[1, 0, 0] [1, 24, 32] [1, 1, 1] : memref<3x24x32xf32> to memref<24x32xf32, strided<[32, 1], offset: 768>>
  %s = memref.load %scale[] : memref<f32>
  %sum = memref.alloc() : memref<24x32xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<24x32xf32>)
  linalg.matmul ins(%a, %b : memref<24x40xbf16, strided<[40, 1], offset: ?>>, memref<40x32xbf16>) outs(%sum : memref<24x32xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%sum : memref<24x32xf32>) outs(%out : memref<24x32xf32, strided<[32, 1], offset: 768>>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.mulf %x, %s : f32
    linalg.yield %0 : f32
  }
  return
}
func.func @main(%all: memref<4x24x40xbf16>, %b: memref<40x32xbf16>, %i: index, %scale: memref<f32>, %d: memref<3x24x32xf32>) {
  call @unit(%all, %b, %i, %scale, %d) : (memref<4x24x40xbf16>, memref<40x32xbf16>, index, memref<f32>, memref<3x24x32xf32>) -> ()
  return
}"""
    random = np.random.default_rng(0)
    a, b = random.standard_normal((4, 24, 40)).astype(BF16), random.standard_normal((40, 32)).astype(BF16)
    d = np.full((3, 24, 32), 7, np.float32)
    got = case.run(module, "sm_90", [a, b, 2, np.array(3, np.float32), d])[3]
    wanted = 3 * (a[2].astype(np.float64) @ b.astype(np.float64))
    bound = 3 * (np.abs(a[2].astype(np.float64)) @ np.abs(b.astype(np.float64))) * 43 * 2.0**-24
    assert (np.abs(got[1] - wanted) <= bound).all() and (got[[0, 2]] == 7).all()
    print("views agree")


def planted():
    unit = Unit("mk,kn->mn", sizes(m=64, n=64, k=320), "bf16")
    arrays = unit.arrays()
    module, ptx = case.lower(unit.mlir(), "sm_80")
    (launch,) = case.launches(module)
    mistakes = {
        "no mistake": (r"ret;", "ret;"),
        "no barrier": (r"bar\.sync\s+0;", ""),
        "waits too little": (r"wait_group\s+1;", "wait_group 2;"),
        "copies that no group holds": (r"cp\.async\.commit_group;", ""),
        "fragments not transposed": (r"\.trans", ""),
        "fragments transposed": (r"x4\.shared", "x4.trans.shared"),
        "the type of the factors": (r"\.bf16\.bf16", ".f16.f16"),
    }
    for name, (old, new) in mistakes.items():
        mistaken, count = re.subn(old, new, ptx)
        assert count, name
        try:
            found = wrong(unit, machine.run(mistaken, launch.kernel, launch.grid, launch.block, launch.shared_bytes, arrays), arrays)
        except Fault as fault:
            found = str(fault)
        print(f"{name}: {'wrong numbers' if found and 'bounds' in found else found}")


if __name__ == "__main__":
    if sys.argv[2] in ("planted", "views"):
        {"planted": planted, "views": views}[sys.argv[2]]()
    else:
        check({"layouts": LAYOUTS, "shapes": SHAPES, "after": AFTER, "tiles": TILES}[sys.argv[2]])
