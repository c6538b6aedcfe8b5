// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Host/HostCode.h"
#include "lib/Lowering/Gpu/Memory/Arena.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/SymbolTable.h"
#include <complex>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

RuntimeCalls::RuntimeCalls(ModuleOp module)
    : symbols(module), module(module), builder(module.getContext()) {}

OpBuilder &RuntimeCalls::top() {
  builder.setInsertionPointToStart(module.getBody());
  return builder;
}

Value RuntimeCalls::call(StringRef name, Type result, ValueRange arguments,
                         ImplicitLocOpBuilder &b) {
  auto function = symbols.lookup<LLVM::LLVMFuncOp>(name);
  if (!function) {
    Type type = result ? result : LLVM::LLVMVoidType::get(b.getContext());
    function = LLVM::LLVMFuncOp::create(
        top(), module.getLoc(), name,
        LLVM::LLVMFunctionType::get(type,
                                    SmallVector<Type>(arguments.getTypes())));
    symbols.insert(function);
  }
  auto call = LLVM::CallOp::create(b, function, arguments);
  return result ? call.getResult() : Value();
}

Value RuntimeCalls::text(StringRef text, ImplicitLocOpBuilder &b) {
  LLVM::GlobalOp &global = texts[text];
  if (!global) {
    std::string bytes = text.str() + '\0';
    auto type = LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size());
    global = LLVM::GlobalOp::create(top(), module.getLoc(), type,
                                    /*isConstant=*/true, LLVM::Linkage::Private,
                                    "text", builder.getStringAttr(bytes));
    symbols.insert(global);
  }
  return LLVM::AddressOfOp::create(b, global);
}

static FileLineColLoc placeIn(Location loc) {
  FileLineColLoc place;
  loc->walk([&](Location inner) {
    place = dyn_cast<FileLineColLoc>(inner);
    return place ? WalkResult::interrupt() : WalkResult::advance();
  });
  return place;
}

Value RuntimeCalls::where(Location loc, ImplicitLocOpBuilder &b) {
  FileLineColLoc place = placeIn(loc);
  if (!place)
    return text("unknown place", b);
  return text((place.getFilename().getValue() + ":" + Twine(place.getLine()) +
               ":" + Twine(place.getColumn()))
                  .str(),
              b);
}

/// Declares the image of the compiled kernels, which the program that runs or
/// links the module defines.
LLVM::GlobalOp RuntimeCalls::image(StringRef kernels) {
  std::string name = (kernels + "_image").str();
  if (auto known = symbols.lookup<LLVM::GlobalOp>(name))
    return known;
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
  auto global = LLVM::GlobalOp::create(top(), module.getLoc(), type,
                                       /*isConstant=*/true,
                                       LLVM::Linkage::External, name, {});
  symbols.insert(global);
  return global;
}

static LLVM::LLVMStructType kernelType(OpBuilder &builder) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type sizes = LLVM::LLVMArrayType::get(builder.getI32Type(), 3);
  Type i32 = builder.getI32Type();
  return LLVM::LLVMStructType::getLiteral(
      builder.getContext(), {pointer, builder.getI64Type(), pointer, sizes,
                             sizes, i32, i32, pointer});
}

static Value sizes(ArrayRef<Value> values, ImplicitLocOpBuilder &b) {
  SmallVector<int32_t> numbers;
  for (Value value : values)
    numbers.push_back(getConstantIntValue(value).value_or(0));
  return LLVM::ConstantOp::create(b,
                                  LLVM::LLVMArrayType::get(b.getI32Type(), 3),
                                  b.getI32TensorAttr(numbers));
}

