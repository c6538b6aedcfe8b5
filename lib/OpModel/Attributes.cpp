// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dialect without OpAttributes is a copy of StableHLO with unknown C++
// classes. Its attributes are parsed from their text, in the specification's
// syntax.
//
//   #foo<comparison_direction LT>
//   #stablehlo.dot<lhs_contracting_dimensions = [1], …>
//   #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>
//   #foo.gather<offset_dims = [1], …, index_vector_dim = 1>
//   #foo.channel_handle<handle = 1, type = 0>
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/AttributeText.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Dialect.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::amp;

static const OpAttributes *interfaceOf(Dialect *dialect) {
  return dialect ? dialect->getRegisteredInterface<OpAttributes>() : nullptr;
}

static const OpAttributes *interfaceOf(Operation *op) {
  return interfaceOf(op->getDialect());
}

std::optional<Comparison> amp::getComparison(Operation *compare) {
  if (const OpAttributes *own = interfaceOf(compare))
    return own->getComparison(compare);
  return llvm::StringSwitch<std::optional<Comparison>>(
             AttributeText(compare, "comparison_direction").enumerator())
      .Case("EQ", Comparison::EQ)
      .Case("NE", Comparison::NE)
      .Case("GE", Comparison::GE)
      .Case("GT", Comparison::GT)
      .Case("LE", Comparison::LE)
      .Case("LT", Comparison::LT)
      .Default(std::nullopt);
}

IndexDims amp::getIndexDims(Operation *op) {
  if (const OpAttributes *own = interfaceOf(op))
    return own->getIndexDims(op).value_or(IndexDims());
  AttributeText gather(op, "dimension_numbers"),
      scatter(op, "scatter_dimension_numbers");
  auto list = [&](StringRef one, StringRef other) {
    SmallVector<int64_t, 4> found = gather.list(one);
    return found.empty() ? scatter.list(other) : found;
  };
  return {list("offset_dims", "update_window_dims"),
          list("collapsed_slice_dims", "inserted_window_dims"),
          list("operand_batching_dims", "input_batching_dims"),
          list("start_indices_batching_dims", "scatter_indices_batching_dims"),
          list("start_index_map", "scatter_dims_to_operand_dims"),
          gather.number("index_vector_dim")
              .value_or(scatter.number("index_vector_dim").value_or(0))};
}

/// Returns true if every dimension of `lists` exists in `value`.
static bool fit(Value value, ArrayRef<ArrayRef<int64_t>> lists) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasRank() &&
         llvm::all_of(lists, [&](ArrayRef<int64_t> list) {
           return llvm::all_of(list, [&](int64_t dim) {
             return dim >= 0 && dim < type.getRank();
           });
         });
}

static std::optional<DotDims> readDotDims(Operation *dot) {
  AttributeText text(dot, "dot_dimension_numbers");
  if (!text.str().starts_with("#stablehlo.dot<"))
    return std::nullopt;
  return DotDims{text.list("lhs_batching_dimensions"),
                 text.list("rhs_batching_dimensions"),
                 text.list("lhs_contracting_dimensions"),
                 text.list("rhs_contracting_dimensions")};
}

std::optional<DotDims> amp::getDotDims(Operation *dot) {
  const OpAttributes *own = interfaceOf(dot);
  std::optional<DotDims> dims = own ? own->getDotDims(dot) : readDotDims(dot);
  if (dims &&
      fit(dot->getOperand(0), {dims->lhsBatching, dims->lhsContracting}) &&
      fit(dot->getOperand(1), {dims->rhsBatching, dims->rhsContracting}))
    return dims;
  return std::nullopt;
}

/// Returns the position of `letter` in `[b, 0, 1, f]`; -1 if it is absent.
static int64_t positionIn(StringRef list, StringRef letter) {
  SmallVector<StringRef> parts;
  list.ltrim('[').split(']').first.split(parts, ',');
  auto *at = llvm::find_if(
      parts, [&](StringRef part) { return part.trim() == letter; });
  return at == parts.end() ? -1 : at - parts.begin();
}

