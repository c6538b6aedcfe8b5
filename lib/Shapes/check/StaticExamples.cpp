// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dynamic_pad %x by s rounded up to 8 less s   ==>   pad %x : 1021 -> 1024
//
// Added ops that match neither a pad nor a slice stay and are reported as
// differences.
#include "lib/Shapes/check/StaticExamples.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

namespace {
class AddedFixer {
public:
  AddedFixer(SizeFlow &flow) : flow(flow) {}

  void fix(Operation *op);

private:
  bool isAll(Value list, int64_t number) const;
  bool isNumber(SizeId id, int64_t number) const {
    return flow.table[id].isNumber() && flow.table[id].number == number;
  }
  bool isKnown(ArrayRef<Value> values) const;
  void replace(Operation *op, StringRef name, ValueRange operands,
               ArrayRef<NamedAttribute> attributes);
  void fixPad(Operation *op);
  void fixSlice(Operation *op);
  void fixEnd(Operation *op);

  SizeFlow &flow;
};
} // namespace

bool AddedFixer::isAll(Value list, int64_t number) const {
  SizeIds ids = flow.elementsOf(list);
  return ids.size() == static_cast<size_t>(shapeOf(list).front()) &&
         llvm::all_of(ids, [&](SizeId id) { return isNumber(id, number); });
}

bool AddedFixer::isKnown(ArrayRef<Value> values) const {
  return llvm::all_of(values, [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape();
  });
}

void AddedFixer::replace(Operation *op, StringRef name, ValueRange operands,
                         ArrayRef<NamedAttribute> attributes) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), name, operands, op->getResultTypes());
  state.addAttributes(attributes);
  state.addAttribute("amp.unpadded", op->getAttr("amp.unpadded"));
  Value result = builder.create(state)->getResult(0);
  flow.replace(op->getResult(0), result);
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}

/// Matches (size + (m - 1)) / m * m.
static bool isNextMultiple(const SizeTable &table, SizeId id, SizeId size) {
  const SizeTable::Size &whole = table[id];
  if (whole.op != "multiply" || whole.parts.size() != 1 || whole.number < 2)
    return false;
  const SizeTable::Size &count = table[whole.parts[0]];
  if (count.op != "divide" || !table[count.parts[1]].isNumber() ||
      table[count.parts[1]].number != whole.number)
    return false;
  const SizeTable::Size &sum = table[count.parts[0]], &from = table[size];
  if (sum.op != "add" || sum.parts.size() != 1)
    return false;
  int64_t more = sum.number - (whole.number - 1);
  return more == 0
             ? sum.parts[0] == size
             : from.op == "add" && from.number == more &&
                   from.parts.size() == 1 && from.parts[0] == sum.parts[0];
}

/// Matches high padding up to the next multiple of the original size.
void AddedFixer::fixPad(Operation *op) {
  if (!isKnown({op->getOperand(0), op->getResult(0)}) ||
      !isAll(op->getOperand(2), 0) || !isAll(op->getOperand(4), 0))
    return;
  ArrayRef<int64_t> from = shapeOf(op->getOperand(0)),
                    to = shapeOf(op->getResult(0));
  SizeIds before = flow.dimsOf(op->getOperand(0)),
          after = flow.dimsOf(op->getResult(0));
  SizeIds more = flow.elementsOf(op->getOperand(3));
  SmallVector<int64_t> zeros(from.size(), 0), high;
  for (size_t dim = 0; dim < from.size(); ++dim) {
    bool isNext = isNextMultiple(flow.table, after[dim], before[dim]);
    bool isStatic = flow.table[before[dim]].isNumber();
    if (before[dim] != after[dim] && !isNext && !isStatic)
      return;
    // For a dimension of known size, the type does not tell the padding amount.
    if (!isNext && !isNumber(more[dim], to[dim] - from[dim]))
      return;
    high.push_back(to[dim] - from[dim]);
  }
  Builder builder(op->getContext());
  auto list = [&](StringRef name, ArrayRef<int64_t> numbers) {
    return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(numbers));
  };
  replace(op, hloName(OpKind::pad), op->getOperands().take_front(2),
          {list("edge_padding_low", zeros), list("edge_padding_high", high),
           list("interior_padding", zeros)});
}

