# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of TOSA, in the forms that exporters write: one per op, each behind a matmul or a convolution."""
from linalg_programs import indented

CUBE = "tensor<1x16x16xf32>"
BOOLS = "tensor<1x16x16xi1>"
PIXELS = "tensor<2x8x8x8xf32>"
TOSA_CONSTANTS = """\
    %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
    %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %zero = "tosa.const"() <{values = dense<0.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %one = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %half = "tosa.const"() <{values = dense<0.5> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
"""


def tosa_shape(name, *sizes):
    return f"%{name} = tosa.const_shape {{values = dense<[{', '.join(map(str, sizes))}]> : tensor<{len(sizes)}xindex>}} : () -> !tosa.shape<{len(sizes)}>\n"


def on_cube(middle, arguments=()):
    """%x is a matmul of arguments; `middle` computes %y from it, of the same type, which a second matmul reads."""
    signature = ", ".join([f"%arg0: {CUBE}", f"%arg1: {CUBE}", *arguments])
    product = f"({CUBE}, {CUBE}, tensor<1xf32>, tensor<1xf32>) -> {CUBE}"
    return (f"module {{\n  func.func @main({signature}) -> {CUBE} {{\n{TOSA_CONSTANTS}    %x = tosa.matmul %arg0, %arg1, %z, %z : {product}\n"
            f"{indented(middle)}\n    %last = tosa.matmul %y, %arg1, %z, %z : {product}\n    return %last : {CUBE}\n  }}\n}}\n")


def on_pixels(middle, shape, arguments=()):
    """%x is a convolution of an image, 2x8x8x8; `middle` computes the result %y from it."""
    signature = ", ".join(["%arg0: tensor<2x8x8x3xf32>", "%arg1: tensor<8x3x3x3xf32>", "%arg2: tensor<8xf32>", *arguments])
    return (f"module {{\n  func.func @main({signature}) -> {shape} {{\n{TOSA_CONSTANTS}"
            "    %x = tosa.conv2d %arg0, %arg1, %arg2, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : "
            f"(tensor<2x8x8x3xf32>, tensor<8x3x3x3xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> {PIXELS}\n{indented(middle)}\n    return %y : {shape}\n  }}\n}}\n")


