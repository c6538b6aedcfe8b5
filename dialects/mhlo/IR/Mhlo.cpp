// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/mhlo/IR/Mhlo.h"

#include "mlir/IR/DialectImplementation.h"

#include "dialects/mhlo/IR/MhloDialect.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/mhlo/IR/MhloOps.cpp.inc"

using namespace mlir;
using namespace mlir::amp::mhlo;

/// The parser loads the dialect at the first mhlo op, after the command-line
/// options are set in the context.
void MhloDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/mhlo/IR/MhloOps.cpp.inc"
      >();
  bool allowsOthers = getContext()->allowsUnregisteredDialects();
  allowUnknownOperations(allowsOthers);
  allowUnknownTypes(allowsOthers);
}

static InFlightDiagnostic refuse(DialectAsmParser &parser, StringRef kind) {
  return parser.emitError(parser.getNameLoc())
         << "expects " << kind
         << " that is known, or --allow-unregistered-dialect, but got 'mhlo."
         << parser.getFullSymbolSpec() << "'";
}

Attribute MhloDialect::parseAttribute(DialectAsmParser &parser,
                                      Type type) const {
  if (!getContext()->allowsUnregisteredDialects())
    return refuse(parser, "an attribute"), Attribute();
  return OpaqueAttr::get(StringAttr::get(getContext(), getNamespace()),
                         parser.getFullSymbolSpec(),
                         type ? type : NoneType::get(getContext()));
}

Type MhloDialect::parseType(DialectAsmParser &parser) const {
  if (!getContext()->allowsUnregisteredDialects())
    return refuse(parser, "a type"), Type();
  return OpaqueType::get(StringAttr::get(getContext(), getNamespace()),
                         parser.getFullSymbolSpec());
}
