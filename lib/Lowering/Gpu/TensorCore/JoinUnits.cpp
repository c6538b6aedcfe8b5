// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// call @product(%a, %b, %sum); ...; call @relu(%sum, %d)
//   ==>  call @product_relu(%a, %b, %d)   // %sum is allocated within
#include "lib/Lowering/Gpu/TensorCore/JoinUnits.h"
#include "lib/Lowering/Gpu/TensorCore/UnitEffects.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::amp;
using func::CallOp;
using func::FuncOp;

StringRef mlir::amp::unitKind(FuncOp function) {
  auto kind =
      function ? function->getAttrOfType<StringAttr>("amp.unit") : StringAttr();
  return kind ? kind.getValue() : StringRef();
}

namespace {
class Joiner {
public:
  Joiner(ModuleOp module, llvm::function_ref<bool(FuncOp)> isKernel)
      : symbols(module), effects(symbols), isKernel(isKernel) {}

  void join(CallOp product);
  FuncOp unitOf(CallOp call) {
    return symbols.lookup<FuncOp>(call.getCallee());
  }

  SmallVector<FuncOp> newUnits;

private:
  CallOp joinOne(CallOp product);
  CallOp tryJoin(CallOp product, CallOp reader);
  bool canMeet(CallOp product, CallOp reader, bool up);
  FuncOp merged(CallOp product, CallOp reader, ValueRange operands,
                ValueRange locals);

  SymbolTable symbols;
  UnitEffects effects;
  llvm::function_ref<bool(FuncOp)> isKernel;
  llvm::StringMap<FuncOp> made; // by what it is made of; null: is no kernel
};
} // namespace

/// One of the calls can be where the other one is: nothing between them touches
/// what the moved one does.
bool Joiner::canMeet(CallOp product, CallOp reader, bool up) {
  BufferEffects moved = effects.of(up ? reader : product);
  for (Operation *op = product->getNextNode(); op != reader;
       op = op->getNextNode())
    if (moved.conflictsWith(effects.of(op)))
      return false;
  if (!up)
    return true;
  return llvm::all_of(reader.getOperands(), [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    return !op || op->getBlock() != product->getBlock() ||
           op->isBeforeInBlock(product) || isa<memref::AllocOp>(op);
  });
}

/// Buffers that these two calls alone use.
static SmallVector<Value> localsOf(CallOp product, CallOp reader) {
  SmallVector<Value> locals;
  for (Value operand :
       llvm::SetVector<Value>(product.operand_begin(), product.operand_end())) {
    auto alloc = operand.getDefiningOp<memref::AllocOp>();
    if (alloc && llvm::all_of(alloc->getUsers(), [&](Operation *user) {
          return user == product || user == reader ||
                 isa<memref::DeallocOp>(user);
        }))
      locals.push_back(operand);
  }
  return locals;
}

FuncOp Joiner::merged(CallOp product, CallOp reader, ValueRange operands,
                      ValueRange locals) {
  FuncOp first = unitOf(product), second = unitOf(reader);
  OpBuilder builder(first);
  auto type =
      builder.getFunctionType(TypeRange(operands), /*results=*/TypeRange());
  auto unit = FuncOp::create(builder, product.getLoc(), first.getName(), type);
  unit.setPrivate();
  for (NamedAttribute attribute : first->getDiscardableAttrs())
    unit->setAttr(attribute.getName(), attribute.getValue());
  Block *body = unit.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping values;
  values.map(operands, body->getArguments());
  for (Value local : locals)
    values.map(local,
               memref::AllocOp::create(builder, local.getLoc(),
                                       cast<MemRefType>(local.getType())));
  for (auto [call, from] :
       {std::pair(product, first), std::pair(reader, second)}) {
    IRMapping inner;
    for (auto [argument, operand] :
         llvm::zip(from.getArguments(), call.getOperands()))
      inner.map(argument, values.lookup(operand));
    for (Operation &op : from.front().without_terminator())
      builder.clone(op, inner);
  }
  func::ReturnOp::create(builder, unit.getLoc());
  if (isKernel(unit))
    return symbols.insert(unit), newUnits.emplace_back(unit);
  unit.erase();
  return nullptr;
}