/// Defines a constant struct amprt_kernel.
LLVM::GlobalOp RuntimeCalls::describe(gpu::LaunchFuncOp launch,
                                      StringRef types) {
  LLVM::LLVMStructType type = kernelType(builder);
  auto global = LLVM::GlobalOp::create(
      top(), module.getLoc(), type, /*isConstant=*/true, LLVM::Linkage::Private,
      ("kernel_" + launch.getKernelName().getValue()).str(), {});
  symbols.insert(global);
  LLVM::GlobalOp bytes = image(launch.getKernelModuleName().getValue());
  auto b = ImplicitLocOpBuilder::atBlockEnd(
      launch.getLoc(), builder.createBlock(&global.getInitializer()));
  auto integer = [&](Type type, int64_t value) -> Value {
    return LLVM::ConstantOp::create(b, type, value);
  };
  Value shared = launch.getDynamicSharedMemorySize(); // null: none
  Value fields[] = {
      LLVM::AddressOfOp::create(b, bytes),
      integer(b.getI64Type(), 0), // the image contains its size
      text(launch.getKernelName().getValue(), b),
      sizes(
          {launch.getGridSizeX(), launch.getGridSizeY(), launch.getGridSizeZ()},
          b),
      sizes({launch.getBlockSizeX(), launch.getBlockSizeY(),
             launch.getBlockSizeZ()},
            b),
      integer(b.getI32Type(),
              shared ? getConstantIntValue(shared).value_or(0) : 0),
      integer(b.getI32Type(), types.size()),
      text(types, b)};
  Value kernel = LLVM::UndefOp::create(b, type);
  for (auto [i, field] : llvm::enumerate(fields))
    kernel = LLVM::InsertValueOp::create(b, kernel, field, i);
  LLVM::ReturnOp::create(b, kernel);
  return global;
}

Value RuntimeCalls::kernel(gpu::LaunchFuncOp launch, ImplicitLocOpBuilder &b) {
  std::string types;
  for (Value operand : launch.getKernelOperands()) {
    Type type = operand.getType();
    types += isa<BaseMemRefType>(type) ? 'p'
             : type.isF32()            ? 'f'
             : type.isInteger(32)      ? 'i'
                                       : 'l';
  }
  LLVM::GlobalOp &global = kernels[launch.getKernelName().getValue()];
  if (!global)
    global = describe(launch, types);
  return LLVM::AddressOfOp::create(b, global);
}

/// Returns `value` as the flat list that an LLVM global may hold; a complex
/// number becomes two elements.
static ElementsAttr flatten(ElementsAttr value) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return value;
  int64_t count = dense.getNumElements();
  auto complex = dyn_cast<ComplexType>(dense.getElementType());
  if (!complex)
    return dense.reshape(
        RankedTensorType::get({count}, dense.getElementType()));
  SmallVector<APFloat> parts;
  for (auto number : dense.getValues<std::complex<APFloat>>())
    parts.append({number.real(), number.imag()});
  return DenseElementsAttr::get(
      RankedTensorType::get({2 * count}, complex.getElementType()), parts);
}

Value RuntimeCalls::constant(memref::GetGlobalOp get, ImplicitLocOpBuilder &b) {
  auto memref = cast<MemRefType>(get.getType());
  std::string name = ("constant_" + get.getName()).str();
  auto global = symbols.lookup<LLVM::GlobalOp>(name);
  if (!global) {
    auto source = symbols.lookup<memref::GlobalOp>(get.getName());
    auto value = flatten(cast<ElementsAttr>(source.getInitialValueAttr()));
    auto type = LLVM::LLVMArrayType::get(value.getElementType(),
                                         value.getNumElements());
    global = LLVM::GlobalOp::create(top(), source.getLoc(), type,
                                    /*isConstant=*/true, LLVM::Linkage::Private,
                                    name, value,
                                    /*alignment=*/64);
    symbols.insert(global);
  }
  Value bytes = LLVM::ConstantOp::create(
      b, b.getI64Type(), static_cast<int64_t>(*storageOf(memref)));
  return call("amprt_constant", LLVM::LLVMPointerType::get(b.getContext()),
              {LLVM::AddressOfOp::create(b, global), bytes}, b);
}
