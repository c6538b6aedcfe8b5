// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// found ==> round(exact - error) <= found <= round(exact + error)
#include "Check/Bounds.h"
#include "Check/PropertyChecks.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

namespace {
struct FunctionRow {
  StringLiteral name;
  double units;
};
} // namespace

/// Elementwise ops that C computes with one rounding (IEEE 754, sections 5.3.1
/// and 5.4.1; fmod is exact).
static const StringLiteral roundedOps[] = {
    "add",  "subtract", "multiply",         "divide", "remainder",
    "sqrt", "convert",  "reduce_precision", "square"};

// Units in the last place of f32 on x86-64: "Known Maximum Errors in Math
// Functions" of the GNU C library's manual, doubled. Compositions of several
// functions: the sum over their parts.
// clang-format off
static const FunctionRow functions[] = {
    {"atan2", 2},
    {"cbrt", 2},
    {"cosine", 2},
    {"exponential", 2},
    {"exponential_minus_one", 2},
    {"log", 2},
    {"log_plus_one", 4},
    {"logistic", 6},   // 1 / (1 + exp(-x))
    {"power", 2},
    {"rsqrt", 2},      // 1 / sqrt(x)
    {"sine", 2},
    {"tan", 4},
    {"tanh", 4},
};

/// Ops whose results are operand elements, integers or predicates.
static const StringLiteral exactOps[] = {
    "abs", "all_gather", "all_reduce", "all_to_all", "and", "bitcast_convert",
    "broadcast", "broadcast_in_dim", "ceil", "clamp", "collective_broadcast",
    "collective_permute", "compare", "complex", "concatenate", "constant",
    "constant_like", "count_leading_zeros", "cross-replica-sum",
    "dynamic_broadcast_in_dim", "dynamic_gather", "dynamic_iota", "dynamic_pad",
    "dynamic_reshape", "dynamic_slice", "dynamic_update_slice", "floor",
    "gather", "get_dimension_size", "get_tuple_element", "imag", "iota",
    "is_finite", "is_inf", "is_neg_inf", "is_pos_inf", "maximum", "minimum",
    "mulhi", "negate", "next_after", "not", "optimization_barrier", "or", "pad",
    "partition_id", "popcnt", "real", "real_dynamic_slice", "reduce_scatter",
    "replica_id", "reshape", "reverse", "round_nearest_afz",
    "round_nearest_even", "select", "shift_left", "shift_right_arithmetic",
    "shift_right_logical", "sign", "slice", "top_k", "torch_index_select",
    "transpose", "xor",
};
// clang-format on
static const StringLiteral contractions[] = {
    "convolution", "dot", "dot_general", "dynamic_conv", "einsum"};

static const Format *floatFormat(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  const Format *format = tensor ? &formatOf(tensor.getElementType()) : nullptr;
  return format && format->isFloat() ? format : nullptr;
}

/// Returns the name of the op if the body applies one op to its two arguments,
/// else "".
static StringRef combinerOf(Region &region) {
  Block &block = region.front();
  if (block.getNumArguments() != 2 ||
      !llvm::hasNItems(block.getOperations(), 2))
    return "";
  Operation &op = block.front();
  bool takesBoth = op.getNumOperands() == 2 &&
                   op.getOperand(0) != op.getOperand(1) &&
                   llvm::is_contained(block.getArguments(), op.getOperand(0)) &&
                   llvm::is_contained(block.getArguments(), op.getOperand(1));
  return takesBoth ? op.getName().stripDialect() : StringRef();
}

static std::optional<Bound> boundOfBody(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (name == "sort" || name == "map") {
    // No op of the body may have a rounded result.
    for (Operation &inner : op->getRegion(0).front().without_terminator())
      if (auto bound = boundOf(&inner);
          !bound || bound->rule != Rule::exact || inner.getNumRegions())
        return std::nullopt;
    return Bound{Rule::exact};
  }
  if (name == "select_and_scatter" && combinerOf(op->getRegion(0)) != "compare")
    return std::nullopt;
  if (name != "reduce" && name != "reduce_window" && name != "scatter" &&
      name != "select_and_scatter")
    return std::nullopt;
  StringRef combiner =
      combinerOf(op->getRegion(name == "select_and_scatter" ? 1 : 0));
  bool isFloat = floatFormat(op->getResult(0).getType());
  if (combiner == "add" && isFloat)
    return Bound{Rule::sum};
  bool isExact = llvm::is_contained({"maximum", "minimum", "and", "or", "xor"},
                                    combiner) ||
                 (!isFloat && (combiner == "add" || combiner == "multiply"));
  return isExact ? std::optional(Bound{Rule::exact}) : std::nullopt;
}