MASK = f"%m = tosa.greater %x, %half : ({CUBE}, tensor<1x1x1xf32>) -> {BOOLS}\n"
# Away from 1, where the logarithm has no digits left.
POSITIVE = f"%q = tosa.abs %x : ({CUBE}) -> {CUBE}\n%p = tosa.add %q, %half : ({CUBE}, tensor<1x1x1xf32>) -> {CUBE}\n"
TOSA = {
    **{op: f"%y = tosa.{op} %x : ({CUBE}) -> {CUBE}" for op in ("abs", "ceil", "cos", "erf", "exp", "floor", "identity", "sigmoid", "sin", "tanh")},
    **{op: POSITIVE + f"%y = tosa.{op} %p : ({CUBE}) -> {CUBE}" for op in ("log", "reciprocal", "rsqrt")},
    **{op: f"%y = tosa.{op} %x, %arg0 : ({CUBE}, {CUBE}) -> {CUBE}" for op in ("add", "sub", "maximum", "minimum")},
    **{f"{op}_broadcast": f"%y = tosa.{op} %x, %half : ({CUBE}, tensor<1x1x1xf32>) -> {CUBE}" for op in ("add", "sub", "maximum", "minimum")},
    "pow": f"%b = tosa.abs %x : ({CUBE}) -> {CUBE}\n%y = tosa.pow %b, %half : ({CUBE}, tensor<1x1x1xf32>) -> {CUBE}",
    "mul": f"%y = tosa.mul %x, %arg0, %shift : ({CUBE}, {CUBE}, tensor<1xi8>) -> {CUBE}",
    "mul_broadcast": f"%y = tosa.mul %x, %half, %shift : ({CUBE}, tensor<1x1x1xf32>, tensor<1xi8>) -> {CUBE}",
    "negate": f"%y = tosa.negate %x, %z, %z : ({CUBE}, tensor<1xf32>, tensor<1xf32>) -> {CUBE}",
    "clamp": f"%y = tosa.clamp %x {{min_val = 0.0 : f32, max_val = 6.0 : f32}} : ({CUBE}) -> {CUBE}",
    "relu": f"%y = tosa.clamp %x {{min_val = 0.0 : f32, max_val = 3.40282347E+38 : f32}} : ({CUBE}) -> {CUBE}",
    "leaky_relu": f"%m = tosa.greater_equal %x, %zero : ({CUBE}, tensor<1x1x1xf32>) -> {BOOLS}\n%n = tosa.mul %x, %half, %shift : ({CUBE}, tensor<1x1x1xf32>, tensor<1xi8>) -> {CUBE}\n"
                  f"%y = tosa.select %m, %x, %n : ({BOOLS}, {CUBE}, {CUBE}) -> {CUBE}",
    "select": MASK + f"%y = tosa.select %m, %x, %arg0 : ({BOOLS}, {CUBE}, {CUBE}) -> {CUBE}",
    "select_broadcast": MASK + f"%y = tosa.select %m, %x, %zero : ({BOOLS}, {CUBE}, tensor<1x1x1xf32>) -> {CUBE}",
    "equal": f"%m = tosa.equal %x, %arg0 : ({CUBE}, {CUBE}) -> {BOOLS}\n%y = tosa.select %m, %x, %arg0 : ({BOOLS}, {CUBE}, {CUBE}) -> {CUBE}",
    "logical": MASK + f"%g = tosa.greater_equal %arg0, %x : ({CUBE}, {CUBE}) -> {BOOLS}\n%a = tosa.logical_and %m, %g : ({BOOLS}, {BOOLS}) -> {BOOLS}\n%o = tosa.logical_or %a, %m : ({BOOLS}, {BOOLS}) -> {BOOLS}\n"
               f"%n = tosa.logical_not %o : ({BOOLS}) -> {BOOLS}\n%y = tosa.select %n, %x, %arg0 : ({BOOLS}, {CUBE}, {CUBE}) -> {CUBE}",
    "mask_to_float": MASK + f"%f = tosa.cast %m : ({BOOLS}) -> {CUBE}\n%y = tosa.mul %x, %f, %shift : ({CUBE}, {CUBE}, tensor<1xi8>) -> {CUBE}",
    "cast_integer": f"%i = tosa.cast %x : ({CUBE}) -> tensor<1x16x16xi32>\n%y = tosa.cast %i : (tensor<1x16x16xi32>) -> {CUBE}",
    "cast_f16": f"%i = tosa.cast %x : ({CUBE}) -> tensor<1x16x16xf16>\n%y = tosa.cast %i : (tensor<1x16x16xf16>) -> {CUBE}",
    **{f"reduce_{op}": f"%s = tosa.reduce_{op} %x {{axis = 2 : i32}} : ({CUBE}) -> tensor<1x16x1xf32>\n%y = tosa.sub %x, %s : ({CUBE}, tensor<1x16x1xf32>) -> {CUBE}" for op in ("max", "min", "sum", "product")},
    "reduce_all": MASK + f"%s = tosa.reduce_all %m {{axis = 2 : i32}} : ({BOOLS}) -> tensor<1x16x1xi1>\n%t = tosa.reduce_any %m {{axis = 1 : i32}} : ({BOOLS}) -> tensor<1x1x16xi1>\n"
                  f"%a = tosa.logical_or %s, %t : (tensor<1x16x1xi1>, tensor<1x1x16xi1>) -> {BOOLS}\n%y = tosa.select %a, %x, %arg0 : ({BOOLS}, {CUBE}, {CUBE}) -> {CUBE}",
    "softmax": f"%m = tosa.reduce_max %x {{axis = 2 : i32}} : ({CUBE}) -> tensor<1x16x1xf32>\n%d = tosa.sub %x, %m : ({CUBE}, tensor<1x16x1xf32>) -> {CUBE}\n%e = tosa.exp %d : ({CUBE}) -> {CUBE}\n"
               f"%s = tosa.reduce_sum %e {{axis = 2 : i32}} : ({CUBE}) -> tensor<1x16x1xf32>\n%r = tosa.reciprocal %s : (tensor<1x16x1xf32>) -> tensor<1x16x1xf32>\n"
               f"%y = tosa.mul %e, %r, %shift : ({CUBE}, tensor<1x16x1xf32>, tensor<1xi8>) -> {CUBE}",
    "layer_norm": "%n = \"tosa.const\"() <{values = dense<0.0625> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>\n%eps = \"tosa.const\"() <{values = dense<1.0e-5> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>\n"
               f"%s = tosa.reduce_sum %x {{axis = 2 : i32}} : ({CUBE}) -> tensor<1x16x1xf32>\n%u = tosa.mul %s, %n, %shift : (tensor<1x16x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x16x1xf32>\n"
               f"%d = tosa.sub %x, %u : ({CUBE}, tensor<1x16x1xf32>) -> {CUBE}\n%q = tosa.mul %d, %d, %shift : ({CUBE}, {CUBE}, tensor<1xi8>) -> {CUBE}\n%t = tosa.reduce_sum %q {{axis = 2 : i32}} : ({CUBE}) -> tensor<1x16x1xf32>\n"
               "%v = tosa.mul %t, %n, %shift : (tensor<1x16x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x16x1xf32>\n%w = tosa.add %v, %eps : (tensor<1x16x1xf32>, tensor<1x1x1xf32>) -> tensor<1x16x1xf32>\n"
               f"%r = tosa.rsqrt %w : (tensor<1x16x1xf32>) -> tensor<1x16x1xf32>\n%y = tosa.mul %d, %r, %shift : ({CUBE}, tensor<1x16x1xf32>, tensor<1xi8>) -> {CUBE}",
    "argmax": f"%i = tosa.argmax %x {{axis = 2 : i32}} : ({CUBE}) -> tensor<1x16xi32>\n%y = tosa.gather %x, %i : ({CUBE}, tensor<1x16xi32>) -> {CUBE}",
    "gather": f"%y = tosa.gather %x, %arg2 : ({CUBE}, tensor<1x16xi32>) -> {CUBE}",
    "scatter": f"%y = tosa.scatter %arg0, %i, %x : ({CUBE}, tensor<1x16xi32>, {CUBE}) -> {CUBE}".replace("%y", '%i = "tosa.const"() <{values = dense<[[3, 1, 2, 0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14]]> : tensor<1x16xi32>}> : () -> tensor<1x16xi32>\n%y'),
    "reverse": f"%y = tosa.reverse %x {{axis = 2 : i32}} : ({CUBE}) -> {CUBE}",
    "transpose": f"%y = tosa.transpose %x {{perms = array<i32: 0, 2, 1>}} : ({CUBE}) -> {CUBE}",
    "reshape": tosa_shape("a", 4, 64) + tosa_shape("b", 1, 16, 16) + f"%r = tosa.reshape %x, %a : ({CUBE}, !tosa.shape<2>) -> tensor<4x64xf32>\n%y = tosa.reshape %r, %b : (tensor<4x64xf32>, !tosa.shape<3>) -> {CUBE}",
    "slice_concat": tosa_shape("a", 0, 0, 0) + tosa_shape("b", 0, 8, 0) + tosa_shape("c", 1, 8, 16) + f"%s = tosa.slice %x, %a, %c : ({CUBE}, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x8x16xf32>\n"
               f"%t = tosa.slice %x, %b, %c : ({CUBE}, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x8x16xf32>\n%y = tosa.concat %t, %s {{axis = 1 : i32}} : (tensor<1x8x16xf32>, tensor<1x8x16xf32>) -> {CUBE}",
    "slice_pad": tosa_shape("a", 0, 0, 0) + tosa_shape("c", 1, 14, 14) + tosa_shape("p", 0, 0, 1, 1, 1, 1) + f"%s = tosa.slice %x, %a, %c : ({CUBE}, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x14x14xf32>\n"
               f"%y = tosa.pad %s, %p, %z : (tensor<1x14x14xf32>, !tosa.shape<6>, tensor<1xf32>) -> {CUBE}",
    "tile": tosa_shape("a", 0, 0, 0) + tosa_shape("c", 1, 8, 16) + tosa_shape("m", 1, 2, 1) + f"%s = tosa.slice %x, %a, %c : ({CUBE}, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x8x16xf32>\n"
               f"%y = tosa.tile %s, %m : (tensor<1x8x16xf32>, !tosa.shape<3>) -> {CUBE}",
    "cond_if": f"%y = tosa.cond_if %arg2 (%a = %x) : tensor<i1> ({CUBE}) -> {CUBE} {{\n^bb0(%a: {CUBE}):\ntosa.yield %a : {CUBE}\n}} else {{\n^bb0(%a: {CUBE}):\n%n = tosa.tanh %a : ({CUBE}) -> {CUBE}\ntosa.yield %n : {CUBE}\n}}",
    "while_loop": '%i0 = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>\n%i1 = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>\n%i3 = "tosa.const"() <{values = dense<3> : tensor<i32>}> : () -> tensor<i32>\n'
               f"%k, %y = tosa.while_loop (%i = %i0, %a = %x) : (tensor<i32>, {CUBE}) -> (tensor<i32>, {CUBE}) {{\n%c = tosa.greater %i3, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>\ntosa.yield %c : tensor<i1>\n}} do {{\n"
               f"^bb0(%i: tensor<i32>, %a: {CUBE}):\n%n = tosa.tanh %a : ({CUBE}) -> {CUBE}\n%j = tosa.add %i, %i1 : (tensor<i32>, tensor<i32>) -> tensor<i32>\ntosa.yield %j, %n : tensor<i32>, {CUBE}\n}}",
}
TOSA_ARGUMENTS = {"gather": ["%arg2: tensor<1x16xi32>"], "cond_if": ["%arg2: tensor<i1>"]}
TOSA_PIXELS = {
    "conv2d_relu": (f"%y = tosa.clamp %x {{min_val = 0.0 : f32, max_val = 3.40282347E+38 : f32}} : ({PIXELS}) -> {PIXELS}", PIXELS, []),
    "avg_pool2d": (f"%y = tosa.avg_pool2d %x, %z, %z {{acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}} : ({PIXELS}, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4x8xf32>", "tensor<2x4x4x8xf32>", []),
    "max_pool2d": (f"%y = tosa.max_pool2d %x {{kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}} : ({PIXELS}) -> tensor<2x4x4x8xf32>", "tensor<2x4x4x8xf32>", []),
    "depthwise_conv2d": (f"%y = tosa.depthwise_conv2d %x, %arg3, %arg2, %z, %z {{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}} : "
                         f"({PIXELS}, tensor<3x3x8x1xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> {PIXELS}", PIXELS, ["%arg3: tensor<3x3x8x1xf32>"]),
    "transpose_conv2d": (f"%y = tosa.transpose_conv2d %x, %arg3, %arg2, %z, %z {{acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}} : "
                         f"({PIXELS}, tensor<8x2x2x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x16x16x8xf32>", "tensor<2x16x16x8xf32>", ["%arg3: tensor<8x2x2x8xf32>"]),
    "resize_bilinear": (tosa_shape("s", 4, 2, 4, 2) + tosa_shape("o", -1, -1) + tosa_shape("b", 1, 1) + f"%y = tosa.resize %x, %s, %o, %b {{mode = BILINEAR}} : ({PIXELS}, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x16x16x8xf32>", "tensor<2x16x16x8xf32>", []),
    "resize_nearest": (tosa_shape("s", 4, 2, 4, 2) + tosa_shape("o", -1, -1) + tosa_shape("b", 1, 1) + f"%y = tosa.resize %x, %s, %o, %b {{mode = NEAREST_NEIGHBOR}} : ({PIXELS}, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x16x16x8xf32>", "tensor<2x16x16x8xf32>", []),
    "batch_norm": ("\n".join([tosa_shape("s", 1, 1, 1, 8).strip(), *(f"%a{i} = tosa.reshape %arg{i}, %s : (tensor<8xf32>, !tosa.shape<4>) -> tensor<1x1x1x8xf32>" for i in (3, 4, 5, 6)),
                   '%eps = "tosa.const"() <{values = dense<1.0e-5> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>', f"%d = tosa.sub %x, %a3 : ({PIXELS}, tensor<1x1x1x8xf32>) -> {PIXELS}",
                   "%v = tosa.add %a4, %eps : (tensor<1x1x1x8xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x8xf32>", "%r = tosa.rsqrt %v : (tensor<1x1x1x8xf32>) -> tensor<1x1x1x8xf32>",
                   f"%n = tosa.mul %d, %r, %shift : ({PIXELS}, tensor<1x1x1x8xf32>, tensor<1xi8>) -> {PIXELS}", f"%g = tosa.mul %n, %a5, %shift : ({PIXELS}, tensor<1x1x1x8xf32>, tensor<1xi8>) -> {PIXELS}",
                   f"%y = tosa.add %g, %a6 : ({PIXELS}, tensor<1x1x1x8xf32>) -> {PIXELS}"]), PIXELS, [f"%arg{i}: tensor<8xf32>" for i in (3, 4, 5, 6)]),
}


def tosa_programs():
    for name, middle in TOSA.items():
        yield f"tosa_{name}", on_cube(middle, TOSA_ARGUMENTS.get(name, ()))
    for name, (middle, shape, arguments) in TOSA_PIXELS.items():
        yield f"tosa_{name}", on_pixels(middle, shape, arguments)
