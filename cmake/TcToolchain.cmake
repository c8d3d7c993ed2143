# LLVM and MLIR as Debian installs them, and the flags of every file of ours.
set(TC_SANITIZE OFF CACHE STRING
    "Sanitizers: OFF; ON (address and undefined behaviour); thread")
option(TC_CHECKED "Generated builders check kinds and operand types" ON)

find_package(MLIR 22.1 REQUIRED CONFIG PATHS /usr/lib/llvm-22 NO_DEFAULT_PATH)
set(TC_LLVM_BIN ${LLVM_TOOLS_BINARY_DIR})
find_program(TC_MLIR_TBLGEN mlir-tblgen PATHS ${TC_LLVM_BIN} REQUIRED
             NO_DEFAULT_PATH)
find_program(TC_LLVM_TBLGEN llvm-tblgen PATHS ${TC_LLVM_BIN} REQUIRED
             NO_DEFAULT_PATH)

find_program(TC_CCACHE ccache)
if(TC_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${TC_CCACHE})
  # What ccache asks for where headers are precompiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros ${TC_CCACHE})
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -gline-tables-only")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -gline-tables-only")
# A program is linked anew only for what is in it, not for a new libtc.so.
set(CMAKE_LINK_DEPENDS_NO_SHARED ON)
set(CMAKE_EXPORT_NO_PACKAGE_REGISTRY ON)

# Flags are on a target that every room links, not on directories, so that
# what an embedder compiles against us stays his own business.
add_library(tc_flags INTERFACE)
target_compile_options(tc_flags INTERFACE -Wall -Wextra -Wpedantic -Werror
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti;-fno-exceptions;-Wno-unused-parameter>
  -fno-semantic-interposition)
target_compile_definitions(tc_flags INTERFACE
  $<$<BOOL:${TC_CHECKED}>:TC_CHECKED=1>
  $<$<COMPILE_LANGUAGE:C>:_GNU_SOURCE>)
target_include_directories(tc_flags INTERFACE
  ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/lib ${CMAKE_SOURCE_DIR}
  ${CMAKE_BINARY_DIR}/gen)
target_include_directories(tc_flags SYSTEM INTERFACE
  ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
target_link_options(tc_flags INTERFACE --ld-path=${TC_LLVM_BIN}/ld.lld)

if(TC_SANITIZE STREQUAL "thread")
  # Of C, in which our logic is: what shims inline of MLIR would be seen without
  # the other half, which is in libraries that are not sanitized.
  target_compile_options(tc_flags INTERFACE
    $<$<COMPILE_LANGUAGE:C>:-fsanitize=thread;-fno-omit-frame-pointer>)
  target_link_options(tc_flags INTERFACE -fsanitize=thread -shared-libsan
    -Wl,-rpath,${LLVM_LIBRARY_DIRS}/clang/22/lib/linux)
  target_compile_definitions(tc_flags INTERFACE TC_SANITIZE=1)
elseif(TC_SANITIZE)
  # vptr needs RTTI; function needs every callee instrumented, LLVM's are not.
  set(sanitizers -fsanitize=address,undefined -fno-sanitize=vptr,function
      -fno-sanitize-recover=undefined)
  target_compile_options(tc_flags INTERFACE ${sanitizers}
                         -fno-omit-frame-pointer)
  target_link_options(tc_flags INTERFACE ${sanitizers} -shared-libsan
    -Wl,-rpath,${LLVM_LIBRARY_DIRS}/clang/22/lib/linux)
  target_compile_definitions(tc_flags INTERFACE TC_SANITIZE=1)
endif()
