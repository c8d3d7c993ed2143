# TC_STATIC: build/self-contained/ with what another machine needs to compile and
# run programs, GPUs included, without LLVM: tc-compile linked statically, with
# LLVM's linker in it (ld.lld is a link to it), tc-run, which needs libc alone,
# and libtcemulate.so. `ninja self-contained` makes it; scripts/pack.sh packs it.
option(TC_STATIC "A target for tools that need no LLVM on the machine" OFF)
if(NOT TC_STATIC)
  return()
endif()

set(folder ${CMAKE_BINARY_DIR}/self-contained)
file(GLOB archives ${LLVM_LIBRARY_DIRS}/libMLIR*.a ${LLVM_LIBRARY_DIRS}/libLLVM*.a
     ${LLVM_LIBRARY_DIRS}/libPolly*.a)
find_library(lld_elf liblldELF.a PATHS ${LLVM_LIBRARY_DIRS} REQUIRED
             NO_DEFAULT_PATH)
find_library(lld_common liblldCommon.a PATHS ${LLVM_LIBRARY_DIRS} REQUIRED
             NO_DEFAULT_PATH)
find_library(zstd libzstd.a REQUIRED)
find_library(zlib libz.a REQUIRED)

add_executable(tc-compile-static EXCLUDE_FROM_ALL
  ${CMAKE_SOURCE_DIR}/tools/tc-compile.c ${CMAKE_SOURCE_DIR}/lib/shim/Static.cpp)
foreach(room ${rooms})
  target_sources(tc-compile-static PRIVATE $<TARGET_OBJECTS:${room}>)
endforeach()
target_compile_definitions(tc-compile-static PRIVATE TC_STATIC=1)
target_include_directories(tc-compile-static SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
target_link_libraries(tc-compile-static PRIVATE tc_flags
  -Wl,--start-group ${lld_elf} ${lld_common} ${archives} -Wl,--end-group
  ${zlib} ${zstd} m pthread)
target_link_options(tc-compile-static PRIVATE -static -Wl,--gc-sections,-s)
set_target_properties(tc-compile-static PROPERTIES LINKER_LANGUAGE CXX
  OUTPUT_NAME tc-compile RUNTIME_OUTPUT_DIRECTORY ${folder}
  POSITION_INDEPENDENT_CODE OFF)

add_custom_target(self-contained
  COMMAND ${CMAKE_COMMAND} -E create_symlink tc-compile ${folder}/ld.lld
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:tc-run>
          $<TARGET_FILE:tcemulate> $<TARGET_FILE:tcrt_shared> ${folder}
  DEPENDS tc-compile-static tc-run tcemulate tcrt_shared)
