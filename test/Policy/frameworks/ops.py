# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops of frameworks, as exports print them: name -> function of a graph and its operands."""
OPS = {}


def op(function):
    OPS[function.__name__] = function
    return function


def unary(name, target):
    OPS[name] = lambda g, a: g.op(target, a)


def binary(name, target):
    OPS[name] = lambda g, a, b=None: g.op(target, a, b or a)


for row in ("exp exponential, expm1 exponential_minus_one, log log, log1p log_plus_one, rsqrt rsqrt, sqrt sqrt, cbrt cbrt, "
            "tan tan, tanh tanh, sigmoid logistic, sin sine, cos cosine, abs abs, neg negate, floor floor, sign sign").split(", "):
    unary(row.split()[0], "stablehlo." + row.split()[1])
for row in ("sinh sinh, cosh cosh, acos acos, asin asin, atan atan, acosh acosh, asinh asinh, atanh atanh, erf erf, "
            "erfinv erf_inv, square square, lgamma lgamma, digamma digamma").split(", "):
    unary(row.split()[0], "chlo." + row.split()[1])
unary("reciprocal", "tosa.reciprocal")
for row in "add add, sub subtract, mul multiply, div divide, maximum maximum, minimum minimum, atan2 atan2, pow power".split(", "):
    binary(row.split()[0], "stablehlo." + row.split()[1])


@op
def log2(g, a):
    return g.divide(g.log(a), g.constant(0.693))


@op
def log10(g, a):
    return g.divide(g.log(a), g.constant(2.303))


@op
def pow_scalar(g, a):
    return g.power(a, g.constant(2.5))


@op
def addcmul(g, a, b):
    return g.add(a, g.multiply(g.multiply(b, b), g.constant(0.5)))


@op
def where(g, a, b):
    return g.op("stablehlo.select", g.compare(a, a, "EQ"), a, b, shape=a.shape)


@op
def cat(g, a, b):
    return g.concatenate(a, b, shape=(8, 4), props="dimension = 0 : i64")


@op
def stack(g, a, b):
    parts = [g.reshape(value, shape=(1, 4, 4)) for value in (a, b)]
    return g.concatenate(*parts, shape=(2, 4, 4), props="dimension = 0 : i64")


# Activations


@op
def relu(g, a):
    return g.maximum(a, g.constant(0.0))


@op
def leaky_relu(g, a):
    return g.op("stablehlo.select", g.compare(a, g.constant(0.0)), a, g.multiply(a, g.constant(0.01)), shape=a.shape)


@op
def elu(g, a):
    return g.op("stablehlo.select", g.compare(a, g.constant(0.0)), a, g.exponential_minus_one(a), shape=a.shape)


@op
def gelu(g, a):
    inner = g.chlo_erf(g.multiply(a, g.constant(0.7071)))
    return g.multiply(g.multiply(a, g.constant(0.5)), g.add(inner, g.constant(1.0)))


@op
def silu(g, a):
    return g.multiply(a, g.logistic(a))


@op
def softplus(g, a):
    part = g.log_plus_one(g.exponential(g.negate(g.abs(a))))
    return g.add(g.maximum(a, g.constant(0.0)), part)


# MXNet's activations, whole; one attribute says which it is.
for kind in ("relu", "softrelu"):
    OPS["Activation." + kind] = lambda g, a, kind=kind: g.composite("mxnet.Activation", f"act_type = \"{kind}\"", a)
for kind in ("leaky", "elu", "selu", "gelu"):
    OPS["LeakyReLU." + kind] = lambda g, a, kind=kind: g.composite(
        "mxnet.LeakyReLU", f"act_type = \"{kind}\", slope = 0.25 : f64", a)


# Moves


@op
def transpose(g, a):
    return g.op("stablehlo.transpose", a, props="permutation = array<i64: 1, 0>")


@op
def reshape(g, a):
    return g.op("stablehlo.reshape", a, shape=(16,))


@op
def slice(g, a):
    return g.op("stablehlo.slice", a, shape=(2, 4), props="start_indices = array<i64: 0, 0>, "
                "limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 1>")


def indices(g):
    return g.op("stablehlo.iota", shape=(4, 1), element="i32", props="iota_dimension = 0 : i64")


@op
def gather(g, a):
    return g.op("stablehlo.gather", a, indices(g), props="dimension_numbers = #stablehlo.gather<offset_dims = [1], "
                "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
                "slice_sizes = array<i64: 1, 4>")


OPS["embedding"] = gather


def scatter(g, a, b, body):
    return g.op("stablehlo.scatter", a, indices(g), b, body=body, props="scatter_dimension_numbers = "
                "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
                "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>")


@op
def scatter_add(g, a, b):
    return scatter(g, a, b, g.body("add"))


@op
def index_put(g, a, b):
    return scatter(g, a, b, "\n^bb0(%l: tensor<f32>, %r: tensor<f32>):\n  stablehlo.return %r : tensor<f32>\n")


@op
def dropout(g, a):
    bits = g.op("stablehlo.rng", g.constant(0.0, ()), g.constant(1.0, ()),
                g.op("stablehlo.constant", shape=(2,), element="i64", props="value = dense<4> : tensor<2xi64>"),
                shape=(4, 4), props="rng_distribution = #stablehlo<rng_distribution UNIFORM>")
    return g.op("stablehlo.select", g.compare(bits, g.constant(0.5)),
                g.multiply(a, g.constant(2.0)), g.constant(0.0), shape=a.shape)


@op
def topk(g, a):
    return g.op("chlo.top_k", a, props="k = 4 : i64", second="tensor<4x4xi32>")


@op
def sort(g, a):
    return g.op("stablehlo.sort", a, props="dimension = 1 : i64", body="\n^bb0(%l: tensor<f32>, %r: tensor<f32>):\n"
                "  %s = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
                "  stablehlo.return %s : tensor<i1>\n")


# Products


@op
def matmul(g, a, b=None):
    return g.op("stablehlo.dot_general", a, b or a, props="dot_dimension_numbers = #stablehlo.dot<"
                "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>")


OPS["einsum"] = OPS["tensordot"] = OPS["matmul_mixed"] = matmul


@op
def linear(g, a):
    """The bias is an argument, like every parameter."""
    return g.add(matmul(g, a), g.bias)


@op
def dot(g, a, b=None):
    row = [g.op("stablehlo.reshape", value, shape=(16,)) for value in (a, b or a)]
    return g.op("stablehlo.dot_general", *row, shape=(), props="dot_dimension_numbers = #stablehlo.dot<"
                "lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>")


def convolve(g, a, groups):
    """Images of 2x2 with two features, and kernels of one element."""
    image = g.op("stablehlo.reshape", a, shape=(2, 2, 2, 2))
    kernel = g.op("stablehlo.slice", a, shape=(2 // groups, 2), props="start_indices = array<i64: 0, 0>, "
                  f"limit_indices = array<i64: {2 // groups}, 2>, strides = array<i64: 1, 1>")
    return g.op("stablehlo.convolution", image, g.op("stablehlo.reshape", kernel, shape=(1, 1, 2 // groups, 2)),
                props="dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, "
                      f"feature_group_count = {groups} : i64, batch_group_count = 1 : i64")


@op
def conv2d(g, a):
    return convolve(g, a, 1)


@op
def depthwise_conv2d(g, a):
    return convolve(g, a, 2)
