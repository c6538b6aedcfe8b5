// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Time/Instructions.h"
#include "lib/Cost/Chip.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

// no `using namespace mlir`: its Value and Type have the same names
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using namespace llvm;

static constexpr unsigned sharedSpace = 3;
static constexpr double lanes = 32;

/// Cycles of a correctly rounded quotient or root, with a branch to the slow
/// path: by the extra time of weight gradients with Adam's update, for each of
/// 64 on an H200 (2026-11-27).
static constexpr double branched = 90;

namespace {
/// Machine instructions of a 32-bit op: all that issue, those of the integer
/// pipe, and those of the special function unit.
struct Expansion {
  unsigned opcode;
  double issued, integer, functions;
  const char *why;
};
} // namespace

// Counted in the SASS (nvdisasm) of these kernels for sm_90.
// clang-format off
static constexpr Expansion expansions[] = {
    {Instruction::FAdd,   1, 0, 0, "FADD"},
    {Instruction::FSub,   1, 0, 0, "FADD"},
    {Instruction::FMul,   1, 0, 0, "FMUL"},
    {Instruction::FDiv,  10, 1, 1, "MUFU.RCP, FCHK, Newton steps by FFMA, a branch to the slow path"},
    {Instruction::FCmp,   1, 1, 0, "FSETP"},
    {Instruction::FNeg,   0, 0, 0, "an operand's modifier"},
    {Instruction::FPExt,  1, 1, 0, "a shift or HADD2.F32"},
    {Instruction::FPTrunc, 1, 1, 0, "F2FP"},
    {Instruction::FPToSI, 1, 0, 1, "F2I"},
    {Instruction::FPToUI, 1, 0, 1, "F2I"},
    {Instruction::SIToFP, 1, 0, 1, "I2F"},
    {Instruction::UIToFP, 1, 0, 1, "I2F"},
    {Instruction::Add,    1, 1, 0, "IADD3"},
    {Instruction::Sub,    1, 1, 0, "IADD3"},
    {Instruction::Mul,    1, 1, 0, "IMAD"},
    {Instruction::UDiv,  18, 8, 2, "a reciprocal in f32, and corrections"},
    {Instruction::SDiv,  20, 10, 2, "a reciprocal in f32, and corrections"},
    {Instruction::URem,  18, 8, 2, "a reciprocal in f32, and corrections"},
    {Instruction::SRem,  20, 10, 2, "a reciprocal in f32, and corrections"},
    {Instruction::Shl,    1, 1, 0, "SHF"},
    {Instruction::LShr,   1, 1, 0, "SHF"},
    {Instruction::AShr,   1, 1, 0, "SHF"},
    {Instruction::And,    1, 1, 0, "LOP3"},
    {Instruction::Or,     1, 1, 0, "LOP3"},
    {Instruction::Xor,    1, 1, 0, "LOP3"},
    {Instruction::ICmp,   1, 1, 0, "ISETP"},
    {Instruction::Select, 1, 1, 0, "SEL"},
    {Instruction::SExt,   1, 1, 0, "SHF: the upper half"},
};
// clang-format on

/// Returns the cost of a division by a constant: multiplication and shift.
static Expansion divisionByConstant(unsigned opcode) {
  bool isRemainder = opcode == Instruction::URem || opcode == Instruction::SRem;
  return {opcode, isRemainder ? 4.0 : 3.0, isRemainder ? 4.0 : 3.0, 0,
          "IMAD.HI, SHF, and IMAD for the remainder"};
}

/// Returns the number of 32-bit ops: a 64-bit integer has two halves, and a
/// multiplication four products of halves.
static double halvesOf(const Instruction &op) {
  Type *type = op.getOpcode() == Instruction::ICmp ? op.getOperand(0)->getType()
                                                   : op.getType();
  if (!type->isIntegerTy(64) || op.getOpcode() == Instruction::SExt)
    return 1;
  return op.getOpcode() == Instruction::Mul ? 4 : 2;
}

static Cost arithmeticCost(const Instruction &op) {
  const auto *found = find_if(expansions, [&](const Expansion &each) {
    return each.opcode == op.getOpcode();
  });
  Cost cost;
  if (found == std::end(expansions))
    return cost;
  Expansion expansion = *found;
  if (op.isIntDivRem() && isa<Constant>(op.getOperand(1)))
    expansion = divisionByConstant(op.getOpcode());
  double times = halvesOf(op);
  if (auto *vector = dyn_cast<FixedVectorType>(op.getType())) {
    times = vector->getNumElements();
    if (vector->getScalarSizeInBits() == 16) // HFMA2 and F2FP take pairs
      times = (times + 1) / 2;
  }
  cost.issued = expansion.issued * times;
  cost.integer = expansion.integer * times;
  cost.functions = expansion.functions * times;
  cost.latency = multiprocessor::latency * std::max(1.0, expansion.issued / 2) +
                 (cost.functions ? multiprocessor::functionLatency : 0);
  if (op.getOpcode() == Instruction::FDiv)
    cost.latency = branched * times;
  cost.isBranch = op.getOpcode() == Instruction::FDiv;
  return cost;
}

