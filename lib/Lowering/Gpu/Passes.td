// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From linalg on memrefs to kernels and the host code that launches them, in
// the order of the pipeline.
#ifndef LIB_LOWERING_GPU_PASSES_TD
#define LIB_LOWERING_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckGpu : Pass<"amp-check-gpu", "::mlir::ModuleOp"> {
  let summary = "refuses chips, formats and tools that there are not";
  let description = [{
    Changes nothing. An error says which chips are known, or which program is
    missing for a format.

    See test/Lowering/Gpu/check-gpu.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_90a\"", "for which chip">,
    Option<"format", "format", "std::string", "\"isa\"", "isa, bin or fatbin">,
    Option<"products", "products", "std::string", "\"own\"",
           "own or cublaslt">,
    Option<"convolutions", "convolutions", "std::string", "\"own\"",
           "own or cudnn">];
}

def NoteSignatures : Pass<"amp-note-signatures", "::mlir::ModuleOp"> {
  let summary = "functions remember what is unsigned";
  let description = [{
    Linalg has integers without a sign. Public functions with unsigned
    arguments or results get the attributes that amp-gpu-host-to-llvm leaves,
    so that callers bring and get arrays of the same types as without a GPU.

    See test/Lowering/Gpu/note-signatures.mlir.
  }];
}

