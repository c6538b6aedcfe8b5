// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>: entry p of a list
// is the role of dimension p. Digits are spatial dimensions.
#include "dialects/stablehlo/IR/Syntax/ContractionSyntax.h"
#include "dialects/stablehlo/IR/Syntax/Fields.h"
#include "dialects/stablehlo/IR/Syntax/Syntax.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Positions of the dimensions in one list: two named ones and the spatial
/// ones.
struct Layout {
  int64_t first = -1, second = -1;
  SmallVector<int64_t> spatial;
};
} // namespace

/// Limits the size of allocations that an invalid input can cause.
static constexpr int64_t maxRank = 1024;

static ParseResult parseLayout(AsmParser &parser, StringRef first,
                               StringRef second, Layout &layout) {
  SMLoc begin = parser.getCurrentLocation();
  int64_t position = 0;
  int64_t count = 0;
  auto set = [&](SMLoc loc, int64_t &slot) -> ParseResult {
    if (slot >= 0)
      return parser.emitError(loc, "expects each dimension once, but got one "
                                   "again at position ")
             << position;
    slot = position++;
    return success();
  };
  auto entry = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalKeyword(first)))
      return set(loc, layout.first);
    if (succeeded(parser.parseOptionalKeyword(second)))
      return set(loc, layout.second);
    int64_t index = 0;
    OptionalParseResult parsed = parser.parseOptionalInteger(index);
    if (!parsed.has_value())
      return parser.emitError(loc, "expects ")
             << first << ", " << second << " or a spatial dimension";
    if (failed(*parsed))
      return failure();
    if (index < 0 || index >= maxRank)
      return parser.emitError(loc, "expects a spatial dimension, but got ")
             << index;
    if (index >= static_cast<int64_t>(layout.spatial.size()))
      layout.spatial.resize(index + 1, -1);
    ++count;
    return set(loc, layout.spatial[index]);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, entry))
    return failure();
  if (layout.first < 0 || layout.second < 0)
    return parser.emitError(begin, "expects dimensions ")
           << first << " and " << second << ", but got no "
           << (layout.first < 0 ? first : second);
  if (count != static_cast<int64_t>(layout.spatial.size()))
    return parser.emitError(begin, "expects spatial dimensions 0 to ")
           << layout.spatial.size() - 1 << ", but got " << count << " of them";
  return success();
}

ParseResult
stablehlo::parseConvolutionDimensions(AsmParser &parser,
                                      ConvDimensionNumbersAttr &numbers) {
  SMLoc loc = parser.getCurrentLocation();
  Layout input, kernel, output;
  if (parseLayout(parser, "b", "f", input) || parser.parseKeyword("x") ||
      parseLayout(parser, "i", "o", kernel) || parser.parseArrow() ||
      parseLayout(parser, "b", "f", output))
    return failure();
  numbers = parser.getChecked<ConvDimensionNumbersAttr>(
      loc, parser.getContext(), input.first, input.second,
      ArrayRef<int64_t>(input.spatial), kernel.first, kernel.second,
      ArrayRef<int64_t>(kernel.spatial), output.first, output.second,
      ArrayRef<int64_t>(output.spatial));
  return success(numbers != nullptr);
}

static void printLayout(AsmPrinter &printer, char first, int64_t firstAt,
                        char second, int64_t secondAt,
                        ArrayRef<int64_t> spatial) {
  SmallVector<std::string> names(spatial.size() + 2);
  names[firstAt] = first;
  names[secondAt] = second;
  for (auto [index, position] : llvm::enumerate(spatial))
    names[position] = std::to_string(index);
  printer << '[';
  llvm::interleaveComma(names, printer);
  printer << ']';
}

void stablehlo::printConvolutionDimensions(AsmPrinter &printer, Operation *,
                                           ConvDimensionNumbersAttr numbers) {
  printLayout(printer, 'b', numbers.getInputBatchDimension(), 'f',
              numbers.getInputFeatureDimension(),
              numbers.getInputSpatialDimensions());
  printer << 'x';
  printLayout(printer, 'i', numbers.getKernelInputFeatureDimension(), 'o',
              numbers.getKernelOutputFeatureDimension(),
              numbers.getKernelSpatialDimensions());
  printer << "->";
  printLayout(printer, 'b', numbers.getOutputBatchDimension(), 'f',
              numbers.getOutputFeatureDimension(),
              numbers.getOutputSpatialDimensions());
}

static LogicalResult verifyLayout(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t first, int64_t second,
                                  ArrayRef<int64_t> spatial) {
  int64_t rank = spatial.size() + 2;
  llvm::SmallBitVector seen(rank);
  SmallVector<int64_t> dims = {first, second};
  llvm::append_range(dims, spatial);
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= rank || seen.test(dim))
      return emitError() << "expects convolution dimensions 0 to " << rank - 1
                         << ", each once, but got " << dim;
    seen.set(dim);
  }
  return success();
}

LogicalResult stablehlo::ConvDimensionNumbersAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, int64_t inputBatch,
    int64_t inputFeature, ArrayRef<int64_t> inputSpatial, int64_t kernelInput,
    int64_t kernelOutput, ArrayRef<int64_t> kernelSpatial, int64_t outputBatch,
    int64_t outputFeature, ArrayRef<int64_t> outputSpatial) {
  if (failed(verifyLayout(emitError, inputBatch, inputFeature, inputSpatial)) ||
      failed(
          verifyLayout(emitError, kernelInput, kernelOutput, kernelSpatial)) ||
      failed(
          verifyLayout(emitError, outputBatch, outputFeature, outputSpatial)))
    return failure();
  return success();
}

Attribute stablehlo::ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr numbers;
  if (parser.parseLess())
    return {};
  // The long form gives each dimension number by name.
  if (succeeded(parser.parseOptionalKeyword("raw"))) {
    SMLoc loc = parser.getCurrentLocation();
    int64_t at[6] = {};
    SmallVector<int64_t> input, kernel, output;
    if (parseFields(parser,
                    {{"input_batch_dimension", nullptr, &at[0]},
                     {"input_feature_dimension", nullptr, &at[1]},
                     {"input_spatial_dimensions", &input, nullptr},
                     {"kernel_input_feature_dimension", nullptr, &at[2]},
                     {"kernel_output_feature_dimension", nullptr, &at[3]},
                     {"kernel_spatial_dimensions", &kernel, nullptr},
                     {"output_batch_dimension", nullptr, &at[4]},
                     {"output_feature_dimension", nullptr, &at[5]},
                     {"output_spatial_dimensions", &output, nullptr}}))
      return {};
    return parser.getChecked<ConvDimensionNumbersAttr>(
        loc, parser.getContext(), at[0], at[1], ArrayRef<int64_t>(input), at[2],
        at[3], ArrayRef<int64_t>(kernel), at[4], at[5],
        ArrayRef<int64_t>(output));
  }
  if (parseConvolutionDimensions(parser, numbers) || parser.parseGreater())
    return {};
  return numbers;
}

void stablehlo::ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvolutionDimensions(printer, nullptr, *this);
  printer << '>';
}
