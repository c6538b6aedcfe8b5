// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call @unit(%x, %w, %bias, %d)   // a convolution, its bias, relu
//   ==>   call @copy(%w, %ordered); call @convolution(%x, %ordered, %y)
//         call @unit(%bias, %d, %y) // the elementwise ops
#include "lib/Lowering/Gpu/Host/ConvolutionCall.h"
#include "lib/Lowering/Gpu/Library/ConvolutionUnit.h"
#include "lib/Lowering/Gpu/Library/Passes.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitCalls.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitEffects.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_LIBRARYCONVOLUTIONS
#include "lib/Lowering/Gpu/Library/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using func::CallOp;
using func::FuncOp;

namespace {
/// Replaces one fusion group, in all its calls, by a convolution and the rest.
class Splitter {
public:
  Splitter(FuncOp unit, const ConvolutionUnit &from, SymbolTable &symbols)
      : unit(unit), from(from), symbols(symbols) {}
  bool overwritesOperand(CallOp call) const;
  void split(ArrayRef<CallOp> calls);

private:
  struct Operand {
    unsigned argument; // of the group
    MemRefType type;   // in the layout of the library
    FuncOp copy;       // converts the argument to `type`; null if it has it
  };
  const LibraryArray &array(unsigned i) const {
    const LibraryConvolution &all = from.convolution;
    return *std::array{&all.x, &all.w, &all.y}[i];
  }
  Operand operandFor(unsigned i);
  FuncOp create(StringRef name, TypeRange arguments);
  FuncOp makeCopy(const LibraryArray &array);
  void giveResult(MemRefType type);
  bool keepRest();
  void replace(CallOp call, Location loc);

  FuncOp unit;
  ConvolutionUnit from;
  SymbolTable &symbols;
  unsigned result = resultOf(from.convolution.how);
  Operand operands[3]; // x, w and y
  FuncOp convolution, rest;
  llvm::BitVector dropped; // arguments of the group that the rest lacks
};

struct LibraryConvolutions
    : amp::impl::LibraryConvolutionsBase<LibraryConvolutions> {
  using Base::Base;
  explicit LibraryConvolutions(
      std::function<bool(const struct amprt_convolution &)> hasAlgorithm)
      : hasAlgorithm(std::move(hasAlgorithm)) {}

  void runOnOperation() override;

private:
  std::function<bool(const struct amprt_convolution &)> hasAlgorithm;
};
} // namespace

static unsigned argumentOf(Value value) {
  return cast<BlockArgument>(wholeOf(value)).getArgNumber();
}

/// Returns true if the library call would write a buffer that it reads.
bool Splitter::overwritesOperand(CallOp call) const {
  if (!from.isReady(array(result)) ||
      !isa<BlockArgument>(from.operandOf(array(result))))
    return false;
  auto bufferOf = [&](unsigned i) {
    return wholeOf(call.getOperand(argumentOf(from.operandOf(array(i)))));
  };
  return llvm::any_of(llvm::seq(3u), [&](unsigned i) {
    return i != result && from.isReady(array(i)) &&
           bufferOf(i) == bufferOf(result);
  });
}

FuncOp Splitter::create(StringRef name, TypeRange arguments) {
  OpBuilder b(unit.getContext());
  auto function =
      FuncOp::create(b, unit.getLoc(), name, b.getFunctionType(arguments, {}));
  function.setPrivate();
  symbols.insert(function);
  return function;
}

/// to[i] = from[order(i)]
static void copyElements(OpBuilder &b, Location loc, Value from, Value to,
                         AffineMap order) {
  AffineMap plain = b.getMultiDimIdentityMap(order.getNumDims());
  SmallVector<utils::IteratorType> loops(order.getNumDims(),
                                         utils::IteratorType::parallel);
  Type type = getElementTypeOrSelf(to);
  linalg::GenericOp::create(
      b, loc, from, to, ArrayRef<AffineMap>{order, plain}, loops,
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        Value element = elements[0];
        if (element.getType() != type)
          element = arith::ExtFOp::create(b, loc, type, element);
        linalg::YieldOp::create(b, loc, element);
      });
}

/// Creates a fusion group that copies its argument to the library layout.
FuncOp Splitter::makeCopy(const LibraryArray &array) {
  Value operand = from.operandOf(array), whole = wholeOf(operand);
  FuncOp copy = create("copy", {whole.getType(), from.typeOf(array)});
  Block *body = copy.addEntryBlock();
  auto b = OpBuilder::atBlockEnd(body);
  copy->setAttr(unitAttrName, b.getStringAttr("elementwise"));
  IRMapping values;
  values.map(whole, body->getArgument(0));
  SmallVector<Operation *> views;
  for (Value view = operand; view != whole; view = views.back()->getOperand(0))
    views.push_back(view.getDefiningOp());
  for (Operation *view : llvm::reverse(views))
    b.clone(*view, values);
  copyElements(b, copy.getLoc(), values.lookup(operand), body->getArgument(1),
               array.order);
  func::ReturnOp::create(b, copy.getLoc());
  return copy;
}

