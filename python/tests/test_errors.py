# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors are exceptions of this package that state the expected and the actual value."""

import stat

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mlir_amp.jax as amp
import models
from mlir_amp import AmpError, DonationError, OptionError, ScalerError, ToolFailed, ToolMissing, TraceError


@pytest.fixture
def args():
    return models.parameters(), *models.batch()


def test_depends_on_a_value(args):
    def step(p, x, y):
        if x[0, 0] > 0:
            return p
        return models.step(p, x, y)[0]

    with pytest.raises(TraceError, match=r"cannot trace the step at .*test_errors.py:\d+ \(if x\[0, 0\] > 0:\)"):
        amp.jit(step, compute="bf16")(*args)


def test_returns_no_array():
    with pytest.raises(TraceError, match=r"what is no array"):
        amp.jit(lambda x: (x, "text"), compute="bf16")(jnp.ones(3))


def test_calls_back_into_python():
    def step(x):
        return jax.pure_callback(np.sin, x, x)

    with pytest.raises(TraceError, match=r"calls back into Python"):
        amp.jit(step, compute="bf16")(jnp.ones(3))


def test_prints_from_within():
    def step(x):
        jax.debug.print("{}", x)
        return x

    with pytest.raises(TraceError, match=r"calls back into Python \(debug_print at .*test_errors.py:\d+ \(jax.debug.print"):
        amp.jit(step, compute="bf16")(jnp.ones(3))


def test_derivatives_and_batches_of_what_is_rewritten(args):
    step = amp.jit(models.loss, compute="bf16", solver="paint")
    with pytest.raises(TraceError, match=r"has no derivative: give amp.jit the whole step, with amp.value_and_grad"):
        jax.grad(step)(*args)
    with pytest.raises(TraceError, match=r"has no derivative"):
        jax.jvp(lambda p: step(p, *args[1:]), (args[0],), (args[0],))
    with pytest.raises(TraceError, match=r"cannot be batched: .* write amp.jit\(jax.vmap\(step\)\)"):
        jax.vmap(step, in_axes=(None, 0, 0))(*args)
    beside = jax.grad(lambda w: w**2 + step(*args))(3.0)
    assert beside == 6


def test_reads_what_is_traced_round_it(args):
    @jax.jit
    def outer(p, x, y):
        return amp.jit(lambda p: models.loss(p, x, y), compute="bf16")(p)

    with pytest.raises(
        TraceError, match=r"reads of a function .* as arguments, but it reads float32\[32,8\], float32\[32,4\] besides"
    ):
        outer(*args)


def frames(call):
    with pytest.raises(Exception) as caught:
        call()
    return [frame.path.name for frame in caught.traceback][1:]


def test_tracebacks_name_the_users_frames_alone(args):
    step = amp.jit(models.step, compute="bf16")
    assert frames(lambda: step(args[0], args[1][:, :5], args[2])) == ["test_errors.py", "models.py", "models.py"]
    assert frames(lambda: amp.jit(models.step, compute="bf16", policy="nobody")(*args)) == ["test_errors.py"]


@pytest.mark.parametrize("options", [{}, {"debug": "overflow"}, {"engine": "amp"}])
def test_arguments_that_are_no_arrays(options):
    with pytest.raises(TraceError, match=r"a step expects arrays, .*static_argnums or static_argnames"):
        amp.jit(lambda x, name: x, compute="bf16", **options)(jnp.ones(3), "text")
    with pytest.raises(TraceError, match=r"(?i)non-hashable static arguments|unhashable"):
        amp.jit(lambda x, name: x, compute="bf16", static_argnums=1, **options)(jnp.ones(3), ["text"])


def test_no_function():
    with pytest.raises(TraceError, match=r"jit expects a function, but got 3"):
        amp.jit(3, compute="bf16")


def test_a_static_argument_is_not_donated():
    with pytest.raises(DonationError, match=r"donate_argnums expects arrays, but static_argnums has \[0\], too"):
        amp.jit(models.step, compute="bf16", static_argnums=0, donate_argnums=0)


def test_no_scaler():
    step = amp.jit(models.step, compute="f16", loss_scale="dynamic")
    with pytest.raises(ScalerError, match=r"expects a scaler as a step has carried it, a dictionary of dictionaries, but got 3"):
        step.scaler = 3


@pytest.mark.parametrize("weights", [None, "master", "threshold:4"])
def test_a_scaler_of_another_step(args, weights):
    step = amp.jit(models.step, compute="f16", loss_scale="dynamic", weights=weights)
    step.scaler = {"foreign": {"scale": jnp.float32(1)}}
    with pytest.raises(ScalerError, match=r"expects a scaler with .*main.*, but got .*foreign"):
        step(*args)


def test_errors_of_the_step_are_its_own(args):
    def step(p, x, y):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        amp.jit(step, compute="bf16")(*args)