void AddedFixer::fixSlice(Operation *op) {
  if (!isKnown({op->getOperand(0), op->getResult(0)}) ||
      !isAll(op->getOperand(1), 0) || !isAll(op->getOperand(3), 1))
    return;
  ArrayRef<int64_t> to = shapeOf(op->getResult(0));
  SizeIds limits = flow.elementsOf(op->getOperand(2)),
          sizes = flow.dimsOf(op->getResult(0));
  for (auto [limit, size, known] : llvm::zip_equal(limits, sizes, to))
    if (limit != size && !isNumber(limit, known))
      return;
  SmallVector<int64_t> zeros(to.size(), 0), ones(to.size(), 1);
  Builder builder(op->getContext());
  auto list = [&](StringRef name, ArrayRef<int64_t> numbers) {
    return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(numbers));
  };
  replace(op, hloName(OpKind::slice), op->getOperand(0),
          {list("start_indices", zeros), list("limit_indices", to),
           list("strides", ones)});
}

/// Replaces a size by the constant of its example value.
void AddedFixer::fixEnd(Operation *op) {
  Value size = op->getOperand(0);
  SizeIds ids = flow.elementsOf(size);
  if (ids.size() != 1 || !shapeOf(size).empty())
    return;
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(size.getType());
  auto value = DenseElementsAttr::get(
      type, builder.getIntegerAttr(type.getElementType(),
                                   flow.table.exampleOf(ids.front())));
  OperationState state(op->getLoc(), hloName(OpKind::constant), ValueRange(),
                       type);
  state.addAttribute("value", value);
  state.addAttribute("amp.unpadded", builder.getDenseI64ArrayAttr({}));
  op->setOperand(0, builder.create(state)->getResult(0));
}

void AddedFixer::fix(Operation *op) {
  if (isHlo(op, OpKind::dynamic_pad))
    fixPad(op);
  else if (isHlo(op, OpKind::real_dynamic_slice))
    fixSlice(op);
  else if (isHlo(op, OpKind::broadcast_in_dim))
    fixEnd(op);
}

/// Returns true if a shape operand matches the result type of its op.
static bool fitsType(const ShapedOp &op, SizeFlow &flow) {
  for (auto [id, size] :
       llvm::zip(flow.elementsOf(op.shape), op.fixed.getShape()))
    if (flow.table[id].isNumber() && flow.table[id].number != size) {
      emitError(op.shape.getLoc())
          << "breaks \"without its padding a program is what it was\": expects "
             "a shape of "
          << op.type << ", but got " << flow.table[id].number << " for "
          << size;
      return false;
    }
  return true;
}

Examples::Examples(ModuleOp from, ModuleOp to)
    : given(from.clone()), padded(to.clone()) {
  SizeTable table;
  table.avoid(*given);
  table.avoid(*padded);
  StaticExample before(*given, table);
  StaticExample after(*padded, table);
  SmallVector<Operation *> added;
  padded->walk([&](Operation *op) {
    if (op->hasAttr("amp.unpadded"))
      added.push_back(op);
  });
  isConsistent = llvm::all_of(after.shaped, [&](const ShapedOp &op) {
    return fitsType(op, after.flow);
  });
  AddedFixer fixer(after.flow);
  for (Operation *op : added)
    fixer.fix(op);
  for (ModuleOp module : {*given, *padded})
    module.walk(
        [](Operation *op) { op->removeAttr(StaticExample::replacedOpName); });
}

LogicalResult Examples::verify() {
  if (!isConsistent)
    return failure();
  bool isFine = false;
  {
    ScopedDiagnosticHandler quiet(given->getContext(),
                                  [](Diagnostic &) { return success(); });
    isFine = succeeded(mlir::verify(*given));
  }
  return success(!isFine || succeeded(mlir::verify(*padded)));
}
