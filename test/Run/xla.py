# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run StableHLO text on XLA's CPU through JAX.

Import this before JAX starts: it asks for double precision and, unless XLA_FLAGS is set, for eight devices and that XLA keeps
every rounding that the program writes.
"""
import dataclasses
import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8 --xla_allow_excess_precision=false")
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax.extend.mlir import ir, serialize_portable_artifact
from jax.extend.mlir.dialects import sdy

jax.config.update("jax_enable_x64", True)

# Any lowered function carries a context that knows every dialect of an export.
CONTEXT = jax.jit(lambda: 0).lower().compiler_ir("stablehlo").context
DTYPES = {
    "f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "i1": np.bool_,
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
}  # fmt: skip


def parse(text):
    """The module of this text, verified by jaxlib. Constants that torch-mlir leaves in arith get StableHLO's name for XLA."""
    with CONTEXT:
        module = ir.Module.parse(text.replace(" arith.constant dense", " stablehlo.constant dense"))
        module.operation.verify()
        return module


def main_type(module):
    with CONTEXT:
        return ir.SymbolTable(module.operation)["main"].type


def described(types):
    return [jax.ShapeDtypeStruct(tuple(t.shape), DTYPES[str(t.element_type)]) for t in types]


def executable_of(module, effort=3):
    """The module compiled by XLA, for its number of devices: called with arrays on these, returns arrays.

    JAX exports a stand-in with the signature of `main`; its code is then exchanged for the module.
    Programs that run once compile faster with no `effort` on machine code; the rounding steps are the same.
    """
    with CONTEXT:
        inputs, outputs = described(main_type(module).inputs), described(main_type(module).results)
        devices, shardings = devices_and_shardings(module)
        artifact = serialize_portable_artifact(module, "1.9.0", True)
    options = {} if shardings is None else dict(zip(("in_shardings", "out_shardings"), shardings))
    stand_in = jax.jit(lambda *_: tuple(jnp.zeros(o.shape, o.dtype) for o in outputs), keep_unused=True, **options)
    exported = jax.export.export(stand_in)(*inputs)
    symbolic = "jax.uses_shape_polymorphism" in module.operation.attributes
    exported = dataclasses.replace(
        exported, mlir_module_serialized=artifact, nr_devices=devices, uses_global_constants=symbolic
    )
    placed = jax.jit(exported.call, **options)
    return placed.lower(*inputs).compile({"xla_backend_optimization_level": effort})


def compiled(module, effort=3):
    """The same as a function from flat NumPy arrays to a list of them."""
    executable = executable_of(module, effort)

    def run(*arguments):
        return [np.asarray(r) for r in executable(*place(arguments, executable.input_shardings[0]))]

    return run


def place(arguments, shardings):
    return [jax.device_put(jnp.asarray(a), s) for a, s in zip(arguments, shardings, strict=True)]


def devices_and_shardings(module):
    """The number of devices that `main` spans, and its (argument, result) shardings; None when it has one device."""
    attributes = module.operation.attributes
    devices = ir.IntegerAttr(attributes["mhlo.num_partitions"]).value if "mhlo.num_partitions" in attributes else 1
    if devices == 1:
        return 1, None
    declared = next(op for op in module.body.operations if op.name == "sdy.mesh")
    axes = [sdy.MeshAxisAttr(a) for a in sdy.MeshAttr(declared.attributes["mesh"]).axes]
    sizes, names = [a.size for a in axes], tuple(a.name for a in axes)
    kinds = (jax.sharding.AxisType.Auto,) * len(axes)
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:devices]).reshape(sizes), names, axis_types=kinds)
    main = ir.SymbolTable(module.operation)["main"]

    def sharding(attributes):
        dims = []
        if "sdy.sharding" in attributes:
            dims = sdy.TensorShardingAttr(attributes["sdy.sharding"]).dimension_shardings
        split = [tuple(sdy.AxisRefAttr(a).name for a in sdy.DimensionShardingAttr(d).axes) for d in dims]
        return jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*(axes or None for axes in split)))

    def all_shardings(kind, types):
        if kind not in main.attributes:
            return tuple(sharding({}) for _ in types)
        return tuple(sharding(ir.DictAttr(a)) for a in ir.ArrayAttr(main.attributes[kind]))

    return devices, (all_shardings("arg_attrs", main.type.inputs), all_shardings("res_attrs", main.type.results))
