# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of linalg on tensors, in the forms that exporters write: one per op and per form of a body, each behind a matmul or a convolution."""

HEAD = """\
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
#unit = affine_map<(d0, d1) -> (d0, 0)>
#first = affine_map<(d0, d1) -> (0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#scalar = affine_map<(d0, d1) -> ()>
#id4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d1)>
#image = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#window = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2 + d4)>
"""
CONSTANTS = """\
    %zero = arith.constant 0.000000e+00 : f32
    %one = arith.constant 1.000000e+00 : f32
    %half = arith.constant 5.000000e-01 : f32
    %six = arith.constant 6.000000e+00 : f32
    %three = arith.constant 3.000000e+00 : f32
    %eps = arith.constant 9.99999974E-6 : f32
    %slope = arith.constant 0.00999999977 : f32
    %root2 = arith.constant 1.41421354 : f32
    %ninf = arith.constant 0xFF800000 : f32
    %count = arith.constant 1.600000e+01 : f32
    %zero_i64 = arith.constant 0 : i64
    %five_i64 = arith.constant 5 : i64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
"""
SQUARE = "tensor<16x16xf32>"
IMAGE = "tensor<2x8x8x8xf32>"

# Bodies on one operand, %in; the last value is yielded.
UNARY = {
    "relu": "%c = arith.cmpf ugt, %in, %zero : f32\n %r = arith.select %c, %in, %zero : f32",
    "relu_maximum": "%r = arith.maximumf %in, %zero : f32",
    "relu_maxnum": "%r = arith.maxnumf %in, %zero : f32",
    "relu6": "%c = arith.cmpf ult, %in, %zero : f32\n %s = arith.select %c, %zero, %in : f32\n %d = arith.cmpf ugt, %s, %six : f32\n %r = arith.select %d, %six, %s : f32",
    "clamp": "%s = arith.minimumf %in, %six : f32\n %r = arith.maximumf %s, %zero : f32",
    "leaky_relu": "%c = arith.cmpf ugt, %in, %zero : f32\n %p = arith.select %c, %in, %zero : f32\n %d = arith.cmpf ult, %in, %zero : f32\n"
                  " %n = arith.select %d, %in, %zero : f32\n %m = arith.mulf %n, %slope : f32\n %r = arith.addf %p, %m : f32",
    "hardswish": "%a = arith.addf %in, %three : f32\n %b = arith.maximumf %a, %zero : f32\n %c = arith.minimumf %b, %six : f32\n"
                 " %d = arith.divf %c, %six : f32\n %r = arith.mulf %in, %d : f32",
    "sigmoid": "%n = arith.negf %in : f32\n %e = math.exp %n : f32\n %a = arith.addf %e, %one : f32\n %r = arith.divf %one, %a : f32",
    "silu": "%n = arith.negf %in : f32\n %e = math.exp %n : f32\n %a = arith.addf %e, %one : f32\n %s = arith.divf %one, %a : f32\n %r = arith.mulf %s, %in : f32",
    "gelu": "%d = arith.divf %in, %root2 : f32\n %e = math.erf %d : f32\n %a = arith.addf %e, %one : f32\n %h = arith.mulf %a, %half : f32\n %r = arith.mulf %in, %h : f32",
    "elu": "%c = arith.cmpf ugt, %in, %zero : f32\n %e = math.exp %in : f32\n %m = arith.subf %e, %one : f32\n %r = arith.select %c, %in, %m : f32",
    "softplus": "%e = math.exp %in : f32\n %r = math.log1p %e : f32",
    "tanh": "%r = math.tanh %in : f32",
    "exp": "%r = math.exp %in : f32",
    "abs": "%r = math.absf %in : f32",
    "sign": "%c = arith.cmpf ogt, %in, %zero : f32\n %d = arith.cmpf olt, %in, %zero : f32\n %p = arith.uitofp %c : i1 to f32\n"
            " %n = arith.uitofp %d : i1 to f32\n %r = arith.subf %p, %n : f32",
    "square": "%r = arith.mulf %in, %in : f32",
    "cube": "%r = math.powf %in, %three : f32",
    "powi": "%k = arith.constant 3 : i32\n %r = math.fpowi %in, %k : f32, i32",
    "rsqrt": "%q = arith.mulf %in, %in : f32\n %a = arith.addf %q, %eps : f32\n %r = math.rsqrt %a : f32",
    "sqrt": "%q = math.absf %in : f32\n %r = math.sqrt %q : f32",
    "log": "%q = arith.mulf %in, %in : f32\n %a = arith.addf %q, %one : f32\n %r = math.log %a : f32",
    "log2": "%q = arith.mulf %in, %in : f32\n %a = arith.addf %q, %one : f32\n %r = math.log2 %a : f32",
    "reciprocal": "%q = arith.mulf %in, %in : f32\n %a = arith.addf %q, %one : f32\n %r = arith.divf %one, %a : f32",
    "sin": "%r = math.sin %in : f32",
    "cos": "%r = math.cos %in : f32",
    "floor": "%r = math.floor %in : f32",
    "ceil": "%r = math.ceil %in : f32",
    "roundeven": "%r = math.roundeven %in : f32",
    "trunc": "%r = math.trunc %in : f32",
    "negate": "%r = arith.negf %in : f32",
    "atan": "%r = math.atan %in : f32",
    "fma": "%r = math.fma %in, %half, %one : f32",
    "widened": "%w = arith.extf %in : f32 to f64\n %m = arith.mulf %w, %w : f64\n %r = arith.truncf %m : f64 to f32",
    "narrowed": "%w = arith.truncf %in : f32 to bf16\n %r = arith.extf %w : bf16 to f32",
    "to_integer": "%i = arith.fptosi %in : f32 to i64\n %r = arith.sitofp %i : i64 to f32",
    "is_nan": "%c = arith.cmpf uno, %in, %in : f32\n %r = arith.select %c, %zero, %in : f32",
    "index_mask": "%i = linalg.index 0 : index\n %j = linalg.index 1 : index\n %c = arith.cmpi sle, %j, %i : index\n %r = arith.select %c, %in, %zero : f32",
    "index_mask_infinite": "%i = linalg.index 0 : index\n %j = linalg.index 1 : index\n %c = arith.cmpi sle, %j, %i : index\n %s = arith.select %c, %in, %ninf : f32\n %r = math.exp %s : f32",
    "with_position": "%i = linalg.index 1 : index\n %k = arith.index_cast %i : index to i64\n %f = arith.sitofp %k : i64 to f32\n %r = arith.addf %in, %f : f32",
    "copy": "%r = arith.addf %in, %zero : f32",
    "threshold": "%c = arith.cmpf ule, %in, %half : f32\n %r = arith.select %c, %one, %in : f32",
    "bits": "%b = arith.bitcast %in : f32 to i32\n %m = arith.constant 2147483647 : i32\n %a = arith.andi %b, %m : i32\n %r = arith.bitcast %a : i32 to f32",
    "asserted": "%c = arith.cmpf ord, %in, %in : f32\n cf.assert %c, \"no number\"\n %r = arith.mulf %in, %half : f32",
}
# Bodies on two operands of one shape.
BINARY = {
    "add": "%r = arith.addf %in, %in_0 : f32",
    "sub": "%r = arith.subf %in, %in_0 : f32",
    "rsub_alpha": "%m = arith.mulf %in_0, %half : f32\n %r = arith.subf %in, %m : f32",
    "mul": "%r = arith.mulf %in, %in_0 : f32",
    "div": "%q = arith.mulf %in_0, %in_0 : f32\n %a = arith.addf %q, %one : f32\n %r = arith.divf %in, %a : f32",
    "maximum": "%r = arith.maximumf %in, %in_0 : f32",
    "minimum": "%r = arith.minimumf %in, %in_0 : f32",
    "compare_select": "%c = arith.cmpf ogt, %in, %in_0 : f32\n %r = arith.select %c, %in, %in_0 : f32",
    "pow": "%b = math.absf %in : f32\n %r = math.powf %b, %in_0 : f32",
    "atan2": "%r = math.atan2 %in, %in_0 : f32",
    "remainder": "%q = arith.mulf %in_0, %in_0 : f32\n %a = arith.addf %q, %one : f32\n %r = arith.remf %in, %a : f32",
    "relu_backward": "%c = arith.cmpf ole, %in, %zero : f32\n %r = arith.select %c, %zero, %in_0 : f32",
    "tanh_backward": "%q = arith.mulf %in, %in : f32\n %s = arith.subf %one, %q : f32\n %r = arith.mulf %s, %in_0 : f32",
    "silu_mul": "%n = arith.negf %in : f32\n %e = math.exp %n : f32\n %a = arith.addf %e, %one : f32\n %s = arith.divf %in, %a : f32\n %r = arith.mulf %s, %in_0 : f32",
}


