// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// call @product(%a, %b, %d); ...; call @sum(%d, %s)
//   ==>  call @product_parts(%a, %b, %d, %parts); ...; call @total(%s, %parts)
#include "lib/Lowering/Gpu/TensorCore/JoinTotals.h"
#include "lib/Lowering/Gpu/TensorCore/JoinUnits.h"
#include "lib/Lowering/Gpu/TensorCore/TotalUnits.h"
#include "lib/Lowering/Gpu/TensorCore/UnitEffects.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::amp;
using func::CallOp;
using func::FuncOp;
using linalg::GenericOp;

/// Parts are worth it if they are so many times fewer than what is summed.
static constexpr int64_t minShrink = 4;

namespace {
/// What two calls become; null if they stay.
struct Stages {
  FuncOp product, total;
  llvm::BitVector unread; // arguments that the total's unit had
  MemRefType parts;
};

/// Two calls, and what one has to know for the other.
struct Meeting {
  CallOp product, reader;
  GenericOp sum;
  llvm::SetVector<Value> operands; // of the product's new call
  SmallVector<Value> locals;       // that nothing else reads
};

class Joiner {
public:
  Joiner(ModuleOp module, llvm::function_ref<FailureOr<Plan>(FuncOp)> planOf)
      : symbols(module), effects(symbols), planOf(planOf) {}

  void join(CallOp product);
  FuncOp unitOf(CallOp call) {
    return symbols.lookup<FuncOp>(call.getCallee());
  }

  llvm::SetVector<FuncOp> units;

private:
  SmallVector<CallOp> readersOf(CallOp product);
  CallOp tryJoin(CallOp product, CallOp reader);
  bool gather(Meeting &meeting);
  Operation *placeOf(const Meeting &meeting);
  FuncOp productUnit(const Meeting &meeting, MemRefType parts);
  Stages make(const Meeting &meeting);

  SymbolTable symbols;
  UnitEffects effects;
  llvm::function_ref<FailureOr<Plan>(FuncOp)> planOf;
  llvm::StringMap<Stages> known; // by what it is made of
};
} // namespace

static bool haveOneRootEach(ArrayRef<Value> operands) {
  llvm::SmallPtrSet<Value, 8> roots;
  return llvm::all_of(operands, [&](Value operand) {
    return !isa<MemRefType>(operand.getType()) ||
           roots.insert(wholeOf(operand)).second;
  });
}

/// What the reader's `value` is where it is called; null for constants.
static Value outside(CallOp reader, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument ? reader.getOperand(argument.getArgNumber()) : Value();
}

/// Whether of the reader only `sum` uses `buffer`.
static bool onlySums(const Meeting &meeting, Value buffer) {
  GenericOp sum = meeting.sum;
  Block *body = sum->getBlock();
  CallOp reader = meeting.reader;
  for (auto [argument, operand] :
       llvm::zip(body->getArguments(), reader.getOperands()))
    if (operand == buffer &&
        !llvm::all_of(argument.getUsers(),
                      [&](Operation *user) { return user == sum; }))
      return false;
  return true;
}

bool Joiner::gather(Meeting &meeting) {
  CallOp product = meeting.product, reader = meeting.reader;
  meeting.sum = summingOp(unitOf(reader));
  if (!meeting.sum)
    return false;
  auto &operands = meeting.operands;
  operands.insert(product.operand_begin(), product.operand_end());
  for (Value input : meeting.sum.getInputs())
    if (Value value = outside(reader, input))
      operands.insert(value);
  if (!haveOneRootEach(operands.getArrayRef()))
    return false;
  for (Value operand : operands)
    if (operand.getDefiningOp<memref::AllocOp>() &&
        onlySums(meeting, operand) &&
        llvm::all_of(operand.getUsers(), [&](Operation *user) {
          return user == product || user == reader ||
                 isa<memref::DeallocOp>(user);
        }))
      meeting.locals.push_back(operand);
  return true;
}

