// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dialect without OpAttributes is a copy of StableHLO whose classes are
// unknown: its attributes are read from the text that the specification gives
// them.
//
//   #foo<comparison_direction LT>
//   #foo.gather<offset_dims = [1], …, index_vector_dim = 1>
//   #foo.channel_handle<handle = 1, type = 0>
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/AttributeText.h"
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
