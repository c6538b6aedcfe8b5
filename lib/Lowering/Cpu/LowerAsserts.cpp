// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cf.assert %ok, "text"   ==>   scf.if %failed { llvm.call @amprt_fail("text")
// }
#include "lib/Lowering/Cpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::amp {
#define GEN_PASS_DEF_LOWERASSERTS
#include "lib/Lowering/Cpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Returns the file position of the op, for a message at run time.
static std::string placeOf(Location loc) {
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    return (place.getFilename().getValue() + ":" + Twine(place.getLine()) +
            ":" + Twine(place.getColumn()) + ": ")
        .str();
  return {};
}

static void lower(cf::AssertOp op, LLVM::LLVMFuncOp fail, std::string name) {
  auto module = op->getParentOfType<ModuleOp>();
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value failed = arith::XOrIOp::create(builder, loc, op.getArg(), yes);
  auto branch = scf::IfOp::create(builder, loc, failed, /*withElse=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
  std::string text = placeOf(loc) + op.getMsg().str();
  text.push_back('\0');
  auto top = OpBuilder::atBlockBegin(module.getBody());
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), text.size());
  auto global = LLVM::GlobalOp::create(top, loc, type, /*isConstant=*/true,
                                       LLVM::Linkage::Private, name,
                                       builder.getStringAttr(text));
  Value message = LLVM::AddressOfOp::create(builder, loc, global);
  LLVM::CallOp::create(builder, loc, fail, message);
  op.erase();
}

namespace {
struct LowerAsserts : amp::impl::LowerAssertsBase<LowerAsserts> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<cf::AssertOp> ops;
    getOperation().walk([&](cf::AssertOp op) { ops.push_back(op); });
    if (ops.empty())
      return;
    auto builder = OpBuilder::atBlockBegin(getOperation().getBody());
    auto type =
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(&getContext()),
                                    LLVM::LLVMPointerType::get(&getContext()));
    auto fail = LLVM::LLVMFuncOp::create(builder, getOperation().getLoc(),
                                         "amprt_fail", type);
    for (auto [i, op] : llvm::enumerate(ops))
      lower(op, fail, "amp_message_" + std::to_string(i));
  }
};
} // namespace
