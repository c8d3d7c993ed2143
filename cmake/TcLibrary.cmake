# libtc.so: all rooms, the MLIR C API (static wrappers that Debian's libMLIR.so
# does not export), dynamic libMLIR and libLLVM, the only C++ core in a process.
get_property(rooms GLOBAL PROPERTY TC_ROOMS)
file(GLOB capi ${LLVM_LIBRARY_DIRS}/libMLIRCAPI*.a)
set(exports ${CMAKE_SOURCE_DIR}/cmake/libtc.map)

add_library(tc SHARED)
foreach(room ${rooms})
  target_sources(tc PRIVATE $<TARGET_OBJECTS:${room}>)
endforeach()
set_target_properties(tc PROPERTIES LINKER_LANGUAGE CXX LINK_DEPENDS ${exports}
  INSTALL_RPATH "$ORIGIN;${LLVM_LIBRARY_DIRS}")
target_link_libraries(tc PRIVATE tc_flags
  -Wl,--start-group ${capi} -Wl,--end-group
  ${LLVM_LIBRARY_DIRS}/libMLIR.so ${LLVM_LIBRARY_DIRS}/libLLVM-22.so
  ${CMAKE_DL_LIBS} m pthread)
target_link_options(tc PRIVATE -Wl,--version-script=${exports}
  -Wl,-Bsymbolic $<$<NOT:$<BOOL:${TC_SANITIZE}>>:-Wl,-z,defs>)
target_include_directories(tc PUBLIC
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# libtcrt.a: the runtime of compiled programs, without the compiler.
add_library(tcrt STATIC $<TARGET_OBJECTS:tc_runtime>
  ${CMAKE_SOURCE_DIR}/lib/support/status.c
  ${CMAKE_SOURCE_DIR}/lib/support/allocator.c)
target_link_libraries(tcrt PUBLIC ${CMAKE_DL_LIBS} m pthread)
target_include_directories(tcrt PRIVATE ${CMAKE_SOURCE_DIR}/lib PUBLIC
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# libtcrt.so: the same for languages that load libraries.
add_library(tcrt_shared SHARED $<TARGET_OBJECTS:tc_runtime>
  ${CMAKE_SOURCE_DIR}/lib/support/status.c
  ${CMAKE_SOURCE_DIR}/lib/support/allocator.c)
target_link_libraries(tcrt_shared PRIVATE tc_flags ${CMAKE_DL_LIBS} m pthread)
target_include_directories(tcrt_shared PRIVATE ${CMAKE_SOURCE_DIR}/lib)
set_target_properties(tcrt_shared PROPERTIES OUTPUT_NAME tcrt)
