// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From linalg on memrefs to kernels and the host code that launches them, in
// the order of the pipeline.
#ifndef LIB_LOWERING_GPU_PASSES_TD
#define LIB_LOWERING_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckGpu : Pass<"amp-check-gpu", "::mlir::ModuleOp"> {
  let summary = "refuses unknown chips and formats, and missing tools";
  let description = [{
    The module does not change, but for the empty report of `report`, to which
    later passes add. An error lists the known chips, or the program that a
    format needs.

    See test/Lowering/Gpu/check-gpu.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_90a\"",
           "chip of the kernels">,
    Option<"format", "format", "std::string", "\"isa\"", "isa, bin or fatbin">,
    Option<"products", "products", "std::string", "\"own\"",
           "own or cublaslt">,
    Option<"convolutions", "convolutions", "std::string", "\"own\"",
           "own or cudnn">,
    Option<"report", "report", "bool", "false", "begin a report">];
}

def NoteSignatures : Pass<"amp-note-signatures", "::mlir::ModuleOp"> {
  let summary = "records unsigned types of signatures";
  let description = [{
    Integers of linalg have no sign. Public functions with unsigned arguments or
    results get the attributes of amp-gpu-host-to-llvm, so that callers pass and
    receive arrays of the same types as without a GPU.

    See test/Lowering/Gpu/note-signatures.mlir.
  }];
}

def TestFactors : Pass<"amp-test-factors", "::mlir::ModuleOp"> {
  let summary = "tests factors of f16 for infinities, not their product";
  let description = [{
    Input: StableHLO. A step with loss scaling tests whether all gradients are
    finite before it updates weights. Where a gradient is a `dot_general` of f16
    factors with a result of f32, possibly transposed, reshaped, added to another
    value, and multiplied by a scalar, the factors (and that value) are tested
    instead. So the product is read by the update alone, and one kernel computes
    both.

    The verdict is the same: a factor that is infinite or NaN makes an element of
    the product infinite or NaN, and a sum of n products of finite f16 numbers is
    at most n * 65504^2, below the maximum of f32. The scalar is part of the
    verdict: if it times twice that sum (with the number of elements of the
    larger factor for n; times 2^26 where a value is added) exceeds f32, as with
    a loss scale below 1e-12, the gradient counts as infinite.

    See test/Lowering/Gpu/test-factors.mlir.
  }];
}

