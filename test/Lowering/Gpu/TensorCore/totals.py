# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels that leave parts of sums over what they make (test/Inputs/ptx), and compares with sums of that.

totals.py INPUTS
"""
import math
import sys

sys.path.insert(0, f"{sys.argv[1]}/ptx")
import case
import numpy as np
from unit import After, Unit, affine, memref

# rows, columns and warps of a block, per row of the table of tiles
TILES = [(256, 128, 8), (128, 128, 4), (128, 128, 8), (128, 64, 4), (64, 128, 4), (128, 64, 8), (64, 64, 4), (32, 64, 4), (64, 32, 4), (32, 32, 4)]

SUM = ("f32", "0.0 : f32", "%0 = arith.extf %x : f16 to f32\n    %1 = arith.addf %o, %0 : f32")
MAXIMUM = ("f32", "0xFF800000 : f32", "%0 = arith.extf %x : f16 to f32\n    %1 = arith.maximumf %0, %o : f32")
SMALL = ("i1", "true", "%l = arith.constant 9.0 : f16\n    %0 = arith.cmpf olt, %x, %l : f16\n    %1 = arith.andi %o, %0 : i1")


def sizes(**dims):
    return dims


CASES = [  # the table's row, the product, the dims of each total
    *((row, "bmk,bkn->bmn", sizes(b=2, m=75, n=35, k=16), [(SUM, "n"), (SMALL, "bm"), (MAXIMUM, "")]) for row in range(10)),
    *((row, "bmk,bkn->bmn", sizes(b=1, m=264, n=136, k=16), [(SUM, "n"), (SMALL, "m"), (MAXIMUM, "")]) for row in (0, 9)),
    # some of the rows, or of the columns: a part of a block
    (5, "btk,kn->btn", sizes(b=3, t=96, n=40, k=16), [(SUM, "nb"), (SMALL, "b"), (MAXIMUM, "")]),
    (5, "mk,khd->mhd", sizes(m=40, h=3, d=64, k=16), [(SUM, "mh"), (SMALL, "h"), (MAXIMUM, "hd")]),
    (4, "mk,khd->mhd", sizes(m=40, h=12, d=8, k=16), [(SUM, "mh"), (MAXIMUM, "hd")]),
    (5, "astk,khd->asthd", sizes(a=2, s=3, t=32, h=5, d=32, k=8), [(SUM, "sah"), (MAXIMUM, "ash")]),
    # some of the matrices of a batch
    (8, "abmk,abkn->abmn", sizes(a=3, b=2, m=40, n=24, k=16), [(SUM, "bn"), (SMALL, "am"), (MAXIMUM, "b")]),
    (8, "abmk,abkn->abmn", sizes(a=3, b=2, m=40, n=24, k=16), [(SUM, "an"), (SMALL, "bm"), (MAXIMUM, "a")]),
    (5, "abctk,abckn->abctn", sizes(a=2, b=3, c=2, t=32, n=24, k=8), [(SUM, "bn"), (MAXIMUM, "acn")]),
]


def summed(visits, extent, tile, otherwise):
    """The rows, or columns, that a block or a part of it sums to one place."""
    return tile if visits in (1, extent) or visits % tile == 0 else otherwise(visits)


def places(unit, kept, tile):
    """The number of parts that are summed to one place."""
    rows, columns, warps = tile
    count = 1
    for role, size, otherwise in (((True, True), 1, None), ((True, False), rows, lambda visits: rows // warps),
                                  ((False, True), columns, lambda visits: math.gcd(columns, visits))):
        dims = [d for d in unit.result if tuple(d in factor for factor in unit.factors) == role]
        visits = math.prod(unit.sizes[d] for d in dims if d not in kept)
        count *= -(-visits // summed(visits, math.prod(unit.sizes[d] for d in dims), size, otherwise))
    return count


def with_totals(unit, totals, shapes):
    """The unit's module, in which each total starts and sums into place 0 of its parts."""
    text = unit.mlir()
    given = unit.shapes()
    new = "".join(f", %p{i}: {memref(*shape)}" for i, shape in enumerate(shapes))
    text = text.replace(") attributes", f"{new}) attributes").replace(") {\n  call", f"{new}) {{\n  call")
    text = text.replace(") : (memref", f"{''.join(f', %p{i}' for i in range(len(shapes)))}) : (memref")
    text = text.replace(") -> ()", f"{''.join(', ' + memref(*shape) for shape in shapes)}) -> ()")
    body = ""
    for i, (((kind, start, inner), kept), shape) in enumerate(zip(totals, shapes)):
        loops = ", ".join('"parallel"' if d in kept else '"reduction"' for d in unit.result)
        maps = f"{affine(unit.result, unit.result)}, {affine(unit.result, ['0', *kept])}"
        body += f"""  %s{i} = arith.constant {start}
  linalg.fill ins(%s{i} : {kind}) outs(%p{i} : {memref(*shape)})
  linalg.generic {{indexing_maps = [{maps}], iterator_types = [{loops}]}} ins(%v2 : {memref(*given[2])}) outs(%p{i} : {memref(*shape)}) {{
  ^bb0(%x: f16, %o: {kind}):
    {inner}
    linalg.yield %1 : {kind}
  }}
"""
    return text.replace("  return\n", body + "  return\n", 1)


def wrong(product, dims, row, totals):
    result = product.split("->")[1]
    half = After("    %0 = arith.truncf %s : f32 to f16\n    linalg.yield %0 : f16", [], [("f16", result)], None)
    unit = Unit(product, dims, "f16", half)
    shapes = [([places(unit, kept, TILES[row]), *(dims[d] for d in kept)], kind) for (kind, *_), kept in totals]
    parts = [np.full(shape, np.nan, np.float32) if kind == "f32" else np.zeros(shape, bool) for shape, kind in shapes]
    given = [*unit.arrays()[:2], np.zeros([dims[d] for d in result], np.float16), *parts]
    made, *got = case.run(with_totals(unit, totals, shapes), "sm_90a", given, f"tile={row}")[2:]
    made = made.astype(np.float32)
    for (what, kept), part in zip(totals, got):
        gone = tuple(i for i, d in enumerate(result) if d not in kept)
        order = [[d for d in result if d in kept].index(d) for d in kept]
        over = lambda function, values: function(values, axis=gone).transpose(order)
        terms = made.size // max(1, math.prod(dims[d] for d in kept))
        if what == SUM and not (np.abs(part.sum(0) - over(np.sum, made)) <= over(np.sum, np.abs(made)) * terms * 2.0**-24).all():
            return f"sums to {kept}"
        if what == MAXIMUM and not (part.max(0) == over(np.max, made)).all():
            return f"maxima to {kept}"
        if what == SMALL and not ((small := part.all(0)) == over(np.all, made < 9)).all():
            return f"flags to {kept}"
        if what == SMALL and len(kept) > 1 and not 0 < small.mean() < 1:
            return f"flags to {kept} are all the same"
    return None


for row, product, dims, totals in CASES:
    if problem := wrong(product, dims, row, totals):
        sys.exit(f"tile={row} {product} {dims}: {problem}")
print(f"{len(CASES)} of {len(CASES)} kernels leave what their sums need")