Splitter::Operand Splitter::operandFor(unsigned i) {
  Value value = from.operandOf(array(i));
  MemRefType type = from.typeOf(array(i));
  if (i != result)
    return {argumentOf(value), type,
            from.isReady(array(i)) ? FuncOp() : makeCopy(array(i))};
  if (from.isReady(array(i)) && isa<BlockArgument>(value))
    return {argumentOf(value), type, {}};
  giveResult(type);
  return {unit.getNumArguments() - 1, type, {}};
}

/// Passes the library's result in a new argument, the last one of the fusion
/// group.
void Splitter::giveResult(MemRefType type) {
  const LibraryArray &array = this->array(result);
  Value out = from.operandOf(array);
  (void)unit.insertArgument(unit.getNumArguments(), type, {}, unit.getLoc());
  Value given = unit.getArguments().back();
  if (from.isReady(array))
    return out.replaceAllUsesWith(given);
  OpBuilder b(from.op);
  copyElements(b, from.op.getLoc(), given, out,
               inversePermutation(array.order));
}

/// Keeps only the ops after the convolution. Returns false if there are none.
bool Splitter::keepRest() {
  from.op.erase();
  from.fill.erase();
  SmallVector<Operation *> ops;
  for (Operation &op : unit.front().without_terminator())
    ops.push_back(&op);
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty() && (isPure(op) || isa<memref::AllocOp>(op)))
      op->erase();
  auto actions = unit.getOps<linalg::LinalgOp>();
  bool hasSums = llvm::any_of(
      actions, [](linalg::LinalgOp op) { return op.getNumReductionLoops(); });
  unit->setAttr(unitAttrName,
                StringAttr::get(unit.getContext(),
                                hasSums ? "reduction" : "elementwise"));
  dropped.resize(unit.getNumArguments());
  for (BlockArgument argument : unit.getArguments())
    if (argument.use_empty())
      dropped.set(argument.getArgNumber());
  (void)unit.eraseArguments(dropped);
  return !actions.empty();
}

void Splitter::replace(CallOp call, Location loc) {
  OpBuilder b(call);
  SmallVector<Value> given(call.getOperands()), images;
  for (const Operand &operand : operands) {
    if (operand.argument == given.size())
      given.push_back(memref::AllocOp::create(b, loc, operand.type));
    images.push_back(given[operand.argument]);
    if (!operand.copy)
      continue;
    Value copied = memref::AllocOp::create(b, loc, operand.type);
    CallOp::create(b, loc, operand.copy, ValueRange{images.back(), copied});
    images.back() = copied;
  }
  CallOp::create(b, loc, convolution, images);
  SmallVector<Value> needed;
  for (auto [i, value] : llvm::enumerate(given))
    if (!dropped.test(i))
      needed.push_back(value);
  if (rest)
    CallOp::create(b, call.getLoc(), rest, needed);
  call.erase();
}

void Splitter::split(ArrayRef<CallOp> calls) {
  Location loc = from.op.getLoc();
  SmallVector<Type> types;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    operand = operandFor(i);
    types.push_back(operand.type);
  }
  convolution = create("convolution", types);
  convolution->setAttr(
      convolutionAttrName,
      writeConvolution(from.convolution.how, unit.getContext()));
  if (keepRest())
    rest = unit;
  // if several calls share the convolution, their locations are more precise
  for (CallOp call : calls)
    replace(call, calls.size() == 1 ? loc : call.getLoc());
  if (!rest)
    symbols.erase(unit);
}

void LibraryConvolutions::runOnOperation() {
  SymbolTable symbols(getOperation());
  llvm::MapVector<FuncOp, SmallVector<CallOp>> calls;
  getOperation().walk([&](CallOp call) {
    auto unit = symbols.lookup<FuncOp>(call.getCallee());
    if (unitKind(unit) == "contraction" && convolutionIn(unit))
      calls[unit].push_back(call);
  });
  for (auto &[unit, callsOfIt] : calls) {
    std::string why;
    FailureOr<ConvolutionUnit> read = readConvolutionUnit(unit, why);
    if (succeeded(read) && hasAlgorithm &&
        !hasAlgorithm(read->convolution.how)) {
      why = "the library has no algorithm for it, so that a kernel of our own "
            "computes it";
    } else if (succeeded(read)) {
      Splitter splitter(unit, *read, symbols);
      if (llvm::none_of(callsOfIt, [&](CallOp call) {
            return splitter.overwritesOperand(call);
          })) {
        splitter.split(callsOfIt);
        continue;
      }
      why = "it overwrites what it reads";
    }
    emitRemark(convolutionIn(unit).getLoc(), "not by cuDNN: ") << why;
  }
}

std::unique_ptr<Pass> amp::createLibraryConvolutions(
    std::function<bool(const struct amprt_convolution &)> hasAlgorithm) {
  return std::make_unique<LibraryConvolutions>(std::move(hasAlgorithm));
}