def test_donated_without_a_result(args):
    def step(p, x, y):
        return {"in": p["in"]}, models.loss(p, x, y)

    says = r"donated argument 0\['out'\] of type float32\[16, 4\] expects .* returns float32\[8, 16\], float32\[\]"
    with pytest.raises(DonationError, match=says):
        amp.jit(step, compute="bf16", donate_argnums=0)(*args)


@pytest.mark.parametrize("number", [3, -4])
def test_donated_arguments_that_there_are_not(args, number):
    with pytest.raises(DonationError, match=rf"numbers of the step's 3 arguments, but got {number}"):
        amp.jit(models.step, compute="bf16", donate_argnums=number)
    last = jax.tree.map(jnp.copy, args[0])
    amp.jit(lambda y, x, p: models.step(p, x, y), compute="bf16", donate_argnums=-1)(*args[:0:-1], last)
    assert last["in"].is_deleted()


@pytest.mark.parametrize("options, says", [
    ({}, "compute has to be given: one of float16, "),
    ({"compute": "int8"}, "compute expects one of .*, but got 'int8'"),
    ({"compute": jnp.float64}, "but got 'float64'"),
    ({"compute": "bf16", "engine": "torch"}, "engine expects one of xla, amp, but got 'torch'"),
    ({"compute": "bf16", "policy": "no/such.policy"}, "there is no 'no/such.policy'"),
    ({"compute": "bf16", "donate_argnum": 0}, "there is no option 'donate_argnum': there are compute, policy, "),
    ({"compute": "bf16", "verify": "no"}, "verify expects True or False, but got 'no'"),
    ({"compute": "bf16", "explain": "it's a"}, "cannot hold a quote and a space"),
    ({"compute": "bf16", "align": "always", "pad_state": True}, "pad_state changes the shapes of states"),
    ({"compute": "bf16", "in_shardings": 1}, "in_shardings expects a tuple"),
])  # fmt: skip
def test_options(args, options, says):
    with pytest.raises(OptionError, match=says):
        amp.jit(models.step, **options)(*args)


def test_what_amp_opt_says_is_in_the_error(args):
    with pytest.raises(ToolFailed, match=r"^amp-opt: expects a preset of .*, but got 'nobody'") as caught:
        amp.jit(models.step, compute="bf16", policy="nobody")(*args)
    assert "nobody" in caught.value.diagnostic


def test_the_line_of_the_step_that_cannot_be_scaled(args):
    def step(p, x, y):
        grads = amp.grad(models.loss)(p, x, y)
        again = amp.gradients(grads)
        return amp.state(jax.tree.map(lambda a, g: a - 0.1 * g, p, again), p)

    with pytest.raises(ToolFailed, match=r"expects each gradient to be marked once, but operand 0 was marked before") as caught:
        amp.jit(step, compute="f16", loss_scale="dynamic")(*args)
    line = step.__code__.co_firstlineno + 1  # JAX keeps the place at which the types were marked first
    assert caught.value.location.startswith(f"{__file__}:{line}:") and "warning: " not in str(caught.value)
    assert caught.value.line == "grads = amp.grad(models.loss)(p, x, y)" and caught.value.line in str(caught.value)


def test_missing_tool(args, monkeypatch, tmp_path):
    monkeypatch.setenv("AMP_BIN", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissing, match=r"'amp-opt' is not in .*pip install.*AMP_OPT="):
        amp.jit(models.step, compute="bf16")(*args)
    monkeypatch.setenv("AMP_OPT", str(tmp_path / "gone"))
    with pytest.raises(ToolMissing, match=r"AMP_OPT names '.*gone', which is not a program"):
        amp.jit(models.step, compute="bf16")(*args)


def script(path, body):
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_the_line_of_the_step_that_amp_opt_names(args, monkeypatch, tmp_path):
    line = models.step.__code__.co_firstlineno + 1
    monkeypatch.setenv("AMP_OPT", script(tmp_path / "amp-opt", f"echo '{models.__file__}:{line}:5: error: no' >&2; exit 1"))
    with pytest.raises(ToolFailed, match=r"value, grads = amp.value_and_grad") as caught:
        amp.jit(models.step, compute="bf16")(*args)
    assert caught.value.location == f"{models.__file__}:{line}:5"


def test_a_tool_that_dies(args, monkeypatch, tmp_path):
    monkeypatch.setenv("AMP_OPT", script(tmp_path / "amp-opt", "kill -9 $$"))
    with pytest.raises(ToolFailed, match=r"amp-opt said nothing and ended with signal 9"):
        amp.jit(models.step, compute="bf16")(*args)


def test_a_tool_that_writes_what_jax_cannot_read(args, monkeypatch, tmp_path):
    monkeypatch.setenv("AMP_OPT", script(tmp_path / "amp-opt", "echo 'module {'"))
    with pytest.raises(AmpError, match=r"jaxlib cannot read what amp-opt wrote"):
        amp.jit(models.step, compute="bf16")(*args)