def generic(maps, iterators, ins, outs, body, types="f32"):
    """One linalg.generic; ins: (name, type), outs: (name, type)."""
    arguments = [f"%in{'' if i == 0 else f'_{i - 1}'}: {element(t)}" for i, (_, t) in enumerate(ins)]
    arguments += [f"%out{'' if i == 0 else f'_{i - 1}'}: {element(t)}" for i, (_, t) in enumerate(outs)]
    result = ", ".join(t for _, t in outs)
    yielded = "%r" if len(outs) == 1 else ", ".join(f"%r{i}" for i in range(len(outs)))
    inputs = f" ins({', '.join(n for n, _ in ins)} : {', '.join(t for _, t in ins)})" if ins else ""
    kinds = ", ".join(f'"{kind}"' for kind in iterators)
    return (f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}}"
            f"{inputs} outs({', '.join(n for n, _ in outs)} : {', '.join(t for _, t in outs)}) {{\n"
            f"    ^bb0({', '.join(arguments)}):\n {body}\n linalg.yield {yielded} : {', '.join(element(t) for _, t in outs)}\n"
            f"    }} -> {result if len(outs) == 1 else f'({result})'}")


def element(type):
    return type.removesuffix(">").removeprefix("tensor<").split("x")[-1]


def parallel(count, reductions=0):
    return ["parallel"] * (count - reductions) + ["reduction"] * reductions


def on_square(middle, arguments=(), constants=CONSTANTS):
    """%x is a matmul of arguments; `middle` computes %y from it, of the same type, which a second matmul reads."""
    signature = ", ".join(["%arg0: tensor<16x16xf32>", "%arg1: tensor<16x16xf32>", *arguments])
    return (f"{HEAD}module {{\n  func.func @main({signature}) -> {SQUARE} {{\n{constants}"
            f"    %empty = tensor.empty() : {SQUARE}\n"
            f"    %start = linalg.fill ins(%zero : f32) outs(%empty : {SQUARE}) -> {SQUARE}\n"
            f"    %x = linalg.matmul ins(%arg0, %arg1 : {SQUARE}, {SQUARE}) outs(%start : {SQUARE}) -> {SQUARE}\n"
            f"{indented(middle)}\n"
            f"    %last = linalg.matmul ins(%y, %arg1 : {SQUARE}, {SQUARE}) outs(%start : {SQUARE}) -> {SQUARE}\n"
            f"    return %last : {SQUARE}\n  }}\n}}\n")


def on_image(middle, shape=IMAGE, arguments=()):
    """%x is a convolution of an image, 2x8x8x8; `middle` computes the result %y from it."""
    signature = ", ".join(["%arg0: tensor<2x3x8x8xf32>", "%arg1: tensor<8x3x3x3xf32>", *arguments])
    return (f"{HEAD}module {{\n  func.func @main({signature}) -> {shape} {{\n{CONSTANTS}"
            "    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {\n    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):\n"
            "      tensor.yield %zero : f32\n    } : tensor<2x3x8x8xf32> to tensor<2x3x10x10xf32>\n"
            f"    %empty = tensor.empty() : {IMAGE}\n    %start = linalg.fill ins(%zero : f32) outs(%empty : {IMAGE}) -> {IMAGE}\n"
            "    %x = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} "
            f"ins(%padded, %arg1 : tensor<2x3x10x10xf32>, tensor<8x3x3x3xf32>) outs(%start : {IMAGE}) -> {IMAGE}\n"
            f"{indented(middle)}\n    return %y : {shape}\n  }}\n}}\n")


def indented(text):
    return "\n".join("    " + line.strip() for line in text.splitlines())


def windowed(op, window, into, start="%zero", attributes="dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>"):
    return (f"%w = tensor.empty() : {window}\n%o = tensor.empty() : {into}\n%f = linalg.fill ins({start} : f32) outs(%o : {into}) -> {into}\n"
            f"%y = linalg.{op} {{{attributes}}} ins(%x, %w : {IMAGE}, {window}) outs(%f : {into}) -> {into}")


def convolved(op, filter, into, attributes="dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>"):
    return (f"%o = tensor.empty() : {into}\n%f = linalg.fill ins(%zero : f32) outs(%o : {into}) -> {into}\n"
            f"%y = linalg.{op} {{{attributes}}} ins(%x, %arg2 : {IMAGE}, {filter}) outs(%f : {into}) -> {into}")


def reduced(body, start="%zero", map="#row", into="tensor<16xf32>", and_back=True):
    back = "%y = " + generic(["#id", map, "#id"], parallel(2), [("%x", SQUARE), ("%s", into)], [("%empty", SQUARE)], "%r = arith.subf %in, %in_0 : f32")
    return (f"%o = tensor.empty() : {into}\n%f = linalg.fill ins({start} : f32) outs(%o : {into}) -> {into}\n%s = "
            + generic(["#id", map], parallel(2, 1), [("%x", SQUARE)], [("%f", into)], body) + ("\n" + back if and_back else ""))