/// Where the product can be: at its own place, if all that is summed is there
/// and remains; else at the reader's; null if at neither.
Operation *Joiner::placeOf(const Meeting &meeting) {
  CallOp product = meeting.product, reader = meeting.reader;
  BufferEffects moved = effects.of(product), read;
  bool up = true, down = true;
  for (Value operand : meeting.operands) {
    Operation *op = operand.getDefiningOp();
    up &= !op || op->getBlock() != product->getBlock() ||
          op->isBeforeInBlock(product);
  }
  GenericOp sum = meeting.sum;
  for (Value input : sum.getInputs())
    if (Value value = outside(reader, input);
        value && isa<MemRefType>(value.getType()))
      read.reads.insert(wholeOf(value));
  for (Operation *op = product->getNextNode(); op != reader;
       op = op->getNextNode()) {
    BufferEffects between = effects.of(op);
    up &= !read.conflictsWith(between);
    down &= !moved.conflictsWith(between);
  }
  if (up)
    return product;
  return down ? reader.getOperation() : nullptr;
}

FuncOp Joiner::productUnit(const Meeting &meeting, MemRefType parts) {
  CallOp product = meeting.product, reader = meeting.reader;
  FuncOp first = unitOf(product), second = unitOf(reader);
  llvm::SetVector<Value> operands(meeting.operands);
  operands.remove_if(
      [&](Value v) { return llvm::is_contained(meeting.locals, v); });
  SmallVector<Type> types(TypeRange(operands.getArrayRef()));
  types.push_back(parts);
  OpBuilder builder(first);
  auto unit = FuncOp::create(builder, product.getLoc(), first.getName(),
                             builder.getFunctionType(types, /*results=*/{}));
  unit.setPrivate();
  for (NamedAttribute attribute : first->getDiscardableAttrs())
    unit->setAttr(attribute.getName(), attribute.getValue());
  Block *body = unit.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping values, inFirst, inSecond;
  values.map(operands.getArrayRef(), body->getArguments().drop_back());
  for (Value local : meeting.locals)
    values.map(local,
               memref::AllocOp::create(builder, local.getLoc(),
                                       cast<MemRefType>(local.getType())));
  for (auto [argument, operand] :
       llvm::zip(first.getArguments(), product.getOperands()))
    inFirst.map(argument, values.lookup(operand));
  for (Operation &op : first.front().without_terminator())
    builder.clone(op, inFirst);
  for (auto [argument, operand] :
       llvm::zip(second.getArguments(), reader.getOperands()))
    if (values.contains(operand))
      inSecond.map(argument, values.lookup(operand));
  for (Operation &op : second.front())
    if (matchPattern(&op, m_Constant()))
      builder.clone(op, inSecond);
  writeParts(builder, meeting.sum, body->getArguments().back(), inSecond);
  func::ReturnOp::create(builder, unit.getLoc());
  return unit;
}

/// The unit is planned twice: to know how many parts there are, and with them.
Stages Joiner::make(const Meeting &meeting) {
  FuncOp unit =
      productUnit(meeting, partsOf(meeting.sum, ShapedType::kDynamic));
  FailureOr<Plan> plan = planOf(unit);
  unit.erase();
  if (failed(plan))
    return {};
  const Total &total = plan->contraction.totals.back();
  int64_t places = plan->partsOf(total), summed = 1;
  for (const Axis *axis :
       {&plan->axes.batch, &plan->axes.row, &plan->axes.column})
    summed *= axis->extent();
  if (places * total.size * minShrink > summed)
    return {};
  Stages stages;
  stages.parts = partsOf(meeting.sum, places);
  unit = productUnit(meeting, stages.parts);
  if (failed(planOf(unit))) {
    unit.erase();
    return {};
  }
  stages.product = unit;
  CallOp reader = meeting.reader;
  stages.total = sumParts(unitOf(reader), meeting.sum, stages.parts);
  stages.unread.resize(stages.total.getNumArguments());
  for (auto [i, argument] : llvm::enumerate(stages.total.getArguments()))
    stages.unread[i] = argument.use_empty();
  if (failed(stages.total.eraseArguments(stages.unread)))
    stages.unread.reset();
  for (FuncOp made : {stages.product, stages.total}) {
    symbols.insert(made);
    units.insert(made);
  }
  return stages;
}

