// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// call @product(%a, %b, %d); ...; call @sum(%d, %s)
//   ==>  call @product_parts(%a, %b, %d, %parts); ...; call @total(%s, %parts)
#include "lib/Lowering/Gpu/TensorCore/Units/JoinTotals.h"
#include "lib/Lowering/Gpu/TensorCore/Units/TotalUnits.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using func::CallOp;
using func::FuncOp;
using linalg::GenericOp;

/// Least ratio of summed elements to partial sums for which these are worth it.
static constexpr int64_t minShrink = 4;

namespace {
/// Functions that replace two calls; null if the calls stay.
struct Stages {
  FuncOp product, total;
  llvm::BitVector unread; // arguments without users in `total`
  MemRefType parts;
};

/// Call of a contraction and call of a reduction of its result.
struct ReductionPair : UnitPair {
  GenericOp sum;
};

class Joiner {
public:
  Joiner(UnitCalls &calls, CountParts countParts)
      : calls(calls), countParts(countParts) {}

  void join(CallOp product, ArrayRef<StringRef> readers);

private:
  CallOp tryJoin(CallOp product, CallOp reader);
  bool gather(ReductionPair &meeting);
  Operation *placeOf(const ReductionPair &meeting);
  FuncOp productUnit(const ReductionPair &meeting, MemRefType parts);
  Stages make(const ReductionPair &meeting);

  UnitCalls &calls;
  CountParts countParts;
  llvm::StringMap<Stages> known; // by UnitPair::key()
};
} // namespace

/// Returns the operand of the call that `value` of its callee is; null for
/// constants.
static Value outside(CallOp reader, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument ? reader.getOperand(argument.getArgNumber()) : Value();
}

/// Returns true if `sum` is the only user of `buffer` in the reduction's group.
static bool onlySums(const ReductionPair &meeting, Value buffer) {
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

bool Joiner::gather(ReductionPair &meeting) {
  CallOp product = meeting.product, reader = meeting.reader;
  meeting.sum = summingOp(calls.unitOf(reader));
  if (!meeting.sum)
    return false;
  auto &operands = meeting.operands;
  operands.insert(product.operand_begin(), product.operand_end());
  for (Value input : meeting.sum.getInputs())
    if (Value value = outside(reader, input))
      operands.insert(value);
  if (!meeting.hasOneViewEach())
    return false;
  for (Value operand : operands)
    if (meeting.owns(operand) && onlySums(meeting, operand))
      meeting.locals.push_back(operand);
  return true;
}

/// Returns the position of the joined call: that of the contraction if all
/// summed values are defined there and not overwritten later, else that of the
/// reduction; null if neither is possible.
Operation *Joiner::placeOf(const ReductionPair &meeting) {
  CallOp product = meeting.product, reader = meeting.reader;
  BufferEffects moved = calls.effectsOf(product), read;
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
    BufferEffects between = calls.effectsOf(op);
    up &= !read.conflictsWith(between);
    down &= !moved.conflictsWith(between);
  }
  if (up)
    return product;
  return down ? reader.getOperation() : nullptr;
}

FuncOp Joiner::productUnit(const ReductionPair &meeting, MemRefType parts) {
  CallOp reader = meeting.reader;
  FuncOp second = calls.unitOf(reader);
  IRMapping values, inSecond;
  OpBuilder builder(reader->getContext());
  FuncOp unit = calls.begin(meeting, parts, values, builder);
  for (auto [argument, operand] :
       llvm::zip(second.getArguments(), reader.getOperands()))
    if (values.contains(operand))
      inSecond.map(argument, values.lookup(operand));
  for (Operation &op : second.front())
    if (matchPattern(&op, m_Constant()))
      builder.clone(op, inSecond);
  writeParts(builder, meeting.sum, unit.getArguments().back(), inSecond);
  func::ReturnOp::create(builder, unit.getLoc());
  return unit;
}

Stages Joiner::make(const ReductionPair &meeting) {
  FuncOp unit =
      productUnit(meeting, partsOf(meeting.sum, ShapedType::kDynamic));
  std::optional<int64_t> places = countParts(unit);
  unit.erase();
  if (!places)
    return {};
  Stages stages;
  stages.parts = partsOf(meeting.sum, *places);
  unit = productUnit(meeting, stages.parts);
  if (countParts(unit) != places) {
    unit.erase();
    return {};
  }
  stages.product = unit;
  CallOp reader = meeting.reader;
  stages.total = sumParts(calls.unitOf(reader), meeting.sum, stages.parts);
  stages.unread.resize(stages.total.getNumArguments());
  for (auto [i, argument] : llvm::enumerate(stages.total.getArguments()))
    stages.unread[i] = argument.use_empty();
  if (failed(stages.total.eraseArguments(stages.unread)))
    stages.unread.reset();
  calls.add(stages.product);
  calls.add(stages.total);
  return stages;
}

/// Returns the new call of the contraction; null if the calls cannot be joined.
CallOp Joiner::tryJoin(CallOp product, CallOp reader) {
  ReductionPair meeting{{product, reader, {}, {}}, {}};
  if (!gather(meeting))
    return nullptr;
  Operation *place = placeOf(meeting);
  if (!place)
    return nullptr;
  auto [entry, isNew] = known.try_emplace(meeting.key());
  if (isNew)
    entry->second = make(meeting);
  Stages &stages = entry->second;
  if (!stages.product)
    return nullptr;
  OpBuilder builder(place);
  Value parts = memref::AllocOp::create(builder, reader.getLoc(), stages.parts);
  SmallVector<Value> given = meeting.passed(), kept;
  given.push_back(parts);
  auto call = CallOp::create(builder, product.getLoc(), stages.product, given);
  for (auto [i, operand] : llvm::enumerate(reader.getOperands()))
    if (!stages.unread[i])
      kept.push_back(operand);
  kept.push_back(parts);
  builder.setInsertionPoint(reader);
  CallOp::create(builder, reader.getLoc(), stages.total, kept);
  meeting.erase();
  return call;
}

void Joiner::join(CallOp product, ArrayRef<StringRef> readers) {
  for (CallOp reader : calls.readersOf(product, readers))
    if (CallOp joined = tryJoin(product, reader))
      product = joined;
}

void amp::lowering::joinSums(UnitCalls &calls, ArrayRef<CallOp> products,
                             ArrayRef<StringRef> readers,
                             CountParts countParts) {
  Joiner joiner(calls, countParts);
  for (CallOp product : products)
    joiner.join(product, readers);
  calls.eraseUncalled();
}

void amp::lowering::joinTotals(
    ModuleOp module, llvm::function_ref<FailureOr<Plan>(FuncOp)> planOf) {
  UnitCalls calls(module);
  auto countParts = [&](FuncOp unit) -> std::optional<int64_t> {
    FailureOr<Plan> plan = planOf(unit);
    if (failed(plan))
      return std::nullopt;
    const Total &total = plan->contraction.totals.back();
    int64_t places = plan->partsOf(total), summed = 1;
    for (const Axis *axis :
         {&plan->axes.batch, &plan->axes.row, &plan->axes.column})
      summed *= axis->extent();
    if (places * total.size * minShrink > summed)
      return std::nullopt;
    return places;
  };
  joinSums(calls, calls.callsOf("contraction"), {"reduction"}, countParts);
}