std::optional<Bound> fuzz::boundOf(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace(),
            name = op->getName().stripDialect();
  if (dialect != "stablehlo" && dialect != "chlo")
    return std::nullopt;
  bool isExact = llvm::is_contained(exactOps, name);
  if (op->getNumRegions() && !isExact)
    return boundOfBody(op);
  name.consume_front("broadcast_");
  const Format *format = nullptr;
  for (Type type : op->getResultTypes())
    format = format ? format : floatFormat(type);
  bool readsComplex = llvm::any_of(op->getOperandTypes(), [](Type type) {
    const Format *read = floatFormat(type);
    return read && read->kind == Kind::complex;
  });
  bool isComplex = readsComplex || (format && format->kind == Kind::complex);
  if (isExact)
    return isComplex && (name == "abs" || name == "sign")
               ? std::nullopt
               : std::optional(Bound{Rule::exact});
  if (isComplex)
    return std::nullopt;
  if (llvm::is_contained(contractions, name))
    return Bound{format ? Rule::sum : Rule::exact};
  if (llvm::is_contained(roundedOps, name))
    return Bound{format && name != "reduce_precision" ? Rule::rounded
                                                      : Rule::exact};
  for (const FunctionRow &row : functions)
    if (row.name == name && format)
      return Bound{Rule::function, row.units};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Returns the environment with `change` applied to each float operand of `op`.
static Interpreter::Environment
mapOperands(Operation *op, const Interpreter::Environment &environment,
            llvm::function_ref<double(double)> change) {
  Interpreter::Environment mapped = environment;
  llvm::SmallPtrSet<Value, 4> done;
  for (Value operand : op->getOperands()) {
    auto found = mapped.find(operand);
    if (found == mapped.end() || !found->second.isReal() ||
        !done.insert(operand).second)
      continue;
    for (Cell &cell : found->second.cells)
      cell.f = change(cell.f);
  }
  return mapped;
}

/// Returns true if StableHLO leaves the result implementation-defined:
/// conversions of floats outside the integer type's range, divisors of 0,
/// orders of NaN.
static bool isOpen(Operation *op, const Interpreter::Environment &environment) {
  StringRef name = op->getName().stripDialect();
  auto tensorOf = [&](unsigned i) -> const Tensor & {
    return environment.find(op->getOperand(i))->second;
  };
  const Tensor &first = tensorOf(0);
  auto hasNan = [](const Tensor &tensor) {
    return tensor.format().isFloat() &&
           llvm::any_of(tensor.cells,
                        [](Cell cell) { return std::isnan(cell.f); });
  };
  const Format &result = formatOf(
      cast<RankedTensorType>(op->getResult(0).getType()).getElementType());
  if (name == "convert" && first.isReal() && !result.isFloat() &&
      result.kind != Kind::boolean) {
    double limit = std::ldexp(1.0, result.bits - 1);
    return llvm::any_of(first.cells, [&](Cell cell) {
      return !(std::abs(cell.f) < limit) ||
             (result.kind == Kind::unsignedInteger && cell.f <= -1);
    });
  }
  name.consume_front("broadcast_");
  if ((name == "divide" || name == "remainder" || name == "power") &&
      !result.isFloat())
    return llvm::any_of(tensorOf(1).cells,
                        [](Cell cell) { return cell.i <= 0; });
  bool sorts = name == "sort" || name == "top_k" || name == "bitcast_convert" ||
               name == "select_and_scatter" || name == "clamp";
  if (sorts || name == "reduce_precision")
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (hasNan(tensorOf(i)))
        return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Verdict
//===----------------------------------------------------------------------===//

static std::string mismatch(const Tensor &tensor, size_t cell,
                            const std::string &found,
                            const std::string &wanted) {
  return place(tensor, cell) + " is " + found + " instead of " + wanted;
}

static std::string compareExactly(const Tensor &found, const Tensor &wanted) {
  bool isFloat = wanted.format().isFloat();
  for (size_t i = 0; i < wanted.cells.size(); ++i) {
    Cell a = found.cells[i], b = wanted.cells[i];
    if (isFloat ? !isSame(a.f, b.f) : a.i != b.i)
      return mismatch(wanted, i,
                      isFloat ? numberText(a.f) : std::to_string(a.i),
                      isFloat ? numberText(b.f) : std::to_string(b.i));
  }
  return "";
}

/// Compares with `exact`, an unrounded result. `errors` are absolute bounds of
/// the error before the final rounding.
static std::string compareWithin(const Tensor &found, const Tensor &exact,
                                 ArrayRef<double> errors) {
  const Format &format = found.format();
  for (size_t i = 0; i < exact.cells.size(); ++i) {
    double value = exact.cells[i].f, number = found.cells[i].f;
    if (!std::isfinite(errors[i]) && !std::isnan(value))
      continue; // partial sums may overflow, or inf - inf
    double least = roundTo(format, value - errors[i]),
           most = roundTo(format, value + errors[i]);
    // In a format without infinities, overflow gives NaN.
    bool mayBeNan = std::isnan(value) || std::isnan(least) || std::isnan(most);
    bool isRight =
        std::isnan(number) ? mayBeNan : number >= least && number <= most;
    if (!isRight)
      return mismatch(found, i, numberText(number), numberText(value)) +
             ", error bound " + numberText(errors[i]);
  }
  return "";
}

/// Error bounds of K additions: K u (|x_1| + ... + |x_K|). The op itself
/// computes K from ones, and the sum from magnitudes.
static std::optional<std::vector<double>>
sumErrors(ModuleOp module, OpResult result,
          const Interpreter::Environment &environment) {
  InterpreterOptions options;
  options.rounding = Rounding::none;
  auto evaluate =
      [&](llvm::function_ref<double(double)> change) -> std::optional<Tensor> {
    Interpreter interpreter(module, options);
    auto values = interpreter.evaluate(
        result.getOwner(), mapOperands(result.getOwner(), environment, change));
    if (interpreter.failed())
      return std::nullopt;
    return values[result.getResultNumber()];
  };
  auto magnitudes = evaluate([](double x) { return std::abs(x); });
  auto counts = evaluate([](double) { return 1.0; });
  if (!magnitudes || !counts)
    return std::nullopt;
  // Contractions accumulate in f32; a body rounds each sum to its type.
  const Format &format = magnitudes->format();
  bool isBody = result.getOwner()->getNumRegions() != 0;
  int precision = isBody ? format.precision : std::max(format.precision, 24);
  double unit = std::ldexp(1.0, -precision),
         tiny = std::ldexp(1.0, format.minExponent - format.precision + 1),
         largest = isBody ? format.max : 0x1p127;
  std::vector<double> errors;
  for (auto [magnitude, count] : llvm::zip(magnitudes->cells, counts->cells))
    errors.push_back(magnitude.f > 0.99 * largest
                         ? INFINITY
                         : (count.f + 1) * (unit * magnitude.f + tiny));
  return errors;
}

static std::vector<double> functionErrors(const Tensor &exact, double units,
                                          bool isNarrow) {
  // 16-bit ops are computed in f32 and rounded twice: to f32, then to 16 bits.
  const Format &format = exact.format();
  bool isWide = format.bits == 64;
  double unit = isWide ? 0x1p-52 : 0x1p-23,
         tiny = isWide ? 0x1p-1074 : 0x1p-149;
  double count = units + (isNarrow ? 0.5 : 0) + 0x1p-20;
  std::vector<double> errors;
  for (Cell cell : exact.cells)
    errors.push_back(count * (unit * std::abs(cell.f) + tiny));
  return errors;
}

std::optional<std::string>
fuzz::judge(ModuleOp module, OpResult result, const Tensor &found,
            const Interpreter::Environment &environment) {
  Operation *op = result.getOwner();
  auto bound = boundOf(op);
  for (Value operand : op->getOperands())
    if (!environment.contains(operand))
      return std::nullopt;
  if (!bound || (op->getNumOperands() && isOpen(op, environment)))
    return std::nullopt;
  InterpreterOptions options;
  bool isExact = bound->rule == Rule::exact || !found.isReal();
  options.rounding = isExact ? Rounding::each : Rounding::none;
  Interpreter interpreter(module, options);
  auto values = interpreter.evaluate(op, environment);
  if (interpreter.failed() || values.size() <= result.getResultNumber())
    return std::nullopt;
  const Tensor &wanted = values[result.getResultNumber()];
  if (found.cells.size() != wanted.cells.size())
    return "has another shape";
  if (isExact)
    return compareExactly(found, wanted);
  if (bound->rule == Rule::sum) {
    auto errors = sumErrors(module, result, environment);
    return errors ? std::optional(compareWithin(found, wanted, *errors))
                  : std::nullopt;
  }
  return compareWithin(
      found, wanted,
      functionErrors(wanted, bound->units, found.format().bits < 32));
}