def CountLoops : Pass<"amp-count-loops", "::mlir::ModuleOp"> {
  let summary = "loops whose trips are known run on the host's own counter";
  let description = [{
    Takes linalg on tensors. A `scf.while` that counts from a constant to
    another becomes a `scf.for`; scalars that are computed from its counter
    alone, which linalg holds in tensors of one element, are computed on the
    host, so that no step waits for the device to know them.

    See test/Lowering/Gpu/count-loops.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def UnrollRounds : Pass<"amp-unroll-rounds", "::mlir::ModuleOp"> {
  let summary = "a few turns of elementwise ops stand one after the other";
  let description = [{
    Takes linalg on tensors. A `scf.for` of 8 turns at most, whose ops are
    elementwise, such as the rounds of a cipher, becomes its turns: their ops
    fuse, and what one hands on to the next is copied nowhere.

    See test/Lowering/Gpu/unroll-rounds.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def OwnEmpties : Pass<"amp-own-empties", "::mlir::ModuleOp"> {
  let summary = "destinations that CSE has joined are one for each user";
  let description = [{
    Takes linalg on tensors. Each user of a `tensor.empty` gets its own, in its
    own block, and each loop, and each slice that is inserted, its own of what is
    filled with a number: none of them is a copy of another one's when tensors
    become buffers.

    See test/Lowering/Gpu/own-empties.mlir.
  }];
}

def OwnCarried : Pass<"amp-own-carried", "::mlir::ModuleOp"> {
  let summary = "a buffer that a loop carries stays at one place";
  let description = [{
    Takes loops that carry memrefs. What a loop carries lies in a buffer of its
    own, which each iteration writes: no address depends on how often a loop has
    run, and temporaries can be planned. Where it is known how often a loop runs,
    what an iteration makes anew alternates between two buffers, and nothing is
    copied: iterations come in pairs, after a single one if they are odd.

    See test/Lowering/Gpu/own-carried.mlir.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ReshapeResults : Pass<"amp-reshape-results", "::mlir::ModuleOp"> {
  let summary = "results of another shape are written where the caller wants them";
  let description = [{
    Takes linalg on memrefs, and results that are arguments. A temporary that is
    only copied to a result at the end, with dimensions of size one more or less,
    is a view of that result instead.

    See test/Lowering/Gpu/reshape-results.mlir.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def UseDonated : Pass<"amp-use-donated", "::mlir::ModuleOp"> {
  let summary = "updated arguments are written where they are";
  let description = [{
    Takes linalg on memrefs, and results that are arguments. An argument with
    `tf.aliasing_output` or `jax.buffer_donor`, or with the `amp.state` of a
    result where `states` asks for it, is overwritten with that result; a state
    with its own alone, whatever it was donated for. A copy
    at the end, marked `donated`, is for callers that want it elsewhere. What
    is read after its update, or in another order, is updated at the end.

    See test/Lowering/Gpu/use-donated.mlir.
  }];
  let options = [Option<"states", "states", "bool", "false",
                        "states too that are not marked as donated">];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def OutlineUnits : Pass<"amp-outline-units", "::mlir::ModuleOp"> {
  let summary = "one function per kernel to be";
  let description = [{
    Takes linalg on memrefs. Ops that one kernel can do, such as a contraction
    and the elementwise ops that read only its result, or sums over the innermost
    dimension and whatever walks the same rows (softmax, norms, losses and their
    gradients), move into private
    functions with `amp.unit` = contraction, reduction, elementwise or serial
    (loops over scalars); equal ones share a function. Arguments are memrefs of
    static shape in plain order, and numbers; views of other layouts, loads of
    scalars and arithmetic on them move along. A load that a later write would
    change is kept in a buffer of its own. Ops between those of a unit, which
    need its results, move behind it.

    See test/Lowering/Gpu/outline-units.mlir and rows.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def UnitKernels : Pass<"amp-unit-kernels", "::mlir::ModuleOp"> {
  let summary = "units become kernels, their calls launches";
  let description = [{
    Takes the functions of amp-outline-units. Elementwise units have threads
    that do several neighbouring elements each, read and written 16 bytes at a
    time where the layout allows it, or a tile of them where they are read along
    another dimension than they are written; units of rows load a row once, into
    the registers of a warp or a block, which sums it by shuffles, with vectors
    from the first aligned place where rows have odd lengths; other reductions
    share a result, or several neighbouring ones, among the threads of a block;
    loops over scalars run in parallel where no iteration reads what
    another writes, with atomic updates where they only add up, and else in one
    thread.

    See test/Lowering/Gpu/unit-kernels.mlir and rows.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def MergeLaunches : Pass<"amp-merge-launches", "::mlir::ModuleOp"> {
  let summary = "kernels that do not wait for each other share a launch";
  let description = [{
    Takes launches of kernels in one dimension, without shared memory of dynamic
    size. Those that can be at one place, because nothing between them reads what
    they write or writes what they read, become one launch whose blocks are
    divided among them; a kernel that is launched several times has its code once
    there. Launches are not moved far where temporaries of many bytes would be
    kept for them.

    See test/Lowering/Gpu/merge-launches.mlir.
  }];
  let options = [Option<"minBlocks", "min-blocks", "int32_t", "0",
                        "of a merged kernel, blocks that a multiprocessor is to "
                        "have at least; 0: as many as ptxas likes, which spills "
                        "for them on some chips">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def PrintLaunches : Pass<"amp-print-launches", "::mlir::ModuleOp"> {
  let summary = "prints what is launched, what it moves and what it computes";
  let description = [{
    A table on standard error: each kernel with its launches per call of the
    host functions, the bytes of the buffers that they read and write, each as a
    whole, and their floating-point operations: a product of M x K and K x N is
    2 M N K, all others count one. Loops count as often as they run, where that is known. Changes
    nothing.

    See test/Lowering/Gpu/print-launches.mlir.
  }];
}

def NoteLaunches : Pass<"amp-note-launches", "::mlir::ModuleOp"> {
  let summary = "notes what kernels move and compute";
  let description = [{
    Takes what amp-print-launches takes. The module gets `amp.launches` =
    {kernel = [launches of a step, bytes read, bytes written, flops]}, by which
    amp-run --time=kernels says how near to the chip's peaks a kernel comes.

    See test/Lowering/Gpu/print-launches.mlir.
  }];
}

def GpuMath : Pass<"amp-gpu-math", "::mlir::ModuleOp"> {
  let summary = "exp, log, tanh and others as polynomials";
  let description = [{
    Takes math on f32 scalars inside of kernels, and leaves arith and LLVM's
    intrinsics: no toolkit is needed for these. Angles are reduced for all finite
    arguments. Remainders become loops. Math on f64 is left to CUDA's libdevice,
    and refused where that is not found.

    See test/Lowering/Gpu/gpu-math.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def PlanMemory : Pass<"amp-plan-memory", "::mlir::ModuleOp"> {
  let summary = "temporaries share one arena";
  let description = [{
    Takes host functions. Each memref.alloc becomes a memref.view of one arena;
    buffers that are alive at the same time do not overlap. The function gets
    `amp.memory` = {arguments, constants, results, shared, temporaries}, in
    bytes: of the results' bytes those that are shared lie where arguments do.

    See test/Lowering/Gpu/plan-memory.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def VerifyMemory : Pass<"amp-verify-memory", "::mlir::ModuleOp"> {
  let summary = "no two live buffers overlap";
  let description = [{
    Takes what amp-plan-memory leaves, and checks it by the uses in the IR.

    See test/Lowering/Gpu/verify-memory.mlir.
  }];
}

def HostToLlvm : Pass<"amp-gpu-host-to-llvm", "::mlir::ModuleOp"> {
  let summary = "host code calls the runtime";
  let description = [{
    Takes host functions. Memrefs become pointers; launches, copies, constants
    and reads become calls of lib/Run/Device.h, each with the place of its op.
    A function gets `amp.arguments` and `amp.results`, the types that its
    pointers point to, unless amp-note-signatures left them, and `amp.donated` =
    [result, argument, ...], which may have the same address.

    See test/Lowering/Gpu/host-to-llvm.mlir.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def ExpandKernel : Pass<"amp-expand-kernel", "::mlir::gpu::GPUFuncOp"> {
  let summary = "leaves ops that convert-gpu-to-nvvm converts";
  let description = [{
    Views of memrefs, affine arithmetic, complex numbers and rounding divisions
    become arith, math and memref ops; maxima and minima become LLVM's
    intrinsics. Kernels without such ops stay as they are.

    See test/Lowering/Gpu/expand-kernel.mlir.
  }];
}

def SplitKernels : Pass<"amp-split-kernels", "::mlir::ModuleOp"> {
  let summary = "splits kernels into modules that threads compile";
  let description = [{
    Moves the kernels of each gpu.module with a target to modules of about the
    same size, whose `part_of` names the whole. How many there are does not
    depend on the machine. Kernels that call CUDA's libdevice share a module,
    because LLVM specializes its functions by module. amp-join-kernels undoes it.

    See test/Lowering/Gpu/split-kernels.mlir.
  }];
}

def KernelsToPtx : Pass<"amp-kernels-to-ptx", "::mlir::gpu::GPUModuleOp"> {
  let summary = "translates a part to PTX";
  let description = [{
    Takes a gpu.module of the LLVM and NVVM dialects. Its text becomes the
    attribute `ptx`, and its ops go.

    See test/Lowering/Gpu/split-kernels.mlir.
  }];
}

def JoinKernels : Pass<"amp-join-kernels", "::mlir::ModuleOp"> {
  let summary = "joins the parts of amp-split-kernels";
  let description = [{
    Parts with text become one gpu.binary, other ones one gpu.module.

    See test/Lowering/Gpu/split-kernels.mlir.
  }];
}

#endif // LIB_LOWERING_GPU_PASSES_TD