static Cost memoryCost(const Value *address, double bytes, bool isStore) {
  Cost cost;
  cost.issued = std::max(1.0, bytes / 16);
  if (address->getType()->getPointerAddressSpace() == sharedSpace) {
    cost.sharedBytes = std::max(bytes, 4.0) * lanes;
    cost.latency = multiprocessor::sharedLatency;
    return cost;
  }
  cost.latency = isStore ? 0 : multiprocessor::globalLatency;
  cost.address = address;
  (isStore ? cost.writtenBytes : cost.readBytes) = bytes * lanes;
  return cost;
}

/// Returns the floating-point operations of a shape in an intrinsic's name,
/// such as `m16n8k16`.
static double flopsOfShape(StringRef name) {
  double flops = 2;
  name = name.substr(name.find(".m") + 2);
  for (char dim : {'n', 'k', '.'}) {
    int64_t size = 1;
    auto [digits, rest] = name.split(dim);
    if (digits.getAsInteger(10, size))
      return 0;
    flops *= double(size);
    name = rest;
  }
  return flops;
}

static Cost mmaCost(StringRef name) {
  Cost cost;
  cost.issued = 1;
  cost.latency = multiprocessor::mmaLatency;
  (name.contains("tf32") ? cost.flopsTf32 : cost.flops16) = flopsOfShape(name);
  return cost;
}

/// Returns the cost of ldmatrix: one, two or four 8 x 8 matrices of 16-bit
/// elements.
static Cost matricesCost(StringRef name) {
  Cost cost;
  cost.issued = 1;
  double matrices = name.contains(".x4") ? 4 : name.contains(".x2") ? 2 : 1;
  cost.sharedBytes = matrices * 128;
  cost.latency = multiprocessor::sharedLatency;
  return cost;
}

/// Returns the cost of cp.async: `.16` and `.16.s` in the name are the bytes.
static Cost copyCost(const CallBase &call, StringRef name) {
  int64_t bytes = 16;
  name.consume_back(".s");
  name.rsplit('.').second.getAsInteger(10, bytes);
  Cost cost = memoryCost(call.getArgOperand(1), double(bytes), false);
  cost.issued = 1;
  cost.sharedBytes = double(bytes) * lanes;
  cost.latency = 0;
  cost.isCopy = true;
  return cost;
}

static Cost simple(double issued, double integer = 0, double functions = 0) {
  Cost cost;
  cost.issued = issued;
  cost.integer = integer;
  cost.functions = functions;
  cost.latency = functions ? multiprocessor::functionLatency + 2 * issued
                           : multiprocessor::latency;
  return cost;
}

/// Returns the cost of one warp's quarter of a wgmma instruction, such as
/// `wgmma.mma_async.sync.aligned.m64n128k16...`. The tensor cores read its
/// operands from shared memory, except an operand A in registers.
static Cost warpgroupCost(StringRef code) {
  constexpr double warps = 4, rows = 64, sliceBytes = 32;
  StringRef shape = code.substr(code.find(".m64n"));
  int64_t columns = 0;
  shape.drop_front(5).split('k').first.getAsInteger(10, columns);
  Cost cost = simple(2); // half of a descriptor, and the wgmma
  cost.flopsWgmma =
      flopsOfShape(shape.take_front(shape.find(".f32") + 1)) / warps;
  bool isInRegisters = code.contains("}, {");
  cost.sharedBytes =
      ((isInRegisters ? 0 : rows) + double(columns)) * sliceBytes / warps;
  cost.latency = double(columns) / 2; // on idle tensor cores
  return cost;
}

/// Returns the cost of an NVVM intrinsic, by the prefix of its name.
static Cost nvvmCost(const CallBase &call, StringRef name) {
  if (name.starts_with("mma."))
    return mmaCost(name);
  if (name.starts_with("ldmatrix."))
    return matricesCost(name);
  if (name.starts_with("cp.async.wait.group")) {
    Cost cost = simple(1);
    cost.pending = cast<ConstantInt>(call.getArgOperand(0))->getSExtValue();
    return cost;
  }
  if (name.starts_with("cp.async.wait.all")) {
    Cost cost = simple(1);
    cost.pending = 0;
    return cost;
  }
  if (name.starts_with("cp.async.c") && name.contains(".shared."))
    return name.contains("commit") ? simple(1) : copyCost(call, name);
  if (name.starts_with("barrier")) {
    Cost cost = simple(1);
    cost.latency = multiprocessor::barrierLatency;
    cost.isBarrier = true;
    return cost;
  }
  if (name.starts_with("shfl.") || name.starts_with("redux.")) {
    Cost cost = simple(1);
    cost.sharedBytes = 4 * lanes;
    cost.latency = multiprocessor::shuffleLatency;
    return cost;
  }
  if (name.starts_with("f2tf32."))
    return simple(2, 1); // FSETP and IMAD
  if (name.starts_with("div.full"))
    return simple(8, 2, 1); // FSETP and FMUL scale the operands and the result
  if (name == "sqrt.approx.f" || name == "rsqrt.approx.f")
    return simple(4, 1, 1); // likewise, for subnormal numbers
  if (name.contains("approx"))
    return simple(1, 0, 1);
  return simple(1);
}