/// The product's new call, or null.
CallOp Joiner::tryJoin(CallOp product, CallOp reader) {
  Meeting meeting{product, reader, {}, {}, {}};
  if (!gather(meeting))
    return nullptr;
  Operation *place = placeOf(meeting);
  if (!place)
    return nullptr;
  auto &operands = meeting.operands;
  std::string key = (product.getCallee() + "+" + reader.getCallee()).str();
  for (CallOp call : {product, reader})
    for (Value operand : call.getOperands())
      key += ' ' +
             std::to_string(llvm::find(operands, operand) - operands.begin()) +
             (llvm::is_contained(meeting.locals, operand) ? "l" : "");
  auto [entry, isNew] = known.try_emplace(key);
  if (isNew)
    entry->second = make(meeting);
  Stages &stages = entry->second;
  if (!stages.product)
    return nullptr;
  OpBuilder builder(place);
  Value parts = memref::AllocOp::create(builder, reader.getLoc(), stages.parts);
  SmallVector<Value> given, kept;
  for (Value operand : operands)
    if (!llvm::is_contained(meeting.locals, operand))
      given.push_back(operand);
  given.push_back(parts);
  auto call = CallOp::create(builder, product.getLoc(), stages.product, given);
  for (auto [i, operand] : llvm::enumerate(reader.getOperands()))
    if (!stages.unread[i])
      kept.push_back(operand);
  kept.push_back(parts);
  builder.setInsertionPoint(reader);
  CallOp::create(builder, reader.getLoc(), stages.total, kept);
  product.erase();
  reader.erase();
  for (Value local : meeting.locals) {
    for (Operation *user : llvm::make_early_inc_range(local.getUsers()))
      user->erase();
    local.getDefiningOp()->erase();
  }
  return call;
}

/// Calls behind the product that sum something it writes, in order.
SmallVector<CallOp> Joiner::readersOf(CallOp product) {
  llvm::SetVector<CallOp> readers;
  for (Value written : effects.of(product).writes)
    for (Operation *user : written.getUsers()) {
      auto call = dyn_cast<CallOp>(user);
      if (call && call != product && call->getBlock() == product->getBlock() &&
          product->isBeforeInBlock(call) &&
          unitKind(unitOf(call)) == "reduction")
        readers.insert(call);
    }
  SmallVector<CallOp> sorted = readers.takeVector();
  llvm::sort(sorted, [](CallOp a, CallOp b) { return a->isBeforeInBlock(b); });
  return sorted;
}

void Joiner::join(CallOp product) {
  for (CallOp reader : readersOf(product))
    if (CallOp joined = tryJoin(product, reader))
      product = joined;
}

void amp::joinTotals(ModuleOp module,
                     llvm::function_ref<FailureOr<Plan>(FuncOp)> planOf) {
  Joiner joiner(module, planOf);
  SmallVector<CallOp> products;
  module.walk([&](CallOp call) {
    FuncOp unit = joiner.unitOf(call);
    if (unitKind(unit).empty())
      return;
    joiner.units.insert(unit);
    if (unitKind(unit) == "contraction")
      products.push_back(call);
  });
  for (CallOp product : products)
    joiner.join(product);
  llvm::StringSet<> called;
  module.walk([&](CallOp call) { called.insert(call.getCallee()); });
  for (FuncOp unit : joiner.units)
    if (!called.contains(unit.getName()))
      unit.erase();
}
