// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that any comparison of two programs should detect.
#include "Constants.h"
#include "Operator.h"
#include "Retype.h"
#include "TextMutants.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

static bool isInFunction(Operation *op) {
  return op->getParentOfType<FunctionOpInterface>() &&
         !isa<FunctionOpInterface>(op);
}

//===----------------------------------------------------------------------===//
// drop-op: add %a, %b   ==>   %a
//===----------------------------------------------------------------------===//

static unsigned countDrops(Operation *op, const Facts &) {
  if (op->getNumResults() != 1 || op->use_empty() || !isInFunction(op))
    return 0;
  return llvm::count(op->getOperandTypes(), op->getResult(0).getType());
}

static LogicalResult dropOp(Operation *op, unsigned variant, const Facts &) {
  for (Value operand : op->getOperands())
    if (operand.getType() == op->getResult(0).getType() && variant-- == 0) {
      op->getResult(0).replaceAllUsesWith(operand);
      op->erase();
      return success();
    }
  return failure();
}

//===----------------------------------------------------------------------===//
// swap-operands: subtract %a, %b   ==>   subtract %b, %a
//===----------------------------------------------------------------------===//

/// Returns true if swapping the operands has no effect by definition of the op.
static bool isCommutative(Operation *op) {
  constexpr KindSet kinds = {OpKind::add,      OpKind::and_, OpKind::maximum,
                             OpKind::multiply, OpKind::or_,  OpKind::minimum,
                             OpKind::xor_};
  if (isHlo(op, OpKind::compare)) {
    auto direction = op->getAttr("comparison_direction");
    std::string text;
    llvm::raw_string_ostream(text) << direction;
    return StringRef(text).contains("EQ") || StringRef(text).contains("NE");
  }
  return kinds.contains(kindOf(op));
}

static bool areEqualConstants(Value a, Value b) {
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  return a == b ||
         (first && second && first->hasTrait<OpTrait::ConstantLike>() &&
          second->hasTrait<OpTrait::ConstantLike>() &&
          first->getAttr("value") == second->getAttr("value"));
}

static bool canSwap(Operation *op, unsigned i) {
  Value a = op->getOperand(i), b = op->getOperand(i + 1);
  return a.getType() == b.getType() && !areEqualConstants(a, b);
}

static unsigned countSwaps(Operation *op, const Facts &) {
  if (!isInFunction(op) || isCommutative(op))
    return 0;
  unsigned count = 0;
  for (unsigned i = 0; i + 1 < op->getNumOperands(); ++i)
    count += canSwap(op, i);
  return count;
}

static LogicalResult swapOperands(Operation *op, unsigned variant,
                                  const Facts &) {
  for (unsigned i = 0; i + 1 < op->getNumOperands(); ++i)
    if (canSwap(op, i) && variant-- == 0) {
      Value a = op->getOperand(i);
      op->setOperand(i, op->getOperand(i + 1));
      op->setOperand(i + 1, a);
      return success();
    }
  return failure();
}

//===----------------------------------------------------------------------===//
// swap-values: op %a   ==>   op %b, a different value of the same type
//===----------------------------------------------------------------------===//

/// Returns the nearest value before `op` in its block that can replace `value`.
static Value findOther(Operation *op, Value value) {
  auto fits = [&](Value other) {
    return other.getType() == value.getType() &&
           !areEqualConstants(other, value);
  };
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode())
    for (OpResult result : before->getResults()) {
      Operation *source = value.getDefiningOp();
      bool isCopy = source && source != before &&
                    OperationEquivalence::isEquivalentTo(
                        before, source, OperationEquivalence::IgnoreLocations);
      if (fits(result) && !isCopy)
        return result;
    }
  for (BlockArgument argument : op->getBlock()->getArguments())
    if (fits(argument))
      return argument;
  return {};
}

static unsigned countOthers(Operation *op, const Facts &) {
  return isInFunction(op) ? op->getNumOperands() : 0;
}

static LogicalResult swapValue(Operation *op, unsigned variant, const Facts &) {
  Value other = findOther(op, op->getOperand(variant));
  if (!other)
    return failure();
  op->setOperand(variant, other);
  return success();
}

