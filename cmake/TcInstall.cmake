# `cmake --install build` and find_package(tc) for embedders.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tc)

install(TARGETS tc tcrt tcrt_shared EXPORT tcTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS ${TC_TOOLS} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/tc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT tcTargets NAMESPACE tc:: DESTINATION ${package})

configure_package_config_file(cmake/tcConfig.cmake.in tcConfig.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(tcConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/tcConfig.cmake
              ${CMAKE_BINARY_DIR}/tcConfigVersion.cmake DESTINATION ${package})

# The build tree can be used as a package too.
export(EXPORT tcTargets NAMESPACE tc:: FILE ${CMAKE_BINARY_DIR}/tcTargets.cmake)
