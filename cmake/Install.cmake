# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# find_package(amp) of a project that embeds the passes, from the build folder or
# from an installed tree; test/Embed is one.
include(CMakePackageConfigHelpers)
set(AMP_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/amp")
get_property(libraries GLOBAL PROPERTY AMP_LIBRARIES)
install(TARGETS ${libraries} EXPORT amp-targets COMPONENT development
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}/amp")
export(EXPORT amp-targets FILE "${PROJECT_BINARY_DIR}/amp-targets.cmake")
install(EXPORT amp-targets DESTINATION "${AMP_CMAKE_DIR}" COMPONENT development)
configure_file(cmake/amp-config.cmake.in amp-config.cmake @ONLY)
configure_file(cmake/AmpStaticLLVM.cmake AmpStaticLLVM.cmake COPYONLY)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/amp-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/amp-config.cmake"
  "${PROJECT_BINARY_DIR}/amp-config-version.cmake" cmake/AmpStaticLLVM.cmake
  DESTINATION "${AMP_CMAKE_DIR}" COMPONENT development)

# Headers of include/ and of the dialects, as they stand and as TableGen makes
# them, under the names that they include each other by.
foreach(root "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
  foreach(folder include/amp include/amp-c)
    if(EXISTS "${root}/${folder}")
      install(DIRECTORY "${root}/${folder}" DESTINATION include
        COMPONENT development FILES_MATCHING
        PATTERN "*.h" PATTERN "*.td" PATTERN "*.h.inc"
        PATTERN "CMakeFiles" EXCLUDE)
    endif()
  endforeach()
  foreach(dialect amp chlo mhlo sdy stablehlo tm_tensor)
    install(DIRECTORY "${root}/dialects/${dialect}/IR"
      DESTINATION "include/dialects/${dialect}" COMPONENT development
      FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.h.inc"
      PATTERN "CMakeFiles" EXCLUDE)
  endforeach()
endforeach()
install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  COMPONENT development)
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT development
  FILES_MATCHING PATTERN "*.md")

# cpack -G DEB in the build folder: one package, whose dependencies are those of
# its programs. Who compiles with its headers also needs MLIR's.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME amp-opt)
set(CPACK_PACKAGE_VENDOR "the amp-opt project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Automatic mixed precision for MLIR")
set(CPACK_PACKAGE_DESCRIPTION "Tools amp-opt and amp-run, a C and C++ library with
the passes, and a plugin of them for mlir-opt.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${CPACK_PACKAGE_VENDOR}")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libmlir-22-dev, mlir-22-tools")
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
set(CPACK_STRIP_FILES ON)
include(CPack)