static std::optional<ConvDims> readConvDims(Operation *conv) {
  AttributeText text(conv, "dimension_numbers");
  if (!text.str().starts_with("#stablehlo.conv<"))
    return std::nullopt;
  auto [input, afterInput] = text.str().split('<').second.split('x');
  auto [kernel, result] = afterInput.split("->");
  return ConvDims{positionIn(input, "b"),  positionIn(input, "f"),
                  positionIn(kernel, "i"), positionIn(kernel, "o"),
                  positionIn(result, "b"), positionIn(result, "f")};
}

std::optional<ConvDims> amp::getConvDims(Operation *conv) {
  const OpAttributes *own = interfaceOf(conv);
  std::optional<ConvDims> dims =
      own ? own->getConvDims(conv) : readConvDims(conv);
  if (dims &&
      fit(conv->getOperand(0), {dims->inputBatch, dims->inputFeature}) &&
      fit(conv->getOperand(1), {dims->kernelInput, dims->kernelOutput}) &&
      fit(conv->getResult(0), {dims->outputBatch, dims->outputFeature}))
    return dims;
  return std::nullopt;
}

Tf32 amp::getTf32(Operation *contraction) {
  if (const OpAttributes *own = interfaceOf(contraction))
    return own->getTf32(contraction);
  if (contraction->hasAttr("algorithm"))
    return AttributeText(contraction, "algorithm")
                   .str()
                   .contains("lhs_precision_type = tf32")
               ? Tf32::always
               : Tf32::never;
  return AttributeText(contraction, "precision_config")
                 .str()
                 .contains("HIGHEST")
             ? Tf32::never
             : Tf32::unlessRefused;
}

Attribute amp::makeHighestPrecision(MLIRContext *context) {
  if (auto *own = interfaceOf(context->getLoadedDialect("stablehlo")))
    return own->makeHighestPrecision();
  return parseAttribute("#stablehlo<precision HIGHEST>", context);
}

std::optional<Channel> amp::getChannel(Operation *collective) {
  if (const OpAttributes *own = interfaceOf(collective))
    return own->getChannel(collective);
  AttributeText channel(collective, "channel_handle");
  auto handle = channel.number("handle"), type = channel.number("type");
  if (!handle || !type)
    return std::nullopt;
  return Channel{*handle, *type};
}

Attribute amp::makeChannel(MLIRContext *context, Channel channel) {
  if (auto *own = interfaceOf(context->getLoadedDialect("stablehlo")))
    return own->makeChannel(channel);
  std::string text =
      "#stablehlo.channel_handle<handle = " + std::to_string(channel.handle) +
      ", type = " + std::to_string(channel.type) + ">";
  return parseAttribute(text, context);
}

bool amp::isUniform(Operation *rng) {
  if (const OpAttributes *own = interfaceOf(rng))
    return own->isUniform(rng);
  return AttributeText(rng, "rng_distribution").enumerator() == "UNIFORM";
}

const OpShardings *amp::findShardings(Operation *op) {
  Dialect *dialect = op->getDialect();
  return dialect ? dialect->getRegisteredInterface<OpShardings>() : nullptr;
}

bool amp::isPlacement(Operation *op) {
  static constexpr StringLiteral targets[] = {
      "Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape",
      "annotate_device_placement"};
  if (!isHlo(op, OpKind::custom_call))
    return false;
  auto target = op->getAttrOfType<StringAttr>("call_target_name");
  return target && llvm::is_contained(targets, target.getValue());
}

/// reduce_precision keeps the type, and rounds.
bool amp::movesElements(Operation *op, const OpRow *row) {
  if (!row)
    return isPlacement(op);
  bool keepsType = row->opClass == OpClass::convert &&
                   op->getNumOperands() == 1 && op->getNumResults() == 1 &&
                   op->getOperand(0).getType() == op->getResult(0).getType();
  return row->opClass == OpClass::layout || keepsType || isPlacement(op);
}

Value amp::findMovedOperand(Operation *op) {
  // A shape may be an operand.
  bool hasShape =
      isHlo(op, {OpKind::dynamic_broadcast_in_dim, OpKind::dynamic_reshape});
  bool moves = op && (op->getNumOperands() == 1 || hasShape) &&
               !isHlo(op, OpKind::reduce_precision) &&
               movesElements(op, lookupRow(op));
  return moves ? op->getOperand(0) : Value();
}
