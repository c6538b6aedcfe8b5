// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// #stablehlo.dot<…>, #stablehlo.gather<…>, #stablehlo.scatter<…>
#include "dialects/stablehlo/IR/Syntax/Fields.h"
#include "dialects/stablehlo/IR/Syntax/Syntax.h"

using namespace mlir;
using namespace mlir::amp;

ParseResult stablehlo::parseFields(AsmParser &parser, ArrayRef<Field> fields) {
  SmallVector<bool> seen(fields.size());
  while (failed(parser.parseOptionalGreater())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    const Field *field = llvm::find_if(
        fields, [&](const Field &field) { return field.name == name; });
    if (field == fields.end()) {
      InFlightDiagnostic error = parser.emitError(loc, "expects one of ");
      llvm::interleaveComma(fields, error,
                            [&](const Field &field) { error << field.name; });
      return error << ", but got " << name;
    }
    if (std::exchange(seen[field - fields.begin()], true))
      return parser.emitError(loc, "expects each name once, but got ")
             << name << " again";
    if (parser.parseEqual())
      return failure();
    if (field->list) {
      auto dims = parseDims(parser);
      if (failed(dims))
        return failure();
      *field->list = std::move(*dims);
    } else if (parser.parseInteger(*field->number)) {
      return failure();
    }
    if (failed(parser.parseOptionalComma()))
      return parser.parseGreater();
  }
  return success();
}

/// Prints `<name = [1, 2], other = 3>` without empty lists and zeros.
static void printFields(AsmPrinter &printer,
                        ArrayRef<std::pair<StringRef, ArrayRef<int64_t>>> lists,
                        int64_t indexVectorDim) {
  StringRef separator = "";
  printer << '<';
  for (auto [name, dims] : lists) {
    if (dims.empty())
      continue;
    printer << std::exchange(separator, ", ") << name << " = ";
    stablehlo::printDims(printer, dims);
  }
  if (indexVectorDim)
    printer << separator << "index_vector_dim = " << indexVectorDim;
  printer << '>';
}

Attribute stablehlo::DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  if (parser.parseLess() ||
      parseFields(parser,
                  {{"lhs_batching_dimensions", &lhsBatch, nullptr},
                   {"rhs_batching_dimensions", &rhsBatch, nullptr},
                   {"lhs_contracting_dimensions", &lhsContract, nullptr},
                   {"rhs_contracting_dimensions", &rhsContract, nullptr}}))
    return {};
  return get(parser.getContext(), lhsBatch, rhsBatch, lhsContract, rhsContract);
}

void stablehlo::DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printFields(printer,
              {{"lhs_batching_dimensions", getLhsBatchingDimensions()},
               {"rhs_batching_dimensions", getRhsBatchingDimensions()},
               {"lhs_contracting_dimensions", getLhsContractingDimensions()},
               {"rhs_contracting_dimensions", getRhsContractingDimensions()}},
              0);
}

Attribute stablehlo::GatherDimensionNumbersAttr::parse(AsmParser &parser,
                                                       Type) {
  SmallVector<int64_t> offset, collapsed, batch, indexBatch, map;
  int64_t vector = 0;
  if (parser.parseLess() ||
      parseFields(parser,
                  {{"offset_dims", &offset, nullptr},
                   {"collapsed_slice_dims", &collapsed, nullptr},
                   {"operand_batching_dims", &batch, nullptr},
                   {"start_indices_batching_dims", &indexBatch, nullptr},
                   {"start_index_map", &map, nullptr},
                   {"index_vector_dim", nullptr, &vector}}))
    return {};
  return get(parser.getContext(), offset, collapsed, batch, indexBatch, map,
             vector);
}

void stablehlo::GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printFields(printer,
              {{"offset_dims", getOffsetDims()},
               {"collapsed_slice_dims", getCollapsedSliceDims()},
               {"operand_batching_dims", getOperandBatchingDims()},
               {"start_indices_batching_dims", getStartIndicesBatchingDims()},
               {"start_index_map", getStartIndexMap()}},
              getIndexVectorDim());
}

Attribute stablehlo::ScatterDimensionNumbersAttr::parse(AsmParser &parser,
                                                        Type) {
  SmallVector<int64_t> window, inserted, batch, indexBatch, map;
  int64_t vector = 0;
  if (parser.parseLess() ||
      parseFields(parser,
                  {{"update_window_dims", &window, nullptr},
                   {"inserted_window_dims", &inserted, nullptr},
                   {"input_batching_dims", &batch, nullptr},
                   {"scatter_indices_batching_dims", &indexBatch, nullptr},
                   {"scatter_dims_to_operand_dims", &map, nullptr},
                   {"index_vector_dim", nullptr, &vector}}))
    return {};
  return get(parser.getContext(), window, inserted, batch, indexBatch, map,
             vector);
}

void stablehlo::ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printFields(
      printer,
      {{"update_window_dims", getUpdateWindowDims()},
       {"inserted_window_dims", getInsertedWindowDims()},
       {"input_batching_dims", getInputBatchingDims()},
       {"scatter_indices_batching_dims", getScatterIndicesBatchingDims()},
       {"scatter_dims_to_operand_dims", getScatterDimsToOperandDims()}},
      getIndexVectorDim());
}