//===----------------------------------------------------------------------===//
// duplicate-op: %0 has two uses   ==>   one use takes a 16-bit copy of the op
//===----------------------------------------------------------------------===//

static unsigned countDuplicates(Operation *op, const Facts &) {
  return canRetype(op, Float32Type::get(op->getContext())) &&
         op->getNumResults() == 1 && !op->use_empty() &&
         !op->getResult(0).hasOneUse() &&
         elementOf(op->getResult(0).getType()).isF32();
}

static LogicalResult duplicateOp(Operation *op, unsigned, const Facts &facts) {
  OpOperand &use = *op->getResult(0).getUses().begin();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Operation *copy = builder.clone(*op);
  use.set(copy->getResult(0));
  return retype({copy}, Float32Type::get(op->getContext()), facts.low, facts);
}

//===----------------------------------------------------------------------===//
// change-attribute: contracting_dims = [1] x [0]   ==>   [1] x [1]
//===----------------------------------------------------------------------===//

/// Returns the attributes that determine the semantics of an op.
static SmallVector<NamedAttribute> meaningOf(Operation *op) {
  SmallVector<NamedAttribute> attributes;
  static const llvm::StringSet<> names = {"callee", "decomposition",
                                          "function_type", "sym_name", "value"};
  if (!isInFunction(op) || op->getName().getDialectNamespace() == "amp")
    return attributes;
  for (NamedAttribute attribute : op->getAttrDictionary())
    if (StringRef name = attribute.getName();
        !names.contains(name) && !name.contains('.'))
      attributes.push_back(attribute);
  return attributes;
}

static unsigned countChanges(Operation *op, const Facts &) {
  unsigned count = 0;
  for (NamedAttribute attribute : meaningOf(op))
    count += mutateText(attribute.getValue()).size();
  return count;
}

static LogicalResult changeAttribute(Operation *op, unsigned variant,
                                     const Facts &) {
  for (NamedAttribute attribute : meaningOf(op)) {
    unsigned count = mutateText(attribute.getValue()).size();
    if (variant >= count) {
      variant -= count;
      continue;
    }
    Attribute changed = parseMutant(attribute.getValue(), variant);
    if (!changed)
      return failure();
    op->setAttr(attribute.getName(), changed);
    return success();
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// change-constant: 1.0   ==>   one ulp larger, infinity, zero
//===----------------------------------------------------------------------===//

static unsigned countConstants(Operation *op, const Facts &) {
  return isInFunction(op) && op->hasTrait<OpTrait::ConstantLike>() &&
                 !op->use_empty()
             ? getMaxConstantChange() + 1
             : 0;
}

static LogicalResult alterConstant(Operation *op, unsigned variant,
                                   const Facts &) {
  Attribute changed = changeConstant(op->getAttr("value"),
                                     static_cast<ConstantChange>(variant));
  if (!changed)
    return failure();
  op->setAttr("value", changed);
  return success();
}

static constexpr unsigned anyProgram = verifyChecker | scalingChecker |
                                       alignmentChecker | weightsChecker |
                                       savedChecker;
static constexpr unsigned withDevices = anyProgram | devicesChecker;

static const Operator table[] = {
    {"drop-op", withDevices, false, countDrops, dropOp,
     "an op is replaced by an operand"},
    {"swap-operands", withDevices, false, countSwaps, swapOperands,
     "operands of an op that is not commutative change places"},
    {"swap-values", withDevices, false, countOthers, swapValue,
     "an operand is another value of its type"},
    {"duplicate-op", anyProgram, false, countDuplicates, duplicateOp,
     "one user reads a 16-bit copy of an op"},
    {"change-attribute", anyProgram, false, countChanges, changeAttribute,
     "an integer, flag or keyword of an attribute is another"},
    {"change-constant", anyProgram, false, countConstants, alterConstant,
     "an element is one ulp more, infinite, or zero"},
};

ArrayRef<Operator> amp::mutate::generalOperators() { return table; }
