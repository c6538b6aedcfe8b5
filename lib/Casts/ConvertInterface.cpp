// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @main(%x: f32) -> f32            func @main(%x: f16) -> f16
//   %0 = cast %x : f32 to f16      ==>    %0 = dot %x, %x : f16
//   %1 = dot %0, %0 : f16                 return %0
//   %2 = cast %1 : f16 to f32
//   return %2                             // io = f16
#include "amp/Passes.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CONVERTINTERFACE
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Returns the type at the interface: `low` for f32 tensors and scalars; else
/// `type`.
static Type lowered(Type type, Type low) {
  if (isa<Float32Type>(type))
    return low;
  auto tensor = dyn_cast<TensorType>(type);
  return tensor && isF32(type) ? Type(tensor.clone(low)) : type;
}

namespace {
class InterfaceConverter {
public:
  explicit InterfaceConverter(Type low)
      : low(low),
        reason(ReasonAttr::get(low.getContext(), ReasonKind::require,
                               StringAttr::get(low.getContext(), "io"))) {}

  void convert(FunctionOpInterface function);

private:
  void convertArgument(BlockArgument argument);
  void convertReturned(OpOperand &returned);

  Type low;
  ReasonAttr reason;
};
} // namespace

/// Casts of the argument to its new type fold; other users get the argument
/// cast back.
void InterfaceConverter::convertArgument(BlockArgument argument) {
  Type wide = argument.getType(), narrow = lowered(wide, low);
  if (wide == narrow)
    return;
  argument.setType(narrow);
  if (argument.use_empty())
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
  auto back =
      CastOp::create(builder, argument.getLoc(), wide, argument, reason);
  argument.replaceAllUsesExcept(back, back);
  for (Operation *user : llvm::make_early_inc_range(back->getUsers()))
    if (auto cast = dyn_cast<CastOp>(user); cast && cast.getType() == narrow) {
      cast.replaceAllUsesWith(argument);
      cast.erase();
    }
  if (back.use_empty())
    back.erase();
}

/// Returns the input of a cast back to f32; casts other values, and shares the
/// cast with users that need the same type.
void InterfaceConverter::convertReturned(OpOperand &returned) {
  Value value = returned.get();
  Type narrow = lowered(value.getType(), low);
  if (value.getType() == narrow)
    return;
  if (auto back = value.getDefiningOp<CastOp>();
      back && back.getInput().getType() == narrow) {
    returned.set(back.getInput());
    if (back.use_empty())
      back.erase();
    return;
  }
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto cast = CastOp::create(builder, value.getLoc(), narrow, value, reason);
  for (Operation *user : llvm::make_early_inc_range(value.getUsers()))
    if (auto other = dyn_cast<CastOp>(user);
        other && other != cast && other.getType() == narrow) {
      other.replaceAllUsesWith(cast.getResult());
      other.erase();
    }
  returned.set(cast);
}

void InterfaceConverter::convert(FunctionOpInterface function) {
  for (BlockArgument argument : function.getArguments())
    convertArgument(argument);
  for (Block &block : function.getFunctionBody())
    if (Operation *end = block.getTerminator();
        end->hasTrait<OpTrait::ReturnLike>())
      for (OpOperand &returned : end->getOpOperands())
        convertReturned(returned);
  auto lowerAll = [&](ArrayRef<Type> types) {
    return llvm::map_to_vector(types,
                               [&](Type type) { return lowered(type, low); });
  };
  function.setType(function.cloneTypeWith(lowerAll(function.getArgumentTypes()),
                                          lowerAll(function.getResultTypes())));
}

namespace {
struct ConvertInterface : amp::impl::ConvertInterfaceBase<ConvertInterface> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto policy = module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
    if (!policy || !policy.getIo())
      return markAllAnalysesPreserved();
    CallMap calls = findCalls(module);
    for (auto function : module.getOps<FunctionOpInterface>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      if (calls.contains(function)) {
        function->emitOpError()
            << "expects a public function that the module does not call "
               "itself, so that io can be "
            << policy.getIo();
        return signalPassFailure();
      }
      InterfaceConverter(policy.getIo()).convert(function);
    }
  }
};
} // namespace