def CountLoops : Pass<"amp-count-loops", "::mlir::ModuleOp"> {
  let summary = "runs loops with known trip counts on the host's counter";
  let description = [{
    Input: linalg on tensors. A `scf.while` that counts between constants
    becomes a `scf.for`. Scalars that are computed from its counter alone, which
    linalg holds in tensors of one element, are computed on the host, so that no
    step waits for the device.

    See test/Lowering/Gpu/count-loops.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def JoinBits : Pass<"amp-join-bits", "::mlir::ModuleOp"> {
  let summary = "joins elementwise ops of integers that are read several times";
  let description = [{
    Input: linalg on tensors, before elementwise ops are fused. An elementwise op
    and those that it alone reads, directly or through others of them, become
    one op, if integers, at least 8, are what is read several times: random bits
    of a counter-based generator (threefry: 20 rounds in which each word is read
    twice) need no buffers between. At most 1,024 ops in a body and 24 operands.

    See test/Lowering/Gpu/join-bits.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def UnrollRounds : Pass<"amp-unroll-rounds", "::mlir::ModuleOp"> {
  let summary = "unrolls short loops of elementwise ops";
  let description = [{
    Input: linalg on tensors. A `scf.for` with at most 8 iterations of
    elementwise ops, such as the rounds of a cipher, is unrolled: its ops fuse,
    and loop-carried values need no copy.

    See test/Lowering/Gpu/unroll-rounds.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def Recompute : Pass<"amp-recompute", "::mlir::ModuleOp"> {
  let summary = "computes values again that would cost more to keep";
  let description = [{
    Input: fused linalg on tensors. After the op at which most bytes are alive
    (the loss of a training step), later ops read values of earlier ones. Each
    is saved, or computed again by elementwise ops from others that are: the
    partition takes the least time, by a minimum cut. Saving costs the time to
    write and to read a value, and `price` for each of its bytes at the peak;
    computing again costs its arithmetic in each kernel that fuses it, and
    memory for one copy that all other users read. Contractions and reductions
    are never computed again. All values keep their bits.

    The partition is that of min-cut rematerialization (AOTAutograd, PyTorch 2).
    The attribute `recomputed` keeps CSE from merging what was made with what it
    was made from, and outlining from joining it with units before the peak.

    See test/Lowering/Gpu/recompute.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_90a\"", "chip of the kernels">,
    Option<"price", "price", "double", "0",
           "picoseconds for each saved byte">,
    Option<"remarks", "remarks", "bool", "false",
           "say what is saved and what is computed again">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def HoistUpdates : Pass<"amp-hoist-updates", "::mlir::ModuleOp"> {
  let summary = "moves updates behind what they read";
  let description = [{
    Input: fused linalg on tensors. An update, an elementwise op that computes a
    new value of an argument, moves behind the last op that computes an operand
    of it or reads the argument, and so do ops whose results are less than 64
    KiB. The kernel of a gradient and its update then ends the life of the
    gradient's factors where the backward pass computes them, instead of at the
    end of the step. Fewer launches of such kernels are merged. All values keep
    their bits.

    See test/Lowering/Gpu/hoist-updates.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def RecomputeLogits : Pass<"amp-recompute-logits", "::mlir::ModuleOp"> {
  let summary = "takes statistics of logits in the kernel of their product";
  let description = [{
    Input: fused linalg on tensors. Logits `%x` are a contraction of f32 sums,
    or elementwise ops on one, whose only users are the maximum of each row, the
    sum of `exp(%x - maximum)`, elements that an index per row picks (labels),
    and at most one elementwise op with a result of fewer bits (the gradient of
    cross-entropy).

    The rows are cut into parts of 64 columns, a warp's columns of a tile. Each
    part has its own maximum, sum of exponentials and picked element, which the
    kernel of the product takes from its registers; the row's are made from
    these as in the online softmax (Milakov and Gimelshein, 2018): the maximum
    m of the maxima m_p, and the sum of s_p exp(m_p - m). The elementwise op
    computes the product again in its own kernel if the logits are f32 and their
    operands 16-bit, or if by the chip's peak rates this takes less time than
    to write and read the logits; nothing keeps the logits in memory then, and a
    remark says so. Products keep their bits; sums of n exponentials of
    f32 differ by rounding alone, by at most (n + 3) 2^-23 of their value. Rows
    with a NaN, and such with no finite maximum, have a NaN where they had one.

    See test/Lowering/Gpu/recompute-logits.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_90a\"", "chip of the kernels">,
    Option<"price", "price", "double", "0",
           "picoseconds for each saved byte">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def OwnEmpties : Pass<"amp-own-empties", "::mlir::ModuleOp"> {
  let summary = "gives each user of an empty tensor its own";
  let description = [{
    Input: linalg on tensors. Each user of a `tensor.empty` gets its own, in its
    own block; each loop, and each inserted slice, gets its own filled tensor.
    So no destination becomes a copy of another one during bufferization.

    See test/Lowering/Gpu/own-empties.mlir.
  }];
}

def OwnCarried : Pass<"amp-own-carried", "::mlir::ModuleOp"> {
  let summary = "gives loop-carried buffers fixed addresses";
  let description = [{
    Input: loops that carry memrefs. A loop-carried value gets a buffer of its
    own, which each iteration writes: no address depends on the iteration, and
    temporaries can be planned. If the trip count is known, values that an
    iteration computes alternate between two buffers without copies: iterations
    come in pairs, after a single one if their number is odd.

    See test/Lowering/Gpu/own-carried.mlir.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ReshapeResults : Pass<"amp-reshape-results", "::mlir::ModuleOp"> {
  let summary = "writes reshaped results into the caller's buffers";
  let description = [{
    Input: linalg on memrefs, and results that are arguments. A temporary that
    is only copied to a result at the end, with dimensions of size one more or
    less, becomes a view of that result.

    See test/Lowering/Gpu/reshape-results.mlir.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def UseDonated : Pass<"amp-use-donated", "::mlir::ModuleOp"> {
  let summary = "updates donated arguments in place";
  let description = [{
    Input: linalg on memrefs, and results that are arguments. An argument with
    `tf.aliasing_output` or `jax.buffer_donor`, or, with `states`, with the
    `amp.state` of a result, is overwritten with that result; a state only with
    its own new value, regardless of its donation. A copy at the end, marked
    `donated`, serves callers with another buffer. An argument that is read
    after its update, or in another order, is updated at the end.

    See test/Lowering/Gpu/use-donated.mlir.
  }];
  let options = [Option<"states", "states", "bool", "false",
           "also update states that are not marked as donated">];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def OutlineUnits : Pass<"amp-outline-units", "::mlir::ModuleOp"> {
  let summary = "outlines one function per fusion group";
  let description = [{
    Input: linalg on memrefs. Ops that one kernel can execute, such as a
    contraction and the elementwise ops that read only its result, or reductions
    over the innermost dimension and all ops on the same rows (softmax, norms,
    losses and their gradients), move into private functions with `amp.unit` =
    contraction, reduction, elementwise or serial (loops over scalars). Equal
    groups share a function. Arguments are memrefs of static shape in row-major
    order, and numbers; views of other layouts, loads of scalars and arithmetic
    on them move into the function. A load that a later write would change is
    kept in a buffer of its own. Ops between those of a group that need its
    results move behind it.

    See test/Lowering/Gpu/outline-units.mlir and test/Lowering/Gpu/rows.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def JoinRowSums : Pass<"amp-join-row-sums", "::mlir::ModuleOp"> {
  let summary = "sums columns where their rows are computed";
  let description = [{
    Input: the functions of amp-outline-units. A group that sums the columns of
    what a group on rows computes, such as the gradients of a norm's scale and
    of the bias before it, becomes two: each block of the group on rows sums the
    columns of its rows while they are in registers, and the rest adds the
    blocks' sums in one order. What nothing else reads is not stored. Rows that
    do not fit registers, or are too few for the chip, stay.

    See test/Lowering/Gpu/join-row-sums.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def UnitKernels : Pass<"amp-unit-kernels", "::mlir::ModuleOp"> {
  let summary = "compiles fusion groups to kernels, and their calls to "
                "launches";
  let description = [{
    Input: the functions of amp-outline-units. In elementwise groups, a thread
    computes several neighbouring elements, with loads and stores of 16 bytes if
    the layout permits them, or a tile if reads and writes walk along different
    dimensions. Groups on rows load a row once, into the registers of a warp or
    a block, and reduce it by shuffles, with vectors from the first aligned
    element of rows of odd length. Other reductions share a result, or several
    neighbouring results, among the threads of a block. Loops over scalars run
    in parallel if no iteration reads the writes of another one, with atomic
    updates if they only add, and in one thread otherwise.

    See test/Lowering/Gpu/unit-kernels.mlir and test/Lowering/Gpu/rows.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def MergeLaunches : Pass<"amp-merge-launches", "::mlir::ModuleOp"> {
  let summary = "merges launches of independent kernels";
  let description = [{
    Input: launches of kernels. Those in one dimension without shared memory of
    dynamic size become one launch if they do not depend on each other; its
    blocks are divided among the kernels, and a kernel that is launched several
    times has its code once there. Launches of a contraction's kernel with at
    most two blocks for each multiprocessor become one launch of that kernel's
    code alone: each would leave multiprocessors idle. Where a launch occupies
    nearly all multiprocessors until it ends, no others are added that would
    not: a few blocks that are left take nearly as long as if they were many.
    Launches are not moved far if large temporaries would live longer.

    See test/Lowering/Gpu/merge-launches.mlir.
  }];
  let options = [Option<"minBlocks", "min-blocks", "int32_t", "0",
                        "least number of resident blocks per multiprocessor "
                        "for merged kernels; 0: the choice of ptxas, which "
                        "spills registers for them on some chips">,
                 Option<"multiprocessors", "multiprocessors", "int64_t", "0",
                        "number of multiprocessors of the chip; 0: launches "
                        "of contractions are not merged">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def PrintLaunches : Pass<"amp-print-launches", "::mlir::ModuleOp"> {
  let summary = "prints launches, bytes and operations of kernels";
  let description = [{
    Prints a table on standard error: each kernel with its launches per call of
    `main` (of all host functions where there is no `main`), the bytes of the
    buffers that they read and write, each as a whole, and their floating-point
    operations: 2 M N K for a contraction of M x K and K x N, one for all other
    ops. Loops count by their trip count if it is known. The module does not
    change.

    See test/Lowering/Gpu/print-launches.mlir.
  }];
}

def NoteLaunches : Pass<"amp-note-launches", "::mlir::ModuleOp"> {
  let summary = "records bytes and operations of kernels";
  let description = [{
    Input: as for amp-print-launches. The module gets `amp.launches` = {kernel =
    [launches of a step, bytes read, bytes written, flops]}, with which amp-run
    --time=kernels compares kernels with the chip's peak rates. With `sizes`,
    each kernel gets `launch` = [grid in x, y and z, threads of a block, bytes
    of dynamic shared memory, bytes of each argument's buffer], by its first
    launch, and amp-kernels-to-ptx counts the kernel's work.

    See test/Lowering/Gpu/print-launches.mlir.
  }];
  let options = [Option<"sizes", "sizes", "bool", "false",
                        "also note the sizes of launches on kernels">];
}

def PrintStepTime : Pass<"amp-print-step-time", "::mlir::ModuleOp"> {
  let summary = "prints the modelled time of kernels, and what bounds it";
  let description = [{
    Input: `amp.launches` of amp-note-launches, and the work that
    amp-kernels-to-ptx counted. Prints the table of amp-print-launches on
    standard error with the modelled time of each kernel, the resource that
    bounds it, and the time that each resource alone would take; the slowest
    kernel comes first. The last lines compare the step with the roofline of the
    chip. Bytes are distinct bytes: of a buffer, at most those that the
    kernel's loads and stores touch. Library calls have no counted work: their
    time is the least that bytes and flops permit. Both attributes are erased.
    With `report`, the same, amp.memory and what passes added to the report are
    written to a file as JSON.

    See test/Lowering/Gpu/step-time.mlir.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_90a\"",
           "chip whose rates the model takes">,
    Option<"keep", "keep-launches", "bool", "false", "keep amp.launches">,
    Option<"print", "print", "bool", "true", "print the table">,
    Option<"report", "report", "std::string", "\"\"",
           "file for the report; none: no report">];
}

def GpuMath : Pass<"amp-gpu-math", "::mlir::ModuleOp"> {
  let summary = "lowers exp, log, tanh and others to polynomials";
  let description = [{
    Input: math on f32 scalars in kernels. Output: arith and LLVM's intrinsics,
    which need no toolkit. Angles are reduced for all finite arguments.
    Remainders become loops. Math on f64 is left to CUDA's libdevice, and is an
    error without it.

    See test/Lowering/Gpu/gpu-math.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def PlanMemory : Pass<"amp-plan-memory", "::mlir::ModuleOp"> {
  let summary = "places all temporaries in one arena";
  let description = [{
    Input: host functions. Each memref.alloc becomes a memref.view of one arena;
    buffers that live at the same time do not overlap. The function gets
    `amp.memory` = {arguments, constants, results, shared, temporaries}, in
    bytes; `shared` counts the bytes of results that lie in arguments.

    With `poison`, a view stands before the first use of its buffer and has
    `poison`: the host fills its bytes with 0xff there, NaN in all float
    types, so that what a kernel leaves unwritten is not the last buffer's.

    See test/Lowering/Gpu/plan-memory.mlir.
  }];
  let options = [
    Option<"poison", "poison", "bool", "false",
           "mark buffers that the host fills before their first use">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def VerifyMemory : Pass<"amp-verify-memory", "::mlir::ModuleOp"> {
  let summary = "verifies that live buffers do not overlap";
  let description = [{
    Input: the output of amp-plan-memory, which is checked by the uses in the
    IR.

    See test/Lowering/Gpu/verify-memory.mlir.
  }];
}

def HostToLlvm : Pass<"amp-gpu-host-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lowers host code to calls of the runtime";
  let description = [{
    Input: host functions. Memrefs become pointers; launches, copies, constants,
    reads and conditions of loops become calls of lib/Run/Device.h, each with the
    location of its op. A function gets `amp.arguments` and `amp.results`, the types behind its
    pointers, unless amp-note-signatures left them, and `amp.donated` = [result,
    argument, ...], pairs that may have the same address.

    See test/Lowering/Gpu/host-to-llvm.mlir.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def ExpandKernel : Pass<"amp-expand-kernel", "::mlir::gpu::GPUFuncOp"> {
  let summary = "expands ops that convert-gpu-to-nvvm does not convert";
  let description = [{
    Views of memrefs, affine arithmetic, complex numbers and rounding divisions
    become arith, math and memref ops; maxima and minima become LLVM's
    intrinsics. Kernels without such ops do not change.

    See test/Lowering/Gpu/expand-kernel.mlir.
  }];
}

def SplitKernels : Pass<"amp-split-kernels", "::mlir::ModuleOp"> {
  let summary = "splits kernels into modules for parallel compilation";
  let description = [{
    Moves the kernels of each gpu.module with a target to modules of about the
    same size, whose `part_of` names the whole. Their number does not depend on
    the machine. Kernels that call CUDA's libdevice share a module, because LLVM
    specializes its functions by module. amp-join-kernels reverses the split.

    See test/Lowering/Gpu/split-kernels.mlir.
  }];
}

def KernelsToPtx : Pass<"amp-kernels-to-ptx", "::mlir::gpu::GPUModuleOp"> {
  let summary = "translates a part to PTX";
  let description = [{
    Input: a gpu.module of the LLVM and NVVM dialects. Its PTX becomes the
    attribute `ptx`, and its ops are erased.

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