static Cost intrinsicCost(const IntrinsicInst &call) {
  StringRef name = call.getCalledFunction()->getName();
  if (name.consume_front("llvm.nvvm."))
    return nvvmCost(call, name);
  double times = call.getType()->isIntegerTy(64) ? 2 : 1;
  switch (call.getIntrinsicID()) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return simple(times);
  case Intrinsic::fabs:
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
    return {};
  case Intrinsic::sqrt: {
    Cost cost = simple(14, 2, 1); // MUFU.RSQ, Newton steps and a branch
    cost.latency = branched;
    cost.isBranch = true;
    return cost;
  }
  case Intrinsic::exp2:
  case Intrinsic::log2:
    return simple(3, 0, 1); // scaled around MUFU
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
    return simple(2 * times - 1 + (times - 1), 2 * times - 1 + (times - 1));
  case Intrinsic::maxnum:
  case Intrinsic::minnum:
  case Intrinsic::maximum:
  case Intrinsic::minimum:
    return simple(1, 1);
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::roundeven:
    return simple(1, 0, 1); // FRND
  default:
    return simple(2, 2);
  }
}

/// Returns the cost of an address: one wide multiply-add for a variable index,
/// 32-bit in shared memory. Constants are immediate offsets.
static Cost addressCost(const GetElementPtrInst &address) {
  if (address.hasAllConstantIndices())
    return {};
  return simple(address.getPointerAddressSpace() == sharedSpace ? 1 : 2, 1);
}

static Cost callCost(const CallBase &call) {
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return intrinsicCost(*intrinsic);
  if (const auto *code = dyn_cast<InlineAsm>(call.getCalledOperand()))
    return StringRef(code->getAsmString()).contains("wgmma.mma_async")
               ? warpgroupCost(code->getAsmString())
               : simple(4, 4); // shifts of 64 bits
  return simple(40, 10, 2);    // a function of libdevice that was not inlined
}

static Cost instructionCost(const Instruction &op, const DataLayout &layout) {
  if (const auto *load = dyn_cast<LoadInst>(&op))
    return memoryCost(load->getPointerOperand(),
                      double(layout.getTypeStoreSize(load->getType())), false);
  if (const auto *store = dyn_cast<StoreInst>(&op))
    return memoryCost(
        store->getPointerOperand(),
        double(layout.getTypeStoreSize(store->getValueOperand()->getType())),
        true);
  if (const auto *update = dyn_cast<AtomicRMWInst>(&op)) {
    double bytes = double(layout.getTypeStoreSize(update->getType()));
    Cost cost = memoryCost(update->getPointerOperand(), bytes, true);
    cost.readBytes = cost.writtenBytes;
    return cost;
  }
  if (const auto *call = dyn_cast<CallBase>(&op))
    return callCost(*call);
  if (const auto *address = dyn_cast<GetElementPtrInst>(&op))
    return addressCost(*address);
  if (const auto *branch = dyn_cast<BranchInst>(&op))
    return simple(branch->isConditional() ? 1 : 0);
  if (isa<ExtractElementInst, InsertElementInst>(op)) {
    const Value *vector = isa<ExtractElementInst>(op) ? op.getOperand(0) : &op;
    return simple(vector->getType()->getScalarSizeInBits() < 32 ? 0.5 : 0);
  }
  return arithmeticCost(op);
}

static int64_t numberOfRegisters(const Value &value, const DataLayout &layout) {
  Type *type = value.getType();
  if (!type->isSized() || type->isIntegerTy(1))
    return 0;
  if (const auto *address = dyn_cast<GEPOperator>(&value))
    if (address->hasAllConstantIndices())
      return 0;
  return int64_t(
      divideCeil(layout.getTypeSizeInBits(type).getFixedValue(), 32));
}

Cost mlir::amp::lowering::costOf(const llvm::Instruction &op,
                                 const llvm::DataLayout &layout) {
  return instructionCost(op, layout);
}

int64_t mlir::amp::lowering::registersOf(const llvm::Value &value,
                                         const llvm::DataLayout &layout) {
  return numberOfRegisters(value, layout);
}