SOFTMAX = (
    "%m0 = tensor.empty() : tensor<16xf32>\n%m1 = linalg.fill ins(%ninf : f32) outs(%m0 : tensor<16xf32>) -> tensor<16xf32>\n"
    "%k0 = tensor.empty() : tensor<16xi64>\n%k1 = linalg.fill ins(%zero_i64 : i64) outs(%k0 : tensor<16xi64>) -> tensor<16xi64>\n"
    "%m:2 = " + generic(["#id", "#row", "#row"], parallel(2, 1), [("%x", SQUARE)], [("%m1", "tensor<16xf32>"), ("%k1", "tensor<16xi64>")],
                        "%i = linalg.index 1 : index\n%j = arith.index_cast %i : index to i64\n%r0 = arith.maximumf %in, %out : f32\n"
                        "%c = arith.cmpf ogt, %in, %out : f32\n%r1 = arith.select %c, %j, %out_0 : i64")
    + "\n%me = tensor.expand_shape %m#0 [[0, 1]] output_shape [16, 1] : tensor<16xf32> into tensor<16x1xf32>\n"
    "%d = " + generic(["#id", "#unit", "#id"], parallel(2), [("%x", SQUARE), ("%me", "tensor<16x1xf32>")], [("%empty", SQUARE)], "%r = arith.subf %in, %in_0 : f32")
    + "\n%e = " + generic(["#id", "#id"], parallel(2), [("%d", SQUARE)], [("%empty", SQUARE)], "%r = math.exp %in : f32")
    + "\n%s0 = tensor.empty() : tensor<16x1xf32>\n%s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<16x1xf32>) -> tensor<16x1xf32>\n"
    "%s = " + generic(["#id", "#unit"], parallel(2, 1), [("%e", SQUARE)], [("%s1", "tensor<16x1xf32>")], "%r = arith.addf %in, %out : f32"))

