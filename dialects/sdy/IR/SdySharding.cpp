// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// #sdy.sharding<@mesh, [{"x", ?}p1, {}], replicated={"y"}, unreduced={"z"}>
#include "dialects/sdy/IR/Sdy.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp::sdy;

// Appends one AttrT to `list`, with or without its `#sdy.` prefix.
template <typename AttrT>
static ParseResult parseInto(AsmParser &parser, SmallVectorImpl<AttrT> &list) {
  FailureOr<AttrT> attr = FieldParser<AttrT>::parse(parser);
  if (failed(attr))
    return failure();
  list.push_back(*attr);
  return success();
}

// pN, without leading zeros.
static ParseResult parsePriority(AsmParser &parser,
                                 std::optional<int64_t> &priority) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef text;
  if (parser.parseOptionalKeyword(&text))
    return success();
  StringRef digits = text;
  int64_t value;
  if (!digits.consume_front("p") || !llvm::all_of(digits, llvm::isDigit) ||
      (digits.size() > 1 && digits.front() == '0') ||
      !llvm::to_integer(digits, value, 10))
    return parser.emitError(loc, "expects a priority such as p0, but got ")
           << text;
  priority = value;
  return success();
}

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool isClosed = true;
  std::optional<int64_t> priority;
  auto parseAxis = [&]() -> ParseResult {
    if (!isClosed)
      return parser.emitError(parser.getCurrentLocation(),
                              "expects no axis after '?'");
    if (succeeded(parser.parseOptionalQuestion()))
      isClosed = false;
    else
      return parseInto(parser, axes);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseAxis) ||
      parsePriority(parser, priority))
    return {};
  return get(parser.getContext(), axes, isClosed, priority);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << '{';
  printer.printStrippedAttrOrType(getAxes());
  if (!getIsClosed())
    printer << (getAxes().empty() ? "?" : ", ?");
  printer << '}';
  if (getPriority())
    printer << 'p' << *getPriority();
}

static ParseResult parseMeshOrRef(AsmParser &parser, Attribute &meshOrRef) {
  if (succeeded(parser.parseOptionalKeyword(MeshAttr::getMnemonic()))) {
    meshOrRef = MeshAttr::parse(parser, {});
    return success(meshOrRef != nullptr);
  }
  FlatSymbolRefAttr name;
  if (parser.parseAttribute(name))
    return failure();
  meshOrRef = name;
  return success();
}

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  Attribute mesh;
  SmallVector<DimensionShardingAttr> dims;
  if (parser.parseLess() || parseMeshOrRef(parser, mesh) ||
      parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parseInto(parser, dims); }))
    return {};

  SmallVector<AxisRefAttr> replicated, unreduced;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return {};
    SmallVector<AxisRefAttr> *list = name == "replicated"  ? &replicated
                                     : name == "unreduced" ? &unreduced
                                                           : nullptr;
    if (!list || !list->empty()) {
      parser.emitError(loc, "expects 'replicated' or 'unreduced', each at "
                            "most once, but got '")
          << name << "'";
      return {};
    }
    if (parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
          return parseInto(parser, *list);
        }))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), mesh, dims, replicated, unreduced);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (auto mesh = dyn_cast<MeshAttr>(getMeshOrRef())) {
    printer << MeshAttr::getMnemonic();
    printer.printStrippedAttrOrType(mesh);
  } else {
    printer << getMeshOrRef();
  }
  printer << ", [";
  printer.printStrippedAttrOrType(getDimShardings());
  printer << ']';
  auto printAxes = [&](StringRef name, ArrayRef<AxisRefAttr> axes) {
    if (axes.empty())
      return;
    printer << ", " << name << "={";
    printer.printStrippedAttrOrType(axes);
    printer << '}';
  };
  printAxes("replicated", getReplicatedAxes());
  printAxes("unreduced", getUnreducedAxes());
  printer << '>';
}

MeshAttr TensorShardingAttr::getMesh(Operation *op) const {
  if (auto mesh = dyn_cast<MeshAttr>(getMeshOrRef()))
    return mesh;
  auto module = op->getParentOfType<ModuleOp>();
  if (!module)
    return {};
  auto name = cast<FlatSymbolRefAttr>(getMeshOrRef()).getAttr();
  auto mesh = dyn_cast_or_null<MeshOp>(
      SymbolTable::lookupSymbolIn(module.getOperation(), name));
  return mesh ? mesh.getMesh() : MeshAttr();
}

SmallVector<ArrayRef<AxisRefAttr>> TensorShardingAttr::getAxisLists() const {
  SmallVector<ArrayRef<AxisRefAttr>> lists;
  for (DimensionShardingAttr dim : getDimShardings())
    lists.push_back(dim.getAxes());
  lists.push_back(getReplicatedAxes());
  lists.push_back(getUnreducedAxes());
  return lists;
}
