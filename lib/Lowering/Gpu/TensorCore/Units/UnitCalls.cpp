// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Units/UnitCalls.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using func::CallOp;
using func::FuncOp;

StringRef amp::lowering::unitKind(FuncOp function) {
  auto kind =
      function ? function->getAttrOfType<StringAttr>("amp.unit") : StringAttr();
  return kind ? kind.getValue() : StringRef();
}

FuncOp amp::lowering::createLike(FuncOp unit, TypeRange types) {
  OpBuilder builder(unit);
  auto result = FuncOp::create(builder, unit.getLoc(), unit.getName(),
                               builder.getFunctionType(types, /*results=*/{}));
  result.setPrivate();
  for (NamedAttribute attribute : unit->getDiscardableAttrs())
    result->setAttr(attribute.getName(), attribute.getValue());
  result.addEntryBlock();
  return result;
}

llvm::StringMap<SmallVector<CallOp>>
amp::lowering::collectCalls(ModuleOp module) {
  llvm::StringMap<SmallVector<CallOp>> calls;
  module.walk([&](CallOp call) { calls[call.getCallee()].push_back(call); });
  return calls;
}

bool amp::lowering::overwritesOperand(CallOp call, ArrayRef<unsigned> written) {
  for (unsigned argument : written) {
    Value buffer = wholeOf(call.getOperand(argument));
    for (auto [i, operand] : llvm::enumerate(call.getOperands()))
      if (i != argument && wholeOf(operand) == buffer)
        return true;
  }
  return false;
}

void amp::lowering::eraseUncalled(ModuleOp module, ArrayRef<FuncOp> units) {
  llvm::StringSet<> called;
  module.walk([&](CallOp call) { called.insert(call.getCallee()); });
  for (FuncOp unit : units)
    if (!called.contains(unit.getName()))
      unit.erase();
}

void amp::lowering::inlineCall(CallOp call, FuncOp unit,
                               const IRMapping &values, OpBuilder &builder) {
  IRMapping inner;
  for (auto [argument, operand] :
       llvm::zip(unit.getArguments(), call.getOperands()))
    inner.map(argument, values.lookup(operand));
  for (Operation &op : unit.front().without_terminator())
    builder.clone(op, inner);
}

bool UnitPair::hasOneViewEach() const {
  llvm::SmallPtrSet<Value, 8> roots;
  return llvm::all_of(operands, [&](Value operand) {
    return !isa<MemRefType>(operand.getType()) ||
           roots.insert(wholeOf(operand)).second;
  });
}

bool UnitPair::owns(Value buffer) const {
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  return alloc && llvm::all_of(alloc->getUsers(), [&](Operation *user) {
           return user == product || user == reader ||
                  isa<memref::DeallocOp>(user);
         });
}

std::string UnitPair::key() const {
  CallOp first = product, second = reader;
  std::string key = (first.getCallee() + "+" + second.getCallee()).str();
  for (CallOp call : {first, second})
    for (Value operand : call.getOperands())
      key += ' ' +
             std::to_string(llvm::find(operands, operand) - operands.begin()) +
             (llvm::is_contained(locals, operand) ? "l" : "");
  return key;
}

SmallVector<Value> UnitPair::passed() const {
  SmallVector<Value> passed(operands.getArrayRef());
  llvm::erase_if(passed,
                 [&](Value v) { return llvm::is_contained(locals, v); });
  return passed;
}

void UnitPair::erase() {
  product.erase();
  reader.erase();
  for (Value local : locals) {
    for (Operation *user : llvm::make_early_inc_range(local.getUsers()))
      user->erase();
    local.getDefiningOp()->erase();
  }
}

UnitCalls::UnitCalls(ModuleOp module)
    : module(module), symbols(module), effects(symbols) {
  module.walk([&](CallOp call) {
    FuncOp unit = unitOf(call);
    if (unitKind(unit).empty())
      return;
    units.insert(unit);
    calls.push_back(call);
  });
}

SmallVector<CallOp> UnitCalls::callsOf(StringRef kind) {
  SmallVector<CallOp> found;
  for (CallOp call : calls)
    if (unitKind(unitOf(call)) == kind)
      found.push_back(call);
  return found;
}

FuncOp UnitCalls::unitOf(CallOp call) {
  return symbols.lookup<FuncOp>(call.getCallee());
}

SmallVector<CallOp> UnitCalls::readersOf(CallOp product,
                                         ArrayRef<StringRef> kinds) {
  llvm::SetVector<CallOp> readers;
  for (Value written : effects.of(product).writes)
    for (Operation *user : written.getUsers()) {
      auto call = dyn_cast<CallOp>(user);
      if (call && call != product && call->getBlock() == product->getBlock() &&
          product->isBeforeInBlock(call) &&
          llvm::is_contained(kinds, unitKind(unitOf(call))))
        readers.insert(call);
    }
  SmallVector<CallOp> sorted = readers.takeVector();
  llvm::sort(sorted, [](CallOp a, CallOp b) { return a->isBeforeInBlock(b); });
  return sorted;
}

FuncOp UnitCalls::begin(const UnitPair &pair, TypeRange more, IRMapping &values,
                        OpBuilder &builder) {
  CallOp product = pair.product;
  FuncOp first = unitOf(product);
  SmallVector<Value> passed = pair.passed();
  auto types = llvm::to_vector(TypeRange(ValueRange(passed)));
  llvm::append_range(types, more);
  FuncOp unit = createLike(first, types);
  unit->setLoc(product.getLoc());
  Block &body = unit.front();
  builder.setInsertionPointToStart(&body);
  values.map(passed, body.getArguments().take_front(passed.size()));
  for (Value local : pair.locals)
    values.map(local,
               memref::AllocOp::create(builder, local.getLoc(),
                                       cast<MemRefType>(local.getType())));
  inlineCall(product, first, values, builder);
  return unit;
}

void UnitCalls::add(FuncOp unit) {
  symbols.insert(unit);
  units.insert(unit);
}

void UnitCalls::eraseUncalled() {
  amp::lowering::eraseUncalled(module, units.getArrayRef());
}
