// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// chlo.scan(%inputs) inits (%inits) dimension=0  { ^bb0(%slices, %carries): … }
#include "dialects/chlo/IR/Chlo.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp::chlo;

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  FunctionType type;
  int64_t dimension = 0;
  SMLoc loc = parser.getNameLoc();
  if (parser.parseOperandList(inputs, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseInteger(dimension) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion()) || parser.parseColonType(type))
    return failure();

  for (StringRef name :
       {getDimensionAttrName(result.name).getValue(),
        getOperandSegmentSizeAttr(), getResultSegmentSizeAttr()})
    if (result.attributes.get(name))
      return parser.emitError(loc, "expects no attribute '")
             << name << "': the custom form spells it out";
  size_t numOperands = inputs.size() + inits.size();
  if (type.getNumInputs() != numOperands)
    return parser.emitError(loc, "expects ")
           << numOperands << " operand types, but got " << type.getNumInputs();
  if (type.getNumResults() < inits.size())
    return parser.emitError(loc, "expects at least ")
           << inits.size() << " result types, but got " << type.getNumResults();

  int32_t numInputs = inputs.size(), numCarries = inits.size();
  int32_t numOutputs = type.getNumResults() - inits.size();
  Builder &builder = parser.getBuilder();
  result.addAttribute(getDimensionAttrName(result.name),
                      builder.getI64IntegerAttr(dimension));
  result.addAttribute(getOperandSegmentSizeAttr(),
                      builder.getDenseI32ArrayAttr({numInputs, numCarries}));
  result.addAttribute(getResultSegmentSizeAttr(),
                      builder.getDenseI32ArrayAttr({numOutputs, numCarries}));
  result.addTypes(type.getResults());
  inputs.append(inits);
  return parser.resolveOperands(inputs, type.getInputs(), loc, result.operands);
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << '(' << getInputs() << ") inits (" << getInits()
          << ") dimension=" << getDimension() << ' ';
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getDimensionAttrName(), getOperandSegmentSizeAttr(),
                            getResultSegmentSizeAttr()});
  printer << ' ';
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

void ScanOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  for (BlockArgument arg : region.getArguments())
    setName(arg, arg.getArgNumber() < getInputs().size() ? "input" : "carry");
}

LogicalResult ScanOp::verify() {
  if (getInputs().empty() && getOutputs().empty())
    return emitOpError("expects an input or an output");
  int64_t dimension = getDimension();
  int64_t size = getScanDimSize().value_or(ShapedType::kDynamic);
  for (Type operand : getInputs().getTypes()) {
    auto type = cast<RankedTensorType>(operand);
    if (dimension >= type.getRank())
      return emitOpError("expects inputs that have dimension ")
             << dimension << ", but got " << type;
    if (ShapedType::isDynamic(size))
      size = type.getDimSize(dimension);
    if (!type.isDynamicDim(dimension) && type.getDimSize(dimension) != size)
      return emitOpError("expects inputs of size ")
             << size << " along dimension " << dimension << ", but got "
             << type;
  }

  if (getBody().getNumArguments() != getNumOperands())
    return emitOpError("expects a body with ")
           << getNumOperands() << " arguments, but got "
           << getBody().getNumArguments();
  for (auto [operand, arg] :
       llvm::zip_equal(getOperands(), getBody().getArguments())) {
    auto type = cast<RankedTensorType>(operand.getType());
    if (arg.getArgNumber() < getInputs().size()) {
      SmallVector<int64_t> shape(type.getShape());
      shape.erase(shape.begin() + dimension);
      type = RankedTensorType::get(shape, type.getElementType());
    }
    auto argType = dyn_cast<RankedTensorType>(arg.getType());
    if (!argType || argType.getElementType() != type.getElementType() ||
        failed(verifyCompatibleShape(type, argType)))
      return emitOpError("expects body argument ")
             << arg.getArgNumber() << " of type " << type << ", but got "
             << arg.getType();
  }
  return success();
}

// Runs after the verification of the body, so a terminator exists.
LogicalResult ScanOp::verifyRegions() {
  Operation *terminator = getBody().front().getTerminator();
  if (terminator->getNumOperands() != getNumResults())
    return emitOpError("expects a body that returns ")
           << getNumResults() << " values, but got "
           << terminator->getNumOperands();

  int64_t dimension = getDimension();
  int64_t size = getScanDimSize().value_or(ShapedType::kDynamic);
  for (Type input : getInputs().getTypes())
    if (ShapedType::isDynamic(size))
      size = cast<RankedTensorType>(input).getDimSize(dimension);
  for (auto [index, value, result] :
       llvm::enumerate(terminator->getOperands(), getResults())) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    bool isOutput = index < getOutputs().size();
    if (!type || (isOutput && dimension > type.getRank()))
      return emitOpError("expects body value ")
             << index << " to be a tensor"
             << (isOutput ? " that the scanned dimension can extend" : "")
             << ", but got " << value.getType();
    SmallVector<int64_t> shape(type.getShape());
    if (isOutput)
      shape.insert(shape.begin() + dimension, size);
    auto wanted = RankedTensorType::get(shape, type.getElementType());
    if (failed(verifyCompatibleShape(wanted, result.getType())))
      return emitOpError("expects result ")
             << index << " compatible with " << wanted << ", but got "
             << result.getType();
  }
  return success();
}
