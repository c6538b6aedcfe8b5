# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""transformer.py OPS [TOKENS WIDTH INNER]: write a transformer training step of about OPS operations, as StableHLO, on standard output.

Forward, backward and momentum SGD of blocks (attention and a feed-forward layer, each after a norm), with
the amp marks, shaped like what JAX exports. Its gradients have the right shapes and the right number of
products, but are no true derivatives: only the time to compile it is of interest.
"""
import sys

TOKENS, WIDTH, INNER = map(int, sys.argv[2:5] or (128, 64, 256))
X, S, H, R = (TOKENS, WIDTH), (TOKENS, TOKENS), (TOKENS, INNER), (TOKENS,)
WEIGHTS = {"q": (WIDTH, WIDTH), "k": (WIDTH, WIDTH), "v": (WIDTH, WIDTH), "out": (WIDTH, WIDTH),
           "up": (WIDTH, INNER), "down": (INNER, WIDTH)}
OPS_PER_LAYER = 175


def tensor(shape):
    return f"tensor<{''.join(f'{d}x' for d in shape)}f32>"


class Writer:
    """Each method writes one operation and returns its result, a pair of name and shape."""

    def __init__(self):
        self.lines, self.values = [], 0

    def op(self, text, *operands, shape):
        kinds = ", ".join(tensor(s) for _, s in operands)
        self.lines.append(f"    %{self.values} = stablehlo.{text} : ({kinds}) -> {tensor(shape)}")
        return self.result(shape)

    def result(self, shape):
        self.values += 1
        return f"%{self.values - 1}", shape

    def same(self, name, *operands):
        """An elementwise operation."""
        names = ", ".join(n for n, _ in operands)
        self.lines.append(f"    %{self.values} = stablehlo.{name} {names} : {tensor(operands[0][1])}")
        return self.result(operands[0][1])

    def constant(self, value):
        self.lines.append(f"    %{self.values} = stablehlo.constant dense<{value}> : tensor<f32>")
        return self.result(())

    def spread(self, x, shape, dims=()):
        return self.op(f"broadcast_in_dim {x[0]}, dims = {list(dims)}", x, shape=shape)

    def scaled(self, x, value):
        return self.same("multiply", x, self.spread(self.constant(value), x[1]))

    def reduced(self, x, kind="add", start="0.000000e+00"):
        """Over the last dimension, and spread back to the shape of x."""
        init = self.constant(start)
        rows = self.op(f"reduce({x[0]} init: {init[0]}) applies stablehlo.{kind} across dimensions = [1]",
                       x, init, shape=x[1][:1])
        return self.spread(rows, x[1], [0])

    def dot(self, a, b, left=1, right=0):
        shape = (a[1][1 - left], b[1][1 - right])
        return self.op(f"dot_general {a[0]}, {b[0]}, contracting_dims = [{left}] x [{right}], "
                       "precision = [DEFAULT, DEFAULT]", a, b, shape=shape)

    def mark(self, kind, operands, count):
        """A composite that returns its first `count` operands."""
        names = ", ".join(n for n, _ in operands)
        kinds = [tensor(s) for _, s in operands]
        results, many = ", ".join(kinds[:count]), f"%{self.values}" + (f":{count}" if count > 1 else "")
        self.lines.append(f'    {many} = stablehlo.composite "amp.{kind}" {names} {{composite_attributes = {{group = "main"}}, '
                          f"decomposition = @amp.{kind}, version = 1 : i32}} : ({', '.join(kinds)}) -> "
                          + (f"({results})" if count > 1 else results))
        name, _ = self.result(())
        marked = [(f"{name}#{i}" if count > 1 else name, shape) for i, (_, shape) in enumerate(operands[:count])]
        return marked, identity(f"amp.{kind}", kinds, count)


def identity(name, kinds, count):
    arguments = ", ".join(f"%arg{i}: {k}" for i, k in enumerate(kinds))
    results = ", ".join(kinds[:count])
    returned = ", ".join(f"%arg{i}" for i in range(count))
    return (f"  func.func private @{name}({arguments}) -> " + (f"({results})" if count > 1 else results)
            + f" {{\n    return {returned} : {results}\n  }}")


def norm(w, x):
    centred = w.same("subtract", x, w.scaled(w.reduced(x), "1.562500e-02"))
    variance = w.scaled(w.reduced(w.same("multiply", centred, centred)), "1.562500e-02")
    return w.same("multiply", centred, w.same("rsqrt", w.same("add", variance, w.spread(w.constant("1.000000e-05"), x[1]))))


def norm_backward(w, dy, y):
    along = w.scaled(w.reduced(w.same("multiply", dy, y)), "1.562500e-02")
    return w.same("subtract", w.same("subtract", dy, w.scaled(w.reduced(dy), "1.562500e-02")), w.same("multiply", y, along))


def softmax(w, x):
    e = w.same("exponential", w.same("subtract", x, w.reduced(x, "maximum", "0xFF800000")))
    return w.same("divide", e, w.reduced(e))


def forward(w, p, x):
    h = norm(w, x)
    q, k, v = (w.dot(h, p[n]) for n in "qkv")
    a = softmax(w, w.scaled(w.dot(q, k, 1, 1), "1.250000e-01"))
    c = w.dot(a, v)
    x = w.same("add", x, w.dot(c, p["out"]))
    n = norm(w, x)
    t = w.same("tanh", w.dot(n, p["up"]))
    return w.same("add", x, w.dot(t, p["down"])), (h, q, k, v, a, c, n, t)


def backward(w, p, saved, dx):
    h, q, k, v, a, c, n, t = saved
    dt = w.dot(dx, p["down"], 1, 1)
    du = w.same("multiply", dt, w.same("subtract", w.spread(w.constant("1.000000e+00"), H), w.same("multiply", t, t)))
    g = {"down": w.dot(t, dx, 0, 0), "up": w.dot(n, du, 0, 0)}
    dx = w.same("add", dx, norm_backward(w, w.dot(du, p["up"], 1, 1), n))
    dc = w.dot(dx, p["out"], 1, 1)
    g["out"] = w.dot(c, dx, 0, 0)
    da, dv = w.dot(dc, v, 1, 1), w.dot(a, dc, 0, 0)
    ds = w.scaled(w.same("multiply", a, w.same("subtract", da, w.reduced(w.same("multiply", da, a)))), "1.250000e-01")
    dq, dk = w.dot(ds, k), w.dot(ds, q, 0, 0)
    dh = None
    for name, d in ("q", dq), ("k", dk), ("v", dv):
        g[name] = w.dot(h, d, 0, 0)
        back = w.dot(d, p[name], 1, 1)
        dh = back if dh is None else w.same("add", dh, back)
    return g, w.same("add", dx, norm_backward(w, dh, h))


def step(layers):
    w = Writer()
    names = [(layer, n) for layer in range(layers) for n in WEIGHTS]
    arguments = [(f"%arg{i}", WEIGHTS[n]) for i, (_, n) in enumerate(names * 2)]
    weights, velocities = arguments[:len(names)], arguments[len(names):]
    p = [dict(zip(WEIGHTS, weights[i * len(WEIGHTS):])) for i in range(layers)]
    x = batch = (f"%arg{len(arguments)}", X)
    saved = []
    for layer in range(layers):
        x, kept = forward(w, p[layer], x)
        saved.append(kept)
    [seed], seed_function = w.mark("seed", [w.constant("1.000000e+00")], 1)
    dx, g = w.same("multiply", x, w.spread(seed, X)), [None] * layers
    for layer in reversed(range(layers)):
        g[layer], dx = backward(w, p[layer], saved[layer], dx)
    gradients, gradient_function = w.mark("gradients", [g[layer][n] for layer, n in names], len(names))
    moved = [w.same("add", w.scaled(v, "9.000000e-01"), d) for v, d in zip(velocities, gradients)]
    new = [w.same("subtract", a, w.scaled(v, "1.000000e-02")) for a, v in zip(weights, moved)] + moved
    new, state_function = w.mark("state", new + arguments, len(new))
    kinds = ", ".join(tensor(s) for _, s in new)
    signature = ", ".join(f"{n}: {tensor(s)}" for n, s in arguments + [batch])
    yield f"module @transformer {{\n  func.func public @main({signature}) -> ({kinds}) {{\n"
    yield "\n".join(w.lines)
    yield f"\n    return {', '.join(n for n, _ in new)} : {kinds}\n  }}\n"
    yield "\n".join([seed_function, gradient_function, state_function]) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.writelines(step(max(1, round(int(sys.argv[1]) / OPS_PER_LAYER))))
