// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mlir-opt --load-pass-plugin=libamp-plugin.so --load-dialect-plugin=...
//          --pass-pipeline='builtin.module(amp{compute=bf16})'
#include "amp/Register.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;

static void registerPasses() { amp::registerAmpPasses(); }

static void registerDialects(DialectRegistry *registry) {
  amp::registerAmpDialects(*registry);
}

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_VISIBILITY_DEFAULT
    PassPluginLibraryInfo
    mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "amp", AMP_VERSION, registerPasses};
}

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_VISIBILITY_DEFAULT
    DialectPluginLibraryInfo
    mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "amp", AMP_VERSION, registerDialects};
}