SQUARES = {
    "transpose": f"%y = linalg.transpose ins(%x : {SQUARE}) outs(%empty : {SQUARE}) permutation = [1, 0]",
    "transpose_generic": "%y = " + generic(["#turned", "#id"], parallel(2), [("%x", SQUARE)], [("%empty", SQUARE)], "%r = arith.addf %in, %zero : f32"),
    "broadcast": f"%d = tensor.extract_slice %x[0, 0] [1, 16] [1, 1] : {SQUARE} to tensor<16xf32>\n"
                 f"%y = linalg.broadcast ins(%d : tensor<16xf32>) outs(%empty : {SQUARE}) dimensions = [0]",
    "reduce_named": f"%o = tensor.empty() : tensor<16xf32>\n%f = linalg.fill ins(%zero : f32) outs(%o : tensor<16xf32>) -> tensor<16xf32>\n"
                    f"%s = linalg.reduce {{ arith.addf }} ins(%x : {SQUARE}) outs(%f : tensor<16xf32>) dimensions = [1]\n"
                    f"%y = linalg.broadcast ins(%s : tensor<16xf32>) outs(%empty : {SQUARE}) dimensions = [1]",
    "map_named": f"%y = linalg.map {{ math.exp }} ins(%x : {SQUARE}) outs(%empty : {SQUARE})",
    "softmax_named": f"%y = linalg.softmax dimension(1) ins(%x : {SQUARE}) outs(%empty : {SQUARE}) -> {SQUARE}",
    "elementwise_named": f"%y = linalg.exp ins(%x : {SQUARE}) outs(%empty : {SQUARE}) -> {SQUARE}",
    "add_named": f"%y = linalg.add ins(%x, %x : {SQUARE}, {SQUARE}) outs(%empty : {SQUARE}) -> {SQUARE}",
    "reduce_sum": reduced("%r = arith.addf %in, %out : f32"),
    "reduce_sum_keep": reduced("%r = arith.addf %in, %out : f32", map="#unit", into="tensor<16x1xf32>"),
    "reduce_columns": reduced("%r = arith.addf %in, %out : f32", map="#column").replace('"parallel", "reduction"', '"reduction", "parallel"'),
    "reduce_max": reduced("%r = arith.maximumf %in, %out : f32", "%ninf"),
    "reduce_max_select": reduced("%c = arith.cmpf ogt, %in, %out : f32\n%r = arith.select %c, %in, %out : f32", "%ninf"),
    "reduce_min": reduced("%r = arith.minimumf %in, %out : f32", "%six"),
    "reduce_squares": reduced("%q = arith.mulf %in, %in : f32\n%r = arith.addf %q, %out : f32"),
    "reduce_norm": reduced("%a = math.absf %in : f32\n%p = math.powf %a, %three : f32\n%r = arith.addf %p, %out : f32"),
    "reduce_product": reduced("%r = arith.mulf %in, %out : f32", "%one"),
    "softmax": SOFTMAX + "\n%y = " + generic(["#id", "#unit", "#id"], parallel(2), [("%e", SQUARE), ("%s", "tensor<16x1xf32>")], [("%empty", SQUARE)], "%r = arith.divf %in, %in_0 : f32"),
    "log_softmax": SOFTMAX + "\n%y = " + generic(["#id", "#unit", "#id"], parallel(2), [("%d", SQUARE), ("%s", "tensor<16x1xf32>")], [("%empty", SQUARE)],
                                                  "%l = math.log %in_0 : f32\n%r = arith.subf %in, %l : f32"),
    "layer_norm": reduced("%r = arith.addf %in, %out : f32", and_back=False).replace("%s =", "%total =") +
        "\n%mean = " + generic(["#r1", "#r1"], parallel(1), [("%total", "tensor<16xf32>")], [("%o", "tensor<16xf32>")], "%r = arith.divf %in, %count : f32").replace("#r1", "affine_map<(d0) -> (d0)>") +
        "\n%d = " + generic(["#id", "#row", "#id"], parallel(2), [("%x", SQUARE), ("%mean", "tensor<16xf32>")], [("%empty", SQUARE)], "%r = arith.subf %in, %in_0 : f32") +
        "\n%q = " + generic(["#id", "#id", "#id"], parallel(2), [("%d", SQUARE), ("%d", SQUARE)], [("%empty", SQUARE)], "%r = arith.mulf %in, %in_0 : f32") +
        "\n%v = " + generic(["#id", "#row"], parallel(2, 1), [("%q", SQUARE)], [("%f", "tensor<16xf32>")], "%r = arith.addf %in, %out : f32") +
        "\n%y = " + generic(["#id", "#row", "#column", "#column", "#id"], parallel(2), [("%d", SQUARE), ("%v", "tensor<16xf32>"), ("%arg2", "tensor<16xf32>"), ("%arg3", "tensor<16xf32>")], [("%empty", SQUARE)],
                            "%n = arith.divf %in_0, %count : f32\n%a = arith.addf %n, %eps : f32\n%t = math.rsqrt %a : f32\n%h = arith.mulf %in, %t : f32\n%g = arith.mulf %h, %in_1 : f32\n%r = arith.addf %g, %in_2 : f32"),
    "variance_f64": "%o = tensor.empty() : tensor<16xf64>\n%zd = arith.constant 0.0 : f64\n%f = linalg.fill ins(%zd : f64) outs(%o : tensor<16xf64>) -> tensor<16xf64>\n"
        "%s = " + generic(["#id", "#row"], parallel(2, 1), [("%x", SQUARE)], [("%f", "tensor<16xf64>")], "%w = arith.extf %in : f32 to f64\n%q = arith.mulf %w, %w : f64\n%r = arith.addf %q, %out : f64") +
        "\n%y = " + generic(["#id", "#row", "#id"], parallel(2), [("%x", SQUARE), ("%s", "tensor<16xf64>")], [("%empty", SQUARE)], "%n = arith.truncf %in_0 : f64 to f32\n%r = arith.subf %in, %n : f32"),
    "where": "%m0 = tensor.empty() : tensor<16x16xi1>\n%m = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%m0", "tensor<16x16xi1>")], "%r = arith.cmpf ogt, %in, %zero : f32") +
        "\n%y = " + generic(["#id", "#id", "#id", "#id"], parallel(2), [("%m", "tensor<16x16xi1>"), ("%x", SQUARE), ("%arg0", SQUARE)], [("%empty", SQUARE)], "%r = arith.select %in, %in_0, %in_1 : f32"),
    "masked_fill": "%y = " + generic(["#id", "#id", "#id"], parallel(2), [("%x", SQUARE), ("%arg2", "tensor<16x16xi1>")], [("%empty", SQUARE)], "%r = arith.select %in_0, %ninf, %in : f32").replace("%ninf", "%six"),
    "tensor_to_scalar": f"%e = tensor.extract %arg2[%c0] : tensor<16xf32>\n%y = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%empty", SQUARE)], "%r = arith.mulf %in, %e : f32"),
    "scalar_operand": "%y = " + generic(["#id", "#scalar", "#id"], parallel(2), [("%x", SQUARE), ("%arg2", "tensor<f32>")], [("%empty", SQUARE)], "%r = arith.mulf %in, %in_0 : f32"),
    "embedding": "%y = " + generic(["#row", "#id"], parallel(2), [("%arg2", "tensor<16xi64>")], [("%empty", SQUARE)],
        "%i = arith.index_cast %in : i64 to index\n%j = linalg.index 1 : index\n%r = tensor.extract %x[%i, %j] : tensor<16x16xf32>"),
    "flip": "%c15 = arith.constant 15 : index\n%y = " + generic(["#id"], parallel(2), [], [("%empty", SQUARE)], "%i = linalg.index 0 : index\n%j = linalg.index 1 : index\n%k = arith.subi %c15, %j : index\n%r = tensor.extract %x[%i, %k] : tensor<16x16xf32>"),
    "gather_elements": "%y = " + generic(["#id", "#id"], parallel(2), [("%arg2", "tensor<16x16xi64>")], [("%empty", SQUARE)], "%i = arith.index_cast %in : i64 to index\n%j = linalg.index 0 : index\n%r = tensor.extract %x[%j, %i] : tensor<16x16xf32>"),
    "cast_f64": f"%o = tensor.empty() : tensor<16x16xf64>\n%w = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%o", "tensor<16x16xf64>")], "%r = arith.extf %in : f32 to f64") +
        "\n%y = " + generic(["#id", "#id"], parallel(2), [("%w", "tensor<16x16xf64>")], [("%empty", SQUARE)], "%r = arith.truncf %in : f64 to f32"),
    "cast_f16": f"%o = tensor.empty() : tensor<16x16xf16>\n%w = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%o", "tensor<16x16xf16>")], "%r = arith.truncf %in : f32 to f16") +
        "\n%y = " + generic(["#id", "#id"], parallel(2), [("%w", "tensor<16x16xf16>")], [("%empty", SQUARE)], "%r = arith.extf %in : f16 to f32"),
    "mask_to_float": "%y = " + generic(["#id", "#id", "#id"], parallel(2), [("%x", SQUARE), ("%arg2", "tensor<16x16xi1>")], [("%empty", SQUARE)], "%m = arith.uitofp %in_0 : i1 to f32\n%n = arith.mulf %in, %m : f32\n%r = arith.divf %n, %half : f32"),
    "concat": f"%a = tensor.extract_slice %x[0, 0] [8, 16] [1, 1] : {SQUARE} to tensor<8x16xf32>\n%b = tensor.extract_slice %x[8, 0] [8, 16] [1, 1] : {SQUARE} to tensor<8x16xf32>\n"
              f"%y = tensor.concat dim(0) %b, %a : (tensor<8x16xf32>, tensor<8x16xf32>) -> {SQUARE}",
    "concat_insert": f"%a = tensor.extract_slice %x[0, 0] [8, 16] [1, 1] : {SQUARE} to tensor<8x16xf32>\n%b = tensor.extract_slice %x[8, 0] [8, 16] [1, 1] : {SQUARE} to tensor<8x16xf32>\n"
              f"%i = tensor.insert_slice %b into %empty[0, 0] [8, 16] [1, 1] : tensor<8x16xf32> into {SQUARE}\n%y = tensor.insert_slice %a into %i[8, 0] [8, 16] [1, 1] : tensor<8x16xf32> into {SQUARE}",
    "insert_strided": f"%z = linalg.fill ins(%zero : f32) outs(%empty : {SQUARE}) -> {SQUARE}\n%a = tensor.extract_slice %x[0, 0] [8, 16] [1, 1] : {SQUARE} to tensor<8x16xf32>\n"
              f"%y = tensor.insert_slice %a into %z[0, 0] [8, 16] [2, 1] : tensor<8x16xf32> into {SQUARE}",
    "strided_slice": f"%a = tensor.extract_slice %x[0, 0] [8, 16] [2, 1] : {SQUARE} to tensor<8x16xf32>\n%y = tensor.concat dim(0) %a, %a : (tensor<8x16xf32>, tensor<8x16xf32>) -> {SQUARE}",
    "pad_edges": f"%a = tensor.extract_slice %x[0, 0] [14, 14] [1, 1] : {SQUARE} to tensor<14x14xf32>\n%y = tensor.pad %a low[1, 1] high[1, 1] {{\n^bb0(%i: index, %j: index):\ntensor.yield %zero : f32\n}} : tensor<14x14xf32> to {SQUARE}",
    "pad_infinite": f"%a = tensor.extract_slice %x[0, 0] [14, 14] [1, 1] : {SQUARE} to tensor<14x14xf32>\n%p = tensor.pad %a low[1, 1] high[1, 1] {{\n^bb0(%i: index, %j: index):\ntensor.yield %ninf : f32\n}} : tensor<14x14xf32> to {SQUARE}\n"
              "%y = " + generic(["#id", "#id", "#id"], parallel(2), [("%p", SQUARE), ("%x", SQUARE)], [("%empty", SQUARE)], "%r = arith.maximumf %in, %in_0 : f32"),
    "reshape": f"%a = tensor.collapse_shape %x [[0, 1]] : {SQUARE} into tensor<256xf32>\n%y = tensor.expand_shape %a [[0, 1]] output_shape [16, 16] : tensor<256xf32> into {SQUARE}",
    "cast_dynamic": f"%a = tensor.cast %x : {SQUARE} to tensor<?x16xf32>\n%y = tensor.cast %a : tensor<?x16xf32> to {SQUARE}",
    "batch_matmul": f"%a = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 8, 16] : {SQUARE} into tensor<2x8x16xf32>\n%b = tensor.expand_shape %arg0 [[0], [1, 2]] output_shape [16, 2, 8] : {SQUARE} into tensor<16x2x8xf32>\n"
        "%b1 = tensor.empty() : tensor<2x16x8xf32>\n%b2 = linalg.transpose ins(%b : tensor<16x2x8xf32>) outs(%b1 : tensor<2x16x8xf32>) permutation = [1, 0, 2]\n"
        "%o = tensor.empty() : tensor<2x8x8xf32>\n%f = linalg.fill ins(%zero : f32) outs(%o : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>\n"
        "%p = linalg.batch_matmul ins(%a, %b2 : tensor<2x8x16xf32>, tensor<2x16x8xf32>) outs(%f : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>\n"
        f"%q = tensor.collapse_shape %p [[0, 1], [2]] : tensor<2x8x8xf32> into tensor<16x8xf32>\n%y = tensor.concat dim(1) %q, %q : (tensor<16x8xf32>, tensor<16x8xf32>) -> {SQUARE}",
    "matvec": "%o = tensor.empty() : tensor<16xf32>\n%f = linalg.fill ins(%zero : f32) outs(%o : tensor<16xf32>) -> tensor<16xf32>\n"
        f"%s = linalg.matvec ins(%x, %arg2 : {SQUARE}, tensor<16xf32>) outs(%f : tensor<16xf32>) -> tensor<16xf32>\n%y = linalg.broadcast ins(%s : tensor<16xf32>) outs(%empty : {SQUARE}) dimensions = [1]",
    "vecmat": "%o = tensor.empty() : tensor<16xf32>\n%f = linalg.fill ins(%zero : f32) outs(%o : tensor<16xf32>) -> tensor<16xf32>\n"
        f"%s = linalg.vecmat ins(%arg2, %x : tensor<16xf32>, {SQUARE}) outs(%f : tensor<16xf32>) -> tensor<16xf32>\n%y = linalg.broadcast ins(%s : tensor<16xf32>) outs(%empty : {SQUARE}) dimensions = [0]",
    "dot": "%o = tensor.empty() : tensor<f32>\n%f = linalg.fill ins(%zero : f32) outs(%o : tensor<f32>) -> tensor<f32>\n"
        f"%d = tensor.extract_slice %x[0, 0] [1, 16] [1, 1] : {SQUARE} to tensor<16xf32>\n%s = linalg.dot ins(%d, %arg2 : tensor<16xf32>, tensor<16xf32>) outs(%f : tensor<f32>) -> tensor<f32>\n%y = "
        + generic(["#id", "#scalar", "#id"], parallel(2), [("%x", SQUARE), ("%s", "tensor<f32>")], [("%empty", SQUARE)], "%r = arith.addf %in, %in_0 : f32"),
    "matmul_generic": "%y = " + generic(["affine_map<(d0, d1, d2) -> (d0, d2)>", "affine_map<(d0, d1, d2) -> (d1, d2)>", "affine_map<(d0, d1, d2) -> (d0, d1)>"], parallel(3, 1),
        [("%x", SQUARE), ("%arg0", SQUARE)], [("%start", SQUARE)], "%p = arith.mulf %in, %in_0 : f32\n%r = arith.addf %out, %p : f32"),
    "matmul_transposed": f"%y = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%x, %arg0 : {SQUARE}, {SQUARE}) outs(%start : {SQUARE}) -> {SQUARE}",
    "matmul_with_bias": "%bias = " + generic(["#column", "#id"], parallel(2), [("%arg2", "tensor<16xf32>")], [("%empty", SQUARE)], "%r = arith.addf %in, %zero : f32") +
        f"\n%y = linalg.matmul ins(%x, %arg0 : {SQUARE}, {SQUARE}) outs(%bias : {SQUARE}) -> {SQUARE}",
    "bias_yielded": "%b = " + generic(["#column", "#id"], parallel(2), [("%arg2", "tensor<16xf32>")], [("%empty", SQUARE)], "") .replace("linalg.yield %r", "linalg.yield %in") +
        "\n%y = " + generic(["#id", "#id", "#id"], parallel(2), [("%x", SQUARE), ("%b", SQUARE)], [("%empty", SQUARE)], "%r = arith.addf %in, %in_0 : f32"),
    "two_results": "%e2 = tensor.empty() : tensor<16x16xf32>\n%two:2 = " + generic(["#id", "#id", "#id"], parallel(2), [("%x", SQUARE)], [("%empty", SQUARE), ("%e2", SQUARE)],
        "%r0 = math.sin %in : f32\n%r1 = math.cos %in : f32") + "\n%y = " + generic(["#id", "#id", "#id"], parallel(2), [("%two#0", SQUARE), ("%two#1", SQUARE)], [("%empty", SQUARE)], "%r = arith.mulf %in, %in_0 : f32"),
    "accumulated": "%y = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%arg0", SQUARE)], "%r = arith.addf %in, %out : f32"),
    "loop": f"%y = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %x) -> ({SQUARE}) {{\n%s = " + generic(["#id", "#id"], parallel(2), [("%a", SQUARE)], [("%empty", SQUARE)], "%r = math.tanh %in : f32") + f"\nscf.yield %s : {SQUARE}\n}}",
    "branch": f"%e = tensor.extract %arg2[] : tensor<i1>\n%y = scf.if %e -> ({SQUARE}) {{\nscf.yield %x : {SQUARE}\n}} else {{\n%s = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%empty", SQUARE)], "%r = arith.mulf %in, %half : f32") + f"\nscf.yield %s : {SQUARE}\n}}",
    "loop_matmul": f"%y = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %x) -> ({SQUARE}) {{\n%p = linalg.matmul ins(%a, %arg1 : {SQUARE}, {SQUARE}) outs(%start : {SQUARE}) -> {SQUARE}\n%s = "
        + generic(["#id", "#id"], parallel(2), [("%p", SQUARE)], [("%empty", SQUARE)], "%r = math.tanh %in : f32") + f"\nscf.yield %s : {SQUARE}\n}}",
    "loop_own_empty": f"%y = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %x) -> ({SQUARE}) {{\n%e = tensor.empty() : {SQUARE}\n%g = linalg.fill ins(%zero : f32) outs(%e : {SQUARE}) -> {SQUARE}\n"
        f"%p = linalg.matmul ins(%a, %arg1 : {SQUARE}, {SQUARE}) outs(%g : {SQUARE}) -> {SQUARE}\n%s = "
        + generic(["#id", "#id", "#id"], parallel(2), [("%p", SQUARE), ("%arg0", SQUARE)], [("%e", SQUARE)], "%m = arith.addf %in, %in_0 : f32\n%r = math.tanh %m : f32") + f"\nscf.yield %s : {SQUARE}\n}}",
    "loop_nested": f"%y = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %x) -> ({SQUARE}) {{\n%q = scf.for %j = %c0 to %c1 step %c1 iter_args(%b = %a) -> ({SQUARE}) {{\n"
        f"%p = linalg.matmul ins(%b, %arg1 : {SQUARE}, {SQUARE}) outs(%start : {SQUARE}) -> {SQUARE}\nscf.yield %p : {SQUARE}\n}}\n%s = "
        + generic(["#id", "#id"], parallel(2), [("%q", SQUARE)], [("%empty", SQUARE)], "%r = math.tanh %in : f32") + f"\nscf.yield %s : {SQUARE}\n}}",
    "loop_slices": f"%y = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %x) -> ({SQUARE}) {{\n%e = tensor.extract_slice %arg0[%i, 0] [1, 16] [1, 1] : {SQUARE} to tensor<1x16xf32>\n"
        f"%o = tensor.empty() : tensor<1x16xf32>\n%g = linalg.fill ins(%zero : f32) outs(%o : tensor<1x16xf32>) -> tensor<1x16xf32>\n%p = linalg.matmul ins(%e, %arg1 : tensor<1x16xf32>, {SQUARE}) outs(%g : tensor<1x16xf32>) -> tensor<1x16xf32>\n"
        f"%s = tensor.insert_slice %p into %a[%i, 0] [1, 16] [1, 1] : tensor<1x16xf32> into {SQUARE}\nscf.yield %s : {SQUARE}\n}}",
    "while": f"%k, %y = scf.while (%i = %c0, %a = %x) : (index, {SQUARE}) -> (index, {SQUARE}) {{\n%c = arith.cmpi slt, %i, %c16 : index\nscf.condition(%c) %i, %a : index, {SQUARE}\n}} do {{\n^bb0(%i: index, %a: {SQUARE}):\n"
        f"%p = linalg.matmul ins(%a, %arg1 : {SQUARE}, {SQUARE}) outs(%start : {SQUARE}) -> {SQUARE}\n%s = " + generic(["#id", "#id"], parallel(2), [("%p", SQUARE)], [("%empty", SQUARE)], "%r = math.tanh %in : f32")
        + f"\n%n = arith.addi %i, %c1 : index\nscf.yield %n, %s : index, {SQUARE}\n}}",
    "branch_matmul": f"%e = tensor.extract %arg2[] : tensor<i1>\n%y = scf.if %e -> ({SQUARE}) {{\n%p = linalg.matmul ins(%x, %arg1 : {SQUARE}, {SQUARE}) outs(%start : {SQUARE}) -> {SQUARE}\nscf.yield %p : {SQUARE}\n}} else {{\nscf.yield %x : {SQUARE}\n}}",
    "yield_constant": "%b = " + generic(["#id"], parallel(2), [], [("%empty", SQUARE)], "").replace("linalg.yield %r", "linalg.yield %half") +
        "\n%y = " + generic(["#id", "#id", "#id"], parallel(2), [("%x", SQUARE), ("%b", SQUARE)], [("%empty", SQUARE)], BINARY["mul"]),
    "yield_captured": "%v = tensor.extract %arg2[%c0] : tensor<16xf32>\n%b = " + generic(["#id"], parallel(2), [], [("%empty", SQUARE)], "").replace("linalg.yield %r", "linalg.yield %v") +
        "\n%y = " + generic(["#id", "#id", "#id"], parallel(2), [("%x", SQUARE), ("%b", SQUARE)], [("%empty", SQUARE)], BINARY["mul"]),
    "yield_two": "%two:2 = " + generic(["#id", "#id", "#id"], parallel(2), [("%x", SQUARE)], [("%empty", SQUARE), ("%empty", SQUARE)], "%r0 = math.tanh %in : f32").replace("%r0, %r1", "%r0, %in") +
        "\n%y = " + generic(["#id", "#id", "#id"], parallel(2), [("%two#0", SQUARE), ("%two#1", SQUARE)], [("%empty", SQUARE)], BINARY["mul"]),
    "pad_captured": f"%v = tensor.extract %arg2[%c0] : tensor<16xf32>\n%a = tensor.extract_slice %x[0, 0] [14, 14] [1, 1] : {SQUARE} to tensor<14x14xf32>\n%y = tensor.pad %a low[1, 1] high[1, 1] {{\n^bb0(%i: index, %j: index):\ntensor.yield %v : f32\n}} : tensor<14x14xf32> to {SQUARE}",
    "select_captured": "%v = tensor.extract %arg2[%c0] : tensor<16xf32>\n%y = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%empty", SQUARE)], "%c = arith.cmpf ugt, %in, %v : f32\n%r = arith.select %c, %in, %v : f32"),
    "captured_computed": "%v = tensor.extract %arg2[%c0] : tensor<16xf32>\n%w = math.tanh %v : f32\n%y = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%empty", SQUARE)], "%m = arith.mulf %in, %w : f32\n%r = arith.addf %m, %v : f32"),
    "extract_of_product": "%v = tensor.extract %x[%c0, %c1] : tensor<16x16xf32>\n%y = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%empty", SQUARE)], "%r = arith.mulf %in, %v : f32"),
    "fill_computed": "%v = tensor.extract %x[%c0, %c1] : tensor<16x16xf32>\n" + f"%g = linalg.fill ins(%v : f32) outs(%empty : {SQUARE}) -> {SQUARE}\n%y = " + generic(["#id", "#id", "#id"], parallel(2), [("%x", SQUARE), ("%g", SQUARE)], [("%empty", SQUARE)], BINARY["mul"]),
    "dropout": "%y = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%empty", SQUARE)],
        "%i = linalg.index 0 : index\n%a = arith.index_cast %i : index to i64\n%b = arith.muli %a, %five_i64 : i64\n%h = arith.constant 3 : i64\n%s = arith.shrui %b, %h : i64\n%t = arith.trunci %s : i64 to i32\n%u = arith.uitofp %t : i32 to f32\n"
        "%v = arith.divf %u, %six : f32\n%c = arith.cmpf olt, %v, %half : f32\n%d = arith.divf %in, %half : f32\n%r = arith.select %c, %d, %zero : f32"),
    "elementwise_arith": f"%k = arith.constant dense<0.5> : {SQUARE}\n%m = arith.mulf %x, %k : {SQUARE}\n%t = math.tanh %m : {SQUARE}\n%y = arith.addf %t, %x : {SQUARE}",
    "splat": f"%v = tensor.extract %arg2[] : tensor<f32>\n%k = tensor.splat %v : {SQUARE}\n%y = arith.mulf %x, %k : {SQUARE}",
    "from_elements": f"%v = tensor.extract %arg2[] : tensor<f32>\n%q = arith.mulf %v, %v : f32\n%k = tensor.from_elements %q : tensor<1xf32>\n%y = " + generic(["#id", "affine_map<(d0, d1) -> (0)>", "#id"], parallel(2), [("%x", SQUARE), ("%k", "tensor<1xf32>")], [("%empty", SQUARE)], "%r = arith.mulf %in, %in_0 : f32"),
    "scalar_math": f"%v = tensor.extract %arg2[] : tensor<f32>\n%q = math.absf %v : f32\n%s = math.sqrt %q : f32\n%y = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%empty", SQUARE)], "%r = arith.mulf %in, %s : f32"),
    "generate": f"%y = tensor.generate {{\n^bb0(%i: index, %j: index):\n%e = tensor.extract %x[%j, %i] : {SQUARE}\ntensor.yield %e : f32\n}} : {SQUARE}",
}
SQUARE_ARGUMENTS = {
    "layer_norm": ["%arg2: tensor<16xf32>", "%arg3: tensor<16xf32>"], "masked_fill": ["%arg2: tensor<16x16xi1>"], "mask_to_float": ["%arg2: tensor<16x16xi1>"],
    "tensor_to_scalar": ["%arg2: tensor<16xf32>"], "scalar_operand": ["%arg2: tensor<f32>"], "embedding": ["%arg2: tensor<16xi64>"],
    "gather_elements": ["%arg2: tensor<16x16xi64>"], "matvec": ["%arg2: tensor<16xf32>"], "vecmat": ["%arg2: tensor<16xf32>"], "dot": ["%arg2: tensor<16xf32>"],
    "matmul_with_bias": ["%arg2: tensor<16xf32>"], "bias_yielded": ["%arg2: tensor<16xf32>"], "branch": ["%arg2: tensor<i1>"], "branch_matmul": ["%arg2: tensor<i1>"],
    **{name: ["%arg2: tensor<16xf32>"] for name in ("yield_captured", "pad_captured", "select_captured", "captured_computed")}, "splat": ["%arg2: tensor<f32>"],
    "from_elements": ["%arg2: tensor<f32>"], "scalar_math": ["%arg2: tensor<f32>"],
}
SMALL = "tensor<2x8x4x4xf32>"
PADDED = "%p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {{\n^bb0(%j0: index, %j1: index, %j2: index, %j3: index):\ntensor.yield {} : f32\n}} : tensor<2x8x8x8xf32> to tensor<2x8x10x10xf32>\n"
IMAGES = {
    "conv_relu": ("%y = " + generic(["#id4", "#id4"], parallel(4), [("%x", IMAGE)], [("%empty", IMAGE)], UNARY["relu"]), IMAGE, []),
    "conv_bias": ("%y = " + generic(["#id4", "#channel", "#id4"], parallel(4), [("%x", IMAGE), ("%arg2", "tensor<8xf32>")], [("%empty", IMAGE)], BINARY["add"]), IMAGE, ["%arg2: tensor<8xf32>"]),
    "conv_bias_init": (f"%b = linalg.broadcast ins(%arg2 : tensor<8xf32>) outs(%empty : {IMAGE}) dimensions = [0, 2, 3]\n"
                       "%y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} "
                       f"ins(%padded, %arg1 : tensor<2x3x10x10xf32>, tensor<8x3x3x3xf32>) outs(%b : {IMAGE}) -> {IMAGE}", IMAGE, ["%arg2: tensor<8xf32>"]),
    "batch_norm": ("%y = " + generic(["#id4", *["#channel"] * 4, "#id4"], parallel(4), [("%x", IMAGE), *[(f"%arg{i}", "tensor<8xf32>") for i in (2, 3, 4, 5)]], [("%empty", IMAGE)],
                   "%a = arith.addf %in_3, %eps : f32\n%s = math.rsqrt %a : f32\n%c = arith.subf %in, %in_2 : f32\n%d = arith.mulf %c, %s : f32\n%e = arith.mulf %d, %in_0 : f32\n%r = arith.addf %e, %in_1 : f32").replace("%in_3", "%in_3"),
                   IMAGE, [f"%arg{i}: tensor<8xf32>" for i in (2, 3, 4, 5)]),
    "max_pool": (windowed("pooling_nchw_max", "tensor<2x2xf32>", SMALL, "%ninf"), SMALL, []),
    "max_pool_padded": (PADDED.format("%ninf") + windowed("pooling_nchw_max", "tensor<3x3xf32>", SMALL, "%ninf").replace("ins(%x, %w : tensor<2x8x8x8xf32>", "ins(%p, %w : tensor<2x8x10x10xf32>"), SMALL, []),
    "avg_pool": (windowed("pooling_nchw_sum", "tensor<2x2xf32>", SMALL).replace("%y =", "%t =") + f"\n%y = " + generic(["#id4", "#id4"], parallel(4), [("%t", SMALL)], [("%o", SMALL)], "%r = arith.divf %in, %six : f32"), SMALL, []),
    "depthwise": (convolved("depthwise_conv_2d_nchw_chw", "tensor<8x3x3xf32>", "tensor<2x8x6x6xf32>"), "tensor<2x8x6x6xf32>", ["%arg2: tensor<8x3x3xf32>"]),
    "conv_strided": (convolved("conv_2d_nchw_fchw", "tensor<4x8x3x3xf32>", "tensor<2x4x3x3xf32>", "dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>"), "tensor<2x4x3x3xf32>", ["%arg2: tensor<4x8x3x3xf32>"]),
    "conv_grouped": ("%g = tensor.expand_shape %x [[0], [1, 2], [3], [4]] output_shape [2, 2, 4, 8, 8] : tensor<2x8x8x8xf32> into tensor<2x2x4x8x8xf32>\n%o = tensor.empty() : tensor<2x2x4x6x6xf32>\n"
                     "%f = linalg.fill ins(%zero : f32) outs(%o : tensor<2x2x4x6x6xf32>) -> tensor<2x2x4x6x6xf32>\n"
                     "%c = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%g, %arg2 : tensor<2x2x4x8x8xf32>, tensor<2x4x4x3x3xf32>) outs(%f : tensor<2x2x4x6x6xf32>) -> tensor<2x2x4x6x6xf32>\n"
                     "%y = tensor.collapse_shape %c [[0], [1, 2], [3], [4]] : tensor<2x2x4x6x6xf32> into tensor<2x8x6x6xf32>", "tensor<2x8x6x6xf32>", ["%arg2: tensor<2x4x4x3x3xf32>"]),
    "conv_nhwc": ("%t0 = tensor.empty() : tensor<2x8x8x8xf32>\n%t = linalg.transpose ins(%x : tensor<2x8x8x8xf32>) outs(%t0 : tensor<2x8x8x8xf32>) permutation = [0, 2, 3, 1]\n%o = tensor.empty() : tensor<2x6x6x4xf32>\n"
                  "%f = linalg.fill ins(%zero : f32) outs(%o : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>\n"
                  "%y = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%t, %arg2 : tensor<2x8x8x8xf32>, tensor<3x3x8x4xf32>) outs(%f : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>", "tensor<2x6x6x4xf32>", ["%arg2: tensor<3x3x8x4xf32>"]),
    "conv_transposed": ("%z = tensor.empty() : tensor<2x8x19x19xf32>\n%z1 = linalg.fill ins(%zero : f32) outs(%z : tensor<2x8x19x19xf32>) -> tensor<2x8x19x19xf32>\n"
                  "%i = tensor.insert_slice %x into %z1[0, 0, 2, 2] [2, 8, 8, 8] [1, 1, 2, 2] : tensor<2x8x8x8xf32> into tensor<2x8x19x19xf32>\n%o = tensor.empty() : tensor<2x4x17x17xf32>\n"
                  "%f = linalg.fill ins(%zero : f32) outs(%o : tensor<2x4x17x17xf32>) -> tensor<2x4x17x17xf32>\n"
                  "%y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %arg2 : tensor<2x8x19x19xf32>, tensor<4x8x3x3xf32>) outs(%f : tensor<2x4x17x17xf32>) -> tensor<2x4x17x17xf32>", "tensor<2x4x17x17xf32>", ["%arg2: tensor<4x8x3x3xf32>"]),
    "global_pool": ("%o = tensor.empty() : tensor<2x8xf32>\n%f = linalg.fill ins(%zero : f32) outs(%o : tensor<2x8xf32>) -> tensor<2x8xf32>\n%s = " +
                    generic(["#id4", "#image"], ["parallel", "parallel", "reduction", "reduction"], [("%x", IMAGE)], [("%f", "tensor<2x8xf32>")], "%r = arith.addf %in, %out : f32") +
                    "\n%y = " + generic(["#id", "#id"], parallel(2), [("%s", "tensor<2x8xf32>")], [("%o", "tensor<2x8xf32>")], "%r = arith.divf %in, %count : f32"), "tensor<2x8xf32>", []),
    "upsample": ("%o = tensor.empty() : tensor<2x8x16x16xf32>\n%c2 = arith.constant 2 : index\n%y = " + generic(["#id4"], parallel(4), [], [("%o", "tensor<2x8x16x16xf32>")],
                 "%i = linalg.index 0 : index\n%j = linalg.index 1 : index\n%k = linalg.index 2 : index\n%l = linalg.index 3 : index\n%k2 = arith.floordivsi %k, %c2 : index\n%l2 = arith.floordivsi %l, %c2 : index\n%r = tensor.extract %x[%i, %j, %k2, %l2] : tensor<2x8x8x8xf32>"), "tensor<2x8x16x16xf32>", []),
    "upsample_bilinear": ("%o = tensor.empty() : tensor<2x8x16x16xf32>\n%c7 = arith.constant 7 : index\n%y = " + generic(["#id4"], parallel(4), [], [("%o", "tensor<2x8x16x16xf32>")],
                 "%i = linalg.index 0 : index\n%j = linalg.index 1 : index\n%k = linalg.index 2 : index\n%l = linalg.index 3 : index\n%ki = arith.index_cast %k : index to i64\n%kf = arith.sitofp %ki : i64 to f32\n%kh = arith.mulf %kf, %half : f32\n"
                 "%fl = math.floor %kh : f32\n%fi = arith.fptosi %fl : f32 to i64\n%fx = arith.index_cast %fi : i64 to index\n%n0 = arith.addi %fx, %c1 : index\n%n = arith.minsi %n0, %c7 : index\n%w = arith.subf %kh, %fl : f32\n%v = arith.subf %one, %w : f32\n"
                 "%lz = arith.floordivsi %l, %c16 : index\n%a = tensor.extract %x[%i, %j, %fx, %lz] : tensor<2x8x8x8xf32>\n%b = tensor.extract %x[%i, %j, %n, %lz] : tensor<2x8x8x8xf32>\n%p = arith.mulf %a, %v : f32\n%q = arith.mulf %b, %w : f32\n%r = arith.addf %p, %q : f32"), "tensor<2x8x16x16xf32>", []),
    "max_pool_indices": (windowed("pooling_nchw_max", "tensor<2x2xf32>", SMALL, "%ninf").replace("%y =", "%v =") +
                 "\n%k0 = tensor.empty() : tensor<2x8x4x4xi64>\n%m1 = arith.constant -1 : i64\n%k1 = linalg.fill ins(%m1 : i64) outs(%k0 : tensor<2x8x4x4xi64>) -> tensor<2x8x4x4xi64>\n%k = " +
                 generic(["affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>", "affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>", "affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>"], parallel(6, 2),
                         [("%v", SMALL), ("%w", "tensor<2x2xf32>")], [("%k1", "tensor<2x8x4x4xi64>")],
                         "%i = linalg.index 0 : index\n%j = linalg.index 1 : index\n%g = linalg.index 2 : index\n%h = linalg.index 3 : index\n%a = linalg.index 4 : index\n%b = linalg.index 5 : index\n%c2 = arith.constant 2 : index\n"
                         "%g2 = arith.muli %g, %c2 : index\n%ga = arith.addi %g2, %a : index\n%h2 = arith.muli %h, %c2 : index\n%hb = arith.addi %h2, %b : index\n%e = tensor.extract %x[%i, %j, %ga, %hb] : tensor<2x8x8x8xf32>\n"
                         "%c = arith.cmpf oeq, %e, %in : f32\n%n = arith.index_cast %hb : index to i64\n%r = arith.select %c, %n, %out : i64") +
                 "\n%y = " + generic(["#id4", "#id4", "#id4"], parallel(4), [("%v", SMALL), ("%k", "tensor<2x8x4x4xi64>")], [("%o", SMALL)], "%q = arith.sitofp %in_0 : i64 to f32\n%r = arith.addf %in, %q : f32"), SMALL, []),
    "conv_1d": ("%a = tensor.collapse_shape %x [[0], [1], [2, 3]] : tensor<2x8x8x8xf32> into tensor<2x8x64xf32>\n%o = tensor.empty() : tensor<2x4x62xf32>\n%f = linalg.fill ins(%zero : f32) outs(%o : tensor<2x4x62xf32>) -> tensor<2x4x62xf32>\n"
                "%y = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%a, %arg2 : tensor<2x8x64xf32>, tensor<4x8x3xf32>) outs(%f : tensor<2x4x62xf32>) -> tensor<2x4x62xf32>", "tensor<2x4x62xf32>", ["%arg2: tensor<4x8x3xf32>"]),
    "conv_3d": ("%a = tensor.expand_shape %x [[0], [1], [2], [3, 4]] output_shape [2, 8, 8, 4, 2] : tensor<2x8x8x8xf32> into tensor<2x8x8x4x2xf32>\n%o = tensor.empty() : tensor<2x4x6x2x1xf32>\n%f = linalg.fill ins(%zero : f32) outs(%o : tensor<2x4x6x2x1xf32>) -> tensor<2x4x6x2x1xf32>\n"
                "%y = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>} ins(%a, %arg2 : tensor<2x8x8x4x2xf32>, tensor<4x8x3x3x2xf32>) outs(%f : tensor<2x4x6x2x1xf32>) -> tensor<2x4x6x2x1xf32>", "tensor<2x4x6x2x1xf32>", ["%arg2: tensor<4x8x3x3x2xf32>"]),
}


def linalg_programs():
    for name, body in UNARY.items():
        yield f"body_{name}", on_square("%y = " + generic(["#id", "#id"], parallel(2), [("%x", SQUARE)], [("%empty", SQUARE)], body))
    for name, body in BINARY.items():
        yield f"body2_{name}", on_square("%y = " + generic(["#id", "#id", "#id"], parallel(2), [("%x", SQUARE), ("%arg0", SQUARE)], [("%empty", SQUARE)], body))
        yield f"body2_{name}_row", on_square("%y = " + generic(["#id", "#column", "#id"], parallel(2), [("%x", SQUARE), ("%arg2", "tensor<16xf32>")], [("%empty", SQUARE)], body), ["%arg2: tensor<16xf32>"])
    for name, middle in SQUARES.items():
        yield name, on_square(middle, SQUARE_ARGUMENTS.get(name, ()))
    for name, (middle, shape, arguments) in IMAGES.items():
        yield name, on_image(middle, shape, arguments)
