/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * rewrite FILE.mlir: a compiler in C. Modules of MLIR's C API, which this program links itself, are rewritten by libAmp.so; prints what
 * the test compares. */
#include "amp-c/Amp.h"
#include "mlir-c/BuiltinTypes.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { numThreads = 4, numCalls = 3 };
static MlirStringRef source;

static MlirStringRef readFile(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  size_t length = 0;
  if (!file || fseek(file, 0, SEEK_END))
    exit(2);
  length = ftell(file);
  rewind(file);
  text = malloc(length + 1);
  if (fread(text, 1, length, file) != length)
    exit(2);
  text[length] = 0;
  fclose(file);
  return mlirStringRefCreate(text, length);
}

static MlirContext makeContext(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  if (mlirLogicalResultIsFailure(ampRegisterDialects(registry, true)))
    exit(2);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextGetOrLoadDialect(context, mlirStringRefCreateFromCString("stablehlo"));
  mlirContextSetAllowUnregisteredDialects(context, true);
  return context;
}

static void report(const char *what, AmpResult *result) {
  MlirStringRef said = ampResultDiagnostics(result);
  printf("%s: %s\n%.*s", what, ampResultSucceeded(result) ? "ok" : "refused", (int)said.length, said.data);
  ampResultDestroy(result);
}

/* A thread: contexts of its own, every call with the same outcome. */
static void *work(void *unused) {
  (void)unused;
  intptr_t slots = 0;
  for (int i = 0; i < numCalls; ++i) {
    MlirContext context = makeContext();
    MlirModule module = mlirModuleCreateParse(context, source);
    AmpOptions options = {.compute = "f16", .lossScale = "dynamic", .weights = "master", .report = true};
    AmpResult *result = ampRewrite(module, &options);
    if (!ampResultSucceeded(result) || ampResultReport(result).length == 0)
      exit(3);
    ampResultSlots(result, &slots);
    ampResultDestroy(result);
    mlirModuleDestroy(module);
    mlirContextDestroy(context);
  }
  return (void *)slots;
}

static void printSignature(MlirModule module) {
  intptr_t count = 0;
  AmpOptions options = {.compute = "f16", .lossScale = "dynamic", .weights = "master", .report = true, .summary = true};
  AmpResult *result = ampRewrite(module, &options);
  const AmpSlot *slots = ampResultSlots(result, &count);
  for (intptr_t i = 0; i < count; ++i)
    if (slots[i].role.length || slots[i].partner >= 0)
      printf("%.*s %s %d: %.*s, role '%.*s', state '%.*s', partner %d\n", (int)slots[i].function.length, slots[i].function.data,
             slots[i].isResult ? "result" : "argument", (int)slots[i].number, (int)slots[i].type.length, slots[i].type.data,
             (int)slots[i].role.length, slots[i].role.data, (int)slots[i].state.length, slots[i].state.data, (int)slots[i].partner);
  printf("tables: %.24s\n", ampResultTables(result).data);
  printf("report: %.14s\n", ampResultReport(result).data);
  ampResultDestroy(result);
}

/* The type ids of the archives that this program links are those of libAmp.so: the address of the type id of f32 is one. */
static void compareTypeIds(void) {
  void *library = dlopen("libAmp.so.0", RTLD_NOW | RTLD_NOLOAD);
  void *symbol = library ? dlsym(library, "mlirFloat32TypeGetTypeID") : NULL;
  MlirTypeID (*theirs)(void) = NULL;
  memcpy(&theirs, &symbol, sizeof(symbol));
  printf("type ids: %s, %s\n", theirs && (void *)theirs != (void *)mlirFloat32TypeGetTypeID ? "two copies of the C API" : "one copy",
         theirs && mlirTypeIDEqual(theirs(), mlirFloat32TypeGetTypeID()) ? "equal" : "different");
}

static void refuse(MlirModule module) {
  AmpOptions options = {.compute = "f8"};
  report("unknown format", ampRewrite(module, &options));
  report("no module", ampRewrite((MlirModule){NULL}, &options));
  report("no options", ampRewrite(module, NULL));
  report("unknown option", ampRunPipeline(module, mlirStringRefCreateFromCString("amp{compute=bf16 level=O1}")));
  report("unknown pass", ampRunPipeline(module, mlirStringRefCreateFromCString("no-such-pass")));
  MlirContext other = makeContext();
  MlirPassManager passes = mlirPassManagerCreate(other);
  options.compute = "bf16";
  if (mlirLogicalResultIsFailure(ampAddPipeline(mlirPassManagerGetAsOpPassManager(passes), &options)))
    exit(2);
  report("another context", ampRunPassManager(passes, module));
  mlirPassManagerDestroy(passes);
  mlirContextDestroy(other);
  report("bad text", ampRewriteText(mlirStringRefCreateFromCString("func.func @f( {"), mlirStringRefCreateFromCString("amp{compute=bf16}"),
                                    AmpFormatText));
}

/* A registry in which the plugin, another copy of amp, registered its dialects. */
static void refuseOtherCopy(const char *path) {
  struct Info {
    uint32_t apiVersion;
    const char *name, *version;
    void (*registerDialects)(void *registry);
  } (*getInfo)(void) = NULL;
  void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void *symbol = plugin ? dlsym(plugin, "mlirGetDialectPluginInfo") : NULL;
  memcpy(&getInfo, &symbol, sizeof(symbol));
  if (!getInfo)
    exit(2);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  getInfo().registerDialects(registry.ptr);
  printf("another amp: %s\n", mlirLogicalResultIsFailure(ampRegisterDialects(registry, true)) ? "refused" : "accepted");
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  AmpOptions options = {.compute = "bf16"};
  report("a context of it", ampRewrite(module, &options));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
}

int main(int argc, char **argv) {
  pthread_t threads[numThreads];
  void *slots[numThreads];
  source = readFile(argv[1]);
  printf("version %s\n", ampVersion());
  compareTypeIds();
  MlirContext context = makeContext();
  MlirModule module = mlirModuleCreateParse(context, source);
  refuse(module);
  printSignature(module);
  if (argc > 2)
    refuseOtherCopy(argv[2]);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  for (int i = 0; i < numThreads; ++i)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < numThreads; ++i)
    pthread_join(threads[i], &slots[i]);
  for (int i = 1; i < numThreads; ++i)
    if (slots[i] != slots[0])
      return 4;
  printf("%d threads, %d calls each: %d slots\n", numThreads, numCalls, (int)(intptr_t)slots[0]);
  AmpResult *text = ampRewriteText(source, mlirStringRefCreateFromCString("amp{compute=bf16 report=<report>}"), AmpFormatBytecode);
  printf("bytecode: %.4s, report %s\n", ampResultModule(text).data, ampResultReport(text).length ? "filled" : "empty");
  ampResultDestroy(text);
  free((char *)source.data);
  return 0;
}
