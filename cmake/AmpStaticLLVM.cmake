# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Debian's MLIR archives name libLLVM.so and Polly as their dependencies. A static
# program links LLVM's archives instead, through the target AmpLLVM. Include this
# file after find_package(MLIR), before the first target that links MLIR. The
# existence of AmpLLVM selects the archives of MLIR in the links of amp's libraries.
if(NOT TARGET AmpLLVM)
  set(amp_archives ${LLVM_AVAILABLE_LIBS})
  list(FILTER amp_archives INCLUDE REGEX "^LLVM[A-Z]")
  list(FILTER amp_archives EXCLUDE REGEX "BOLT|Debuginfod|Exegesis|LineEditor")
  add_library(AmpLLVM INTERFACE IMPORTED)
  set_target_properties(AmpLLVM PROPERTIES INTERFACE_LINK_LIBRARIES "${amp_archives}")
  get_property(imported DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target IN LISTS imported)
    get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
    if("${links}" MATCHES "(^|[;:])(LLVM|Polly)($|[;>])")
      list(TRANSFORM links REPLACE "^LLVM$" AmpLLVM)
      list(TRANSFORM links REPLACE ":LLVM>$" ":AmpLLVM>")
      list(REMOVE_ITEM links Polly)
      set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${links}")
    endif()
  endforeach()
endif()