/// The calls as one, or null.
CallOp Joiner::tryJoin(CallOp product, CallOp reader) {
  llvm::SetVector<Value> operands(product.operand_begin(),
                                  product.operand_end());
  operands.insert(reader.operand_begin(), reader.operand_end());
  llvm::SmallPtrSet<Value, 8> roots;
  for (Value operand : operands)
    if (isa<MemRefType>(operand.getType()) &&
        !roots.insert(wholeOf(operand)).second)
      return nullptr; // two views of a buffer
  bool up = canMeet(product, reader, /*up=*/true);
  if (!up && !canMeet(product, reader, /*up=*/false))
    return nullptr;
  SmallVector<Value> locals = localsOf(product, reader);
  std::string key = (product.getCallee() + "+" + reader.getCallee()).str();
  for (CallOp call : {product, reader})
    for (Value operand : call.getOperands())
      key += ' ' +
             std::to_string(llvm::find(operands, operand) - operands.begin()) +
             (llvm::is_contained(locals, operand) ? "l" : "");
  operands.remove_if([&](Value v) { return llvm::is_contained(locals, v); });
  auto [entry, isNew] = made.try_emplace(key);
  if (isNew)
    entry->second = merged(product, reader, operands.getArrayRef(), locals);
  if (!entry->second)
    return nullptr;
  for (Value operand : operands)
    if (Operation *op = operand.getDefiningOp<memref::AllocOp>();
        up && op && op->getBlock() == product->getBlock() &&
        product->isBeforeInBlock(op))
      op->moveBefore(product);
  OpBuilder builder(up ? product : reader);
  auto call = CallOp::create(builder, product.getLoc(), entry->second,
                             operands.getArrayRef());
  product.erase();
  reader.erase();
  for (Value local : locals) {
    for (Operation *user : llvm::make_early_inc_range(local.getUsers()))
      user->erase();
    local.getDefiningOp()->erase();
  }
  return call;
}

/// Joins the next call that reads what `product` writes; null where none can.
CallOp Joiner::joinOne(CallOp product) {
  llvm::SetVector<Operation *> readers;
  for (Value written : effects.of(product).writes)
    for (Operation *user : written.getUsers()) {
      auto call = dyn_cast<CallOp>(user);
      if (call && call != product && call->getBlock() == product->getBlock() &&
          product->isBeforeInBlock(call) &&
          unitKind(unitOf(call)) == "elementwise")
        readers.insert(call);
    }
  auto sorted = readers.takeVector();
  llvm::sort(sorted,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *reader : sorted)
    if (CallOp joined = tryJoin(product, cast<CallOp>(reader)))
      return joined;
  return nullptr;
}

void Joiner::join(CallOp product) {
  if (!isKernel(unitOf(product)))
    return;
  while (product)
    product = joinOne(product);
}

void mlir::amp::joinUnits(ModuleOp module,
                          llvm::function_ref<bool(FuncOp)> isKernel) {
  Joiner joiner(module, isKernel);
  SmallVector<CallOp> products;
  llvm::SetVector<FuncOp> units;
  module.walk([&](CallOp call) {
    FuncOp unit = joiner.unitOf(call);
    if (unitKind(unit).empty())
      return;
    units.insert(unit);
    if (unitKind(unit) == "contraction")
      products.push_back(call);
  });
  for (CallOp product : products)
    joiner.join(product);
  llvm::StringSet<> called;
  module.walk([&](CallOp call) { called.insert(call.getCallee()); });
  units.insert(joiner.newUnits.begin(), joiner.newUnits.end());
  for (FuncOp unit : units)
    if (!called.contains(unit.getName()))
      unit.erase();
}
