// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax of the attributes of dot_general and convolution, see Syntax.h.
#ifndef DIALECTS_STABLEHLO_IR_SYNTAX_CONTRACTIONSYNTAX_H
#define DIALECTS_STABLEHLO_IR_SYNTAX_CONTRACTIONSYNTAX_H

#include "dialects/stablehlo/IR/StablehloAttributes.h"

namespace mlir::amp::stablehlo {

// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`
ParseResult parseDotDimensionNumbers(AsmParser &parser,
                                     DotDimensionNumbersAttr &numbers);
void printDotDimensionNumbers(AsmPrinter &printer, Operation *op,
                              DotDimensionNumbersAttr numbers);

// `, precision = [HIGH, DEFAULT]`
ParseResult parsePrecisionConfig(OpAsmParser &parser, ArrayAttr &precision);
void printPrecisionConfig(OpAsmPrinter &printer, Operation *op,
                          ArrayAttr precision);

// the same followed by `, algorithm = <…>`
ParseResult parsePrecisionConfigAndAlgorithm(OpAsmParser &parser,
                                             ArrayAttr &precision,
                                             DotAlgorithmAttr &algorithm);
void printPrecisionConfigAndAlgorithm(OpAsmPrinter &printer, Operation *op,
                                      ArrayAttr precision,
                                      DotAlgorithmAttr algorithm);

// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`
ParseResult parseConvolutionDimensions(AsmParser &parser,
                                       ConvDimensionNumbersAttr &numbers);
void printConvolutionDimensions(AsmPrinter &printer, Operation *op,
                                ConvDimensionNumbersAttr numbers);

// `stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1],
//   rhs_dilate = [1, 1], reverse = [false, false]`, each one optional
ParseResult parseWindowAttributes(OpAsmParser &parser,
                                  DenseI64ArrayAttr &strides,
                                  DenseIntElementsAttr &padding,
                                  DenseI64ArrayAttr &lhsDilation,
                                  DenseI64ArrayAttr &rhsDilation,
                                  DenseBoolArrayAttr &reversal);
void printWindowAttributes(OpAsmPrinter &printer, Operation *op,
                           DenseI64ArrayAttr strides,
                           DenseIntElementsAttr padding,
                           DenseI64ArrayAttr lhsDilation,
                           DenseI64ArrayAttr rhsDilation,
                           DenseBoolArrayAttr reversal);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_IR_SYNTAX_CONTRACTIONSYNTAX_H
