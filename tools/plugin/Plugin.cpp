// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mlir-opt --load-pass-plugin=amp-plugin.so --load-dialect-plugin=amp-plugin.so
//          --pass-pipeline='builtin.module(amp{compute=bf16})'
#include "amp/Register.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/ADT/StringRef.h"
#include <link.h>

using namespace mlir;

#ifdef AMP_PLUGIN_CORE
static constexpr char name[] = "amp-core";
static void registerPasses() { amp::registerAmpTransforms(); }
static void registerDialects(DialectRegistry *registry) {
  amp::registerAmpDialect(*registry);
}
#else
static constexpr char name[] = "amp";
static void registerPasses() { amp::registerAmpPasses(); }
static void registerDialects(DialectRegistry *registry) {
  amp::registerAmpDialects(*registry);
}
#endif

/// Returns the version of MLIR's plugin interface. A tool with another MLIR
/// than the plugin's loads a second libMLIR into the process. It gets version
/// 0, which it rejects with an error before it passes C++ objects.
static uint32_t checkedVersion() {
  unsigned count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *count) {
        llvm::StringRef file =
            llvm::StringRef(info->dlpi_name).rsplit('/').second;
        *static_cast<unsigned *>(count) += file.starts_with("libMLIR.so");
        return 0;
      },
      &count);
  return count <= 1 ? MLIR_PLUGIN_API_VERSION : 0;
}

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
    mlirGetPassPluginInfo() {
  return {checkedVersion(), name, AMP_VERSION, registerPasses};
}

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT DialectPluginLibraryInfo
    mlirGetDialectPluginInfo() {
  return {checkedVersion(), name, AMP_VERSION, registerDialects};
}
