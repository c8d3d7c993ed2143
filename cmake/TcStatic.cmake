# TC_STATIC: build/self-contained/ with what another machine needs to compile and
# run programs, GPUs included, without LLVM. tc-compile is linked statically;
# tc-interpret and tc-worker are links to it, and it is LLVM's linker as well
# (tools/static). tc-run,
# libtcrt.so (the runtime for embedders, and for Python) and libtcemulate.so need
# libc alone. `ninja self-contained` makes it; scripts/pack.sh packs it.
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
  ${CMAKE_SOURCE_DIR}/tools/static/main.c ${CMAKE_SOURCE_DIR}/lib/shim/Static.cpp)
foreach(tool Compile Interpret Worker)
  string(TOLOWER tc-${tool} name)
  file(GLOB parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/${name}/*.c)
  add_library(${name}-main OBJECT EXCLUDE_FROM_ALL
    ${CMAKE_SOURCE_DIR}/tools/${name}.c ${parts})
  target_link_libraries(${name}-main PRIVATE tc_flags)
  target_include_directories(${name}-main PRIVATE ${CMAKE_SOURCE_DIR}/tools)
  target_compile_definitions(${name}-main PRIVATE main=tc${tool}Main)
  target_sources(tc-compile-static PRIVATE $<TARGET_OBJECTS:${name}-main>)
endforeach()
foreach(room ${rooms})
  target_sources(tc-compile-static PRIVATE $<TARGET_OBJECTS:${room}>)
endforeach()
target_include_directories(tc-compile-static SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
target_link_libraries(tc-compile-static PRIVATE tc_flags
  -Wl,--start-group ${lld_elf} ${lld_common} ${archives} -Wl,--end-group
  ${zlib} ${zstd} m pthread)
target_link_options(tc-compile-static PRIVATE -static -Wl,--gc-sections,-s)
set_target_properties(tc-compile-static PROPERTIES LINKER_LANGUAGE CXX
  OUTPUT_NAME tc-compile RUNTIME_OUTPUT_DIRECTORY ${folder}
  POSITION_INDEPENDENT_CODE OFF)

add_custom_target(self-contained
  COMMAND ${CMAKE_COMMAND} -E create_symlink tc-compile ${folder}/tc-worker
  COMMAND ${CMAKE_COMMAND} -E create_symlink tc-compile ${folder}/tc-interpret
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:tc-run>
          $<TARGET_FILE:tcemulate> $<TARGET_FILE:tcrt_shared>
          ${TC_OPGEN_DIR}/PrimDomains.txt ${folder}
  DEPENDS tc-compile-static tc-run tcemulate tcrt_shared)
