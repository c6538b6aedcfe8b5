# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""More of ops.py: what sums up, and the composites that do."""
from ops import OPS, matmul, op, softplus


def mean_of(g, a, dim=1):
    return g.divide(g.reduce("add", a, dim), g.constant(4.0, shape=a.shape[:dim] + a.shape[dim + 1:]))


def spread(g, a, shape, dim=1):
    """Along the dimension that was summed up."""
    return g.spread(a, dims=[other for other in range(len(shape)) if other != dim], shape=shape)


def centre(g, a, dim=1):
    return g.subtract(a, spread(g, mean_of(g, a, dim), a.shape, dim))


def variance_of(g, a, dim=1):
    return mean_of(g, g.square(centre(g, a, dim)), dim)


OPS["sum"] = lambda g, a: g.reduce("add", a)
OPS["prod"] = lambda g, a: g.reduce("multiply", a)
OPS["amax"] = lambda g, a: g.reduce("maximum", a)
OPS["amin"] = lambda g, a: g.reduce("minimum", a)
OPS["mean"] = lambda g, a: mean_of(g, a)
OPS["var"] = lambda g, a: variance_of(g, a)
OPS["std"] = lambda g, a: g.sqrt(variance_of(g, a))
OPS["norm"] = lambda g, a: g.sqrt(g.reduce("add", g.square(a)))
OPS["cumsum"] = lambda g, a: g.window("add", a, 4, before=3)
OPS["cumprod"] = lambda g, a: g.window("multiply", a, 4, before=3)
OPS["max_pool2d"] = lambda g, a: g.window("maximum", a, 2)


# Exports to StableHLO print these, and a reciprocal, in parts (below); those to TOSA have them whole.


@op
def avg_pool2d(g, a):
    image = g.reshape(a, shape=(1, 4, 4, 1))
    zero = g.constant(0.0, shape=(1,))
    return g.op("tosa.avg_pool2d", image, zero, zero, shape=(1, 2, 2, 1), props="acc_type = f32, "
                "kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>")


@op
def interpolate_bilinear(g, a):
    image = g.reshape(a, shape=(1, 4, 4, 1))
    sizes = [g.op("tosa.const_shape", shape=(), element=f"!tosa.shape<{len(values)}>",
                  props=f"values = dense<{values}> : tensor<{len(values)}xindex>")
             for values in ([2, 1, 2, 1], [0, 0], [0, 0])]
    return g.op("tosa.resize", image, *sizes, shape=(1, 7, 7, 1), props="mode = #tosa.resize_mode<BILINEAR>")


PARTS = {
    "avg_pool2d": lambda g, a: g.divide(g.window("add", a, 2), g.constant(2.0, shape=(4, 3))),
    "interpolate_bilinear": lambda g, a: matmul(g, g.constant(0.5), a),
    "reciprocal": lambda g, a: g.divide(g.constant(1.0), a),
}


# Softmax and losses


def shifted(g, a):
    return g.subtract(a, spread(g, g.reduce("maximum", a), a.shape))


@op
def softmax(g, a):
    power = g.exponential(shifted(g, a))
    return g.divide(power, spread(g, g.reduce("add", power), a.shape))


@op
def log_softmax(g, a):
    small = shifted(g, a)
    return g.subtract(small, spread(g, g.log(g.reduce("add", g.exponential(small))), a.shape))


@op
def sdpa(g, a):
    return matmul(g, softmax(g, g.multiply(matmul(g, a), g.constant(0.5))), a)


@op
def logsumexp(g, a):
    top = g.reduce("maximum", a)
    power = g.exponential(g.subtract(a, spread(g, top, a.shape)))
    return g.add(g.log(g.reduce("add", power)), top)


@op
def cross_entropy(g, a):
    picked = OPS["gather"](g, log_softmax(g, a))
    total = g.reduce("add", g.reshape(picked, shape=(16,)), dim=0)
    return g.negate(g.divide(total, g.constant(4.0, shape=())))


@op
def mse_loss(g, a, b):
    return mean_of(g, g.square(g.subtract(a, b)))


@op
def l1_loss(g, a, b):
    return mean_of(g, g.abs(g.subtract(a, b)))


@op
def bce_logits(g, a, b):
    return mean_of(g, g.subtract(softplus(g, a), g.multiply(a, b)))


# Norms; scale and shift are arguments.


def norm_tail(g, a, variance, dim=1):
    root = g.rsqrt(g.add(variance, g.constant(0.001, shape=variance.shape)))
    normal = g.multiply(a, spread(g, root, a.shape, dim))
    if len(a.shape) > 2:
        normal = g.reshape(normal, shape=(4, 4))
    return g.add(g.multiply(normal, g.spread(g.scale, dims=[1])), g.spread(g.scale, dims=[1]))


@op
def layer_norm(g, a):
    return norm_tail(g, centre(g, a), variance_of(g, a))


@op
def group_norm(g, a):
    groups = g.reshape(a, shape=(4, 2, 2))
    return norm_tail(g, centre(g, groups, 2), variance_of(g, groups, 2), 2)


@op
def batch_norm(g, a):
    return norm_tail(g, centre(g, a, 0), variance_of(g, a, 0), 0)


@op
def rms_norm(g, a):
    return norm_tail(g, a, mean_of(g, g.square(a)))


OPS["instance_norm"] = layer_norm  # of an image's dimensions, which are the last
