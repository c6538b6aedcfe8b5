# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""More of ops.py: what sums up, and the composites that do."""
from ops import OPS, matmul, op, softplus


def mean_of(g, a, role="mean.statistic", output="mean.output"):
    return g.divide(g.reduce("add", a, role=role), g.constant(4.0, shape=(4,)), role=output)


def variance_of(g, a):
    role = "variance.statistic"
    distance = g.subtract(a, g.spread(mean_of(g, a, role, role), role=role), role=role)
    return mean_of(g, g.square(distance, role=role), role, "variance.output")


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


def shifted(g, a, group):
    top = g.spread(g.reduce("maximum", a, role=group + ".statistic"), role=group + ".statistic")
    return g.subtract(a, top, role=group + ".interior"), top


@op
def softmax(g, a):
    power = g.exponential(shifted(g, a, "softmax")[0], role="softmax.interior")
    total = g.spread(g.reduce("add", power, role="softmax.statistic"), role="softmax.statistic")
    return g.divide(power, total, role="softmax.output")


@op
def log_softmax(g, a, group="log_softmax"):
    small, _ = shifted(g, a, group)
    total = g.reduce("add", g.exponential(small, role=group + ".interior"), role=group + ".statistic")
    return g.subtract(small, g.spread(g.log(total, role=group + ".statistic"), role=group + ".statistic"),
                      role=group + ".output")


@op
def sdpa(g, a):
    return matmul(g, softmax(g, g.multiply(matmul(g, a), g.constant(0.5))), a)


@op
def logsumexp(g, a):
    top = g.reduce("maximum", a, role="logsumexp.statistic")
    small = g.subtract(a, g.spread(top, role="logsumexp.statistic"), role="logsumexp.interior")
    total = g.reduce("add", g.exponential(small, role="logsumexp.interior"), role="logsumexp.statistic")
    return g.add(g.log(total, role="logsumexp.interior"), top, role="logsumexp.output")


@op
def cross_entropy(g, a):
    picked = OPS["gather"](g, log_softmax(g, a, "cross_entropy"))
    return g.negate(mean_of(g, picked), role="cross_entropy.output")


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


def norm_tail(g, distance, variance, group):
    root = g.rsqrt(g.add(variance, g.constant(0.001, shape=(4,)), role=group + ".statistic"), role=group + ".statistic")
    normal = g.multiply(distance, g.spread(root, role=group + ".statistic"), role=group + ".interior")
    return g.add(g.multiply(normal, g.bias, role=group + ".interior"), g.bias, role=group + ".output")


def norm(group):
    def build(g, a):
        role = group + ".statistic"
        distance = g.subtract(a, g.spread(mean_of(g, a, role, role), role=role), role=group + ".interior")
        variance = mean_of(g, g.square(distance, role=role), role, role)
        return norm_tail(g, distance, variance, group)
    return build


for name in ("layer_norm", "group_norm", "instance_norm", "batch_norm"):
    OPS[name] = norm(name)


@op
def rms_norm(g, a):
    role = "rms_norm.statistic"
    mean = mean_of(g, g.square(a, role=role), role, role)
    return norm_tail(g, a, mean, "rms_norm")
