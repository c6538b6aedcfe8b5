// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stablehlo.reduce(%x init: %zero) applies stablehlo.add across
//     dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
// stablehlo.reduce(%x init: %a), (%y init: %b) across dimensions = [0] : …
//  reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: …, %s: …)  { … }
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Syntax/Syntax.h"

using namespace mlir;
using namespace mlir::amp;

/// Returns the only op of the body if `applies` can express the body: a
/// commutative op of this dialect on the body's two arguments, without
/// attributes. Otherwise returns null.
static Operation *getAppliedOp(stablehlo::ReduceOp op) {
  if (op.getInputs().size() != 1 || !op.getBody().hasOneBlock())
    return nullptr;
  Block &body = op.getBody().front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return nullptr;
  Operation &applied = body.front();
  Operation &last = body.back();
  auto input = dyn_cast<RankedTensorType>(op.getInputs()[0].getType());
  if (!input || !isa<stablehlo::ReturnOp>(last) || !last.getAttrs().empty() ||
      applied.getDialect() != op->getDialect() ||
      !applied.hasTrait<OpTrait::IsCommutative>() ||
      !applied.getAttrs().empty() || applied.getNumResults() != 1 ||
      !llvm::equal(applied.getOperands(), body.getArguments()) ||
      !llvm::equal(last.getOperands(), applied.getResults()))
    return nullptr;
  auto scalar = RankedTensorType::get({}, input.getElementType());
  auto isScalar = [&](Type type) { return type == scalar; };
  bool plain = isScalar(applied.getResult(0).getType()) &&
               llvm::all_of(body.getArgumentTypes(), isScalar);
  return plain ? &applied : nullptr;
}

void stablehlo::ReduceOp::print(OpAsmPrinter &printer) {
  Operation *applied = getAppliedOp(*this);
  printer << '(';
  StringRef separator = "";
  for (auto [input, init] : llvm::zip(getInputs(), getInitValues()))
    printer << std::exchange(separator, "), (") << input << " init: " << init;
  printer << ')';
  if (applied)
    printer << " applies " << applied->getName();
  printer << " across dimensions = ";
  printDims(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (applied)
    return;
  printer.printNewline();
  printer << " reducer";
  size_t count = getInputs().size();
  for (size_t i = 0; i < count; ++i) {
    printer << (i ? " (" : "(");
    printer.printRegionArgument(getBody().getArgument(i));
    printer << ", ";
    printer.printRegionArgument(getBody().getArgument(count + i));
    printer << ')';
  }
  printer << "  ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

/// Builds the body of `applies` with an op: the form that getAppliedOp
/// recognizes.
static ParseResult buildApplied(OpAsmParser &parser, SMLoc nameLoc,
                                OperationName name, OperationState &result,
                                Type input) {
  auto tensor = dyn_cast<RankedTensorType>(input);
  if (!tensor)
    return parser.emitError(nameLoc, "expects a tensor to reduce, but got ")
           << input;
  if (!name.isRegistered() || name.getDialectNamespace() != "stablehlo" ||
      !name.hasTrait<OpTrait::IsCommutative>())
    return parser.emitError(nameLoc,
                            "expects a commutative stablehlo op, but got ")
           << name;
  Type scalar = RankedTensorType::get({}, tensor.getElementType());
  OpBuilder builder(result.getContext());
  Block &body = result.regions.front()->emplaceBlock();
  body.addArguments({scalar, scalar}, {result.location, result.location});
  builder.setInsertionPointToStart(&body);
  OperationState state(result.location, name);
  state.addOperands(body.getArguments());
  state.addTypes(scalar);
  Operation *applied = builder.create(state);
  stablehlo::ReturnOp::create(builder, result.location, applied->getResults());
  return success();
}

/// Parses `reducer(%a: type, %b: type) (…) { … }`. The syntax lists pairs of
/// arguments; the block has all first ones before all second ones.
static ParseResult parseReducer(OpAsmParser &parser, OperationState &result,
                                size_t count) {
  SmallVector<OpAsmParser::Argument> first(count), second(count);
  if (parser.parseKeyword("reducer"))
    return failure();
  for (size_t i = 0; i < count; ++i)
    if (parser.parseLParen() ||
        parser.parseArgument(first[i], /*allowType=*/true) ||
        parser.parseComma() ||
        parser.parseArgument(second[i], /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  llvm::append_range(first, second);
  return parser.parseRegion(*result.regions.front(), first);
}

ParseResult stablehlo::ReduceOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  auto pair = [&]() -> ParseResult {
    return failure(
        parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen());
  };
  do {
    if (pair())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  size_t count = operands.size();
  llvm::append_range(operands, inits);

  std::optional<OperationName> applied;
  SMLoc nameLoc;
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    nameLoc = parser.getCurrentLocation();
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    applied = *name;
  }

  FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual())
    return failure();
  auto dims = parseDims(parser);
  if (failed(dims) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColon() || parser.parseType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.getOrAddProperties<Properties>().dimensions =
      parser.getBuilder().getDenseI64ArrayAttr(*dims);
  result.addTypes(type.getResults());
  result.addRegion();
  if (!applied)
    return parseReducer(parser, result, count);
  if (count != 1)
    return parser.emitError(nameLoc, "expects one input beside `applies`, but "
                                     "got ")
           << count;
  return buildApplied(parser, nameLoc, *applied, result, type.getInput(0));
}
